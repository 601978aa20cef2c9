package telegraph.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.sql.statement.Parameters;
import telegraph.sql.statement.Statement;
import telegraph.sql.statement.Statements;

/// Finds out what a statement asks for and gives, without carrying it out.
///
/// Threads: one.
final class Describing {
    private final Telegraph telegraph;
    private final Settings settings;
    private final Work work;

    Describing(Telegraph telegraph, Settings settings, Work work) {
        this.telegraph = telegraph;
        this.settings = settings;
        this.work = work;
    }

    /// @param types of the first parameters, "" for one that is not known
    Description of(Parameters parameters, List<String> types) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < parameters.count(); i++) {
            all.add(i < types.size() && !types.get(i).isEmpty() ? types.get(i) : "text");
        }
        String text = parameters.fill(Collections.nCopies(parameters.count(), "NULL"));
        Statement statement = Statements.parse(text).getFirst().statement();
        Optional<List<ResultColumn>> columns =
                statement instanceof Statement.Select select
                        ? Optional.of(
                                Asking.columns(
                                        telegraph
                                                .planner(select, work, settings, Map.of())
                                                .rowType(select)))
                        : Optional.empty();
        return new Description(all, columns);
    }
}
