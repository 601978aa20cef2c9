package telegraph.sql.execution;

import java.util.ArrayList;
import java.util.List;
import telegraph.sql.Event;
import telegraph.sql.ResultColumn;
import telegraph.sql.Settings;
import telegraph.sql.transaction.TransactionModes;

/// Carries out the statements about settings.
///
/// Threads: the statement's own.
final class SettingStatements {
    private final StatementRun run;

    SettingStatements(StatementRun run) {
        this.run = run;
    }

    Event.End set(String name, String value) {
        run.settings().set(name, value);
        return run.done("SET");
    }

    Event.End reset(String name) {
        run.settings().reset(name);
        return run.done("RESET");
    }

    Event.End show(String name) {
        if (name.equalsIgnoreCase("transaction_isolation")) {
            return run.table(
                    List.of(new ResultColumn(name, "text")),
                    List.<Object[]>of(
                            new Object[] {TransactionModes.words(run.work().isolation())}));
        }
        return run.table(
                List.of(new ResultColumn(name, "text")),
                List.<Object[]>of(new Object[] {run.settings().show(name)}));
    }

    Event.End all() {
        List<Object[]> rows = new ArrayList<>();
        for (Settings.Shown shown : run.settings().all()) {
            rows.add(new Object[] {shown.name(), shown.value(), shown.origin(), shown.purpose()});
        }
        return run.table(
                List.of(
                        new ResultColumn("name", "text"),
                        new ResultColumn("value", "text"),
                        new ResultColumn("origin", "text"),
                        new ResultColumn("purpose", "text")),
                rows);
    }
}
