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
    private final Turn turn;

    SettingStatements(Turn turn) {
        this.turn = turn;
    }

    Event.End set(String name, String value) {
        turn.settings().set(name, value);
        return turn.done("SET");
    }

    Event.End reset(String name) {
        turn.settings().reset(name);
        return turn.done("RESET");
    }

    Event.End show(String name) {
        if (name.equalsIgnoreCase("transaction_isolation")) {
            return turn.table(
                    List.of(new ResultColumn(name, "text")),
                    List.<Object[]>of(
                            new Object[] {TransactionModes.words(turn.work().isolation())}));
        }
        return turn.table(
                List.of(new ResultColumn(name, "text")),
                List.<Object[]>of(new Object[] {turn.settings().show(name)}));
    }

    Event.End all() {
        List<Object[]> rows = new ArrayList<>();
        for (Settings.Shown shown : turn.settings().all()) {
            rows.add(new Object[] {shown.name(), shown.value(), shown.origin(), shown.purpose()});
        }
        return turn.table(
                List.of(
                        new ResultColumn("name", "text"),
                        new ResultColumn("value", "text"),
                        new ResultColumn("origin", "text"),
                        new ResultColumn("purpose", "text")),
                rows);
    }
}
