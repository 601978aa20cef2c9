package telegraph.sql.execution;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Query;
import telegraph.language.ast.Statement;
import telegraph.language.query.QueryWalk;

/// Says where in the script the source stands that nothing binds: the engine, which finds it out,
/// knows no script.
final class UnboundPlace {
    private static final Pattern UNBOUND = Pattern.compile("source \"(.*?)\" needs .*");

    private UnboundPlace() {}

    /// The failure with the place, or as it is if it is another one or the query does not name it,
    /// as when a view uses the source.
    static TelegraphException added(TelegraphException failure, Statement.Select query) {
        Matcher unbound = UNBOUND.matcher(String.valueOf(failure.getMessage()));
        if (!unbound.matches()) {
            return failure;
        }
        for (Query.Table table : QueryWalk.tables(query.query())) {
            if (table.name().getLast().name().equalsIgnoreCase(unbound.group(1))) {
                return TelegraphException.input(
                        failure.getMessage() + "; it stands at " + query.position(table.at()),
                        failure);
            }
        }
        return failure;
    }
}
