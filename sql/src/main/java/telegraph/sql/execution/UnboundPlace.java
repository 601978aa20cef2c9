package telegraph.sql.execution;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Statement;

/// Says where in the script the source stands that nothing binds: the engine, which finds it out,
/// knows no script.
final class UnboundPlace {
    private static final Pattern UNBOUND = Pattern.compile("source \"(.*?)\" needs .*");

    private UnboundPlace() {}

    /// The failure with the place, or as it is if it is another one or the name is not in the text,
    /// as when a view uses the source.
    static TelegraphException added(TelegraphException failure, Statement.Select query) {
        Matcher unbound = UNBOUND.matcher(String.valueOf(failure.getMessage()));
        if (!unbound.matches()) {
            return failure;
        }
        Matcher name =
                Pattern.compile(
                                "'(?:[^']|'')*'|(?<![\\w.\"])\"?("
                                        + Pattern.quote(unbound.group(1))
                                        + ")\"?(?![\\w.])",
                                Pattern.CASE_INSENSITIVE)
                        .matcher(query.text());
        while (name.find()) {
            if (name.group(1) != null) {
                String before = query.text().substring(0, name.start());
                int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
                int column = name.start() - before.lastIndexOf('\n');
                return TelegraphException.input(
                        failure.getMessage() + "; it stands at " + query.place(line, column),
                        failure);
            }
        }
        return failure;
    }
}
