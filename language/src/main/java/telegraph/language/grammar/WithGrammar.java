package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
import telegraph.language.ast.Query;
import telegraph.language.ast.Statement;
import telegraph.language.query.EachTime;

/// The grammar of WITH where a change is in it or behind it.
///
/// ```
/// with = WITH [ RECURSIVE ] name [ columns ] AS [ [ NOT ] MATERIALIZED ] "(" ( query | change ) ")" { "," … }
///        ( query | change )
/// ```
final class WithGrammar {
    private final StatementReader reading;

    WithGrammar(StatementReader reading) {
        this.reading = reading;
    }

    Statement read() {
        List<Statement.Step> steps = new ArrayList<>();
        List<Query.With> with =
                reading.queries()
                        .with((name, columns, before) -> {
                            Change change = change(reading.within(before));
                            steps.addAll(reading.locked(Optional.empty()));
                            steps.add(new Statement.ChangedRows(name, columns, change));
                        });
        demandDifferent(steps, with);
        boolean changes = steps.stream().anyMatch(Statement.ChangedRows.class::isInstance);
        if (changes && EachTime.first(with).isPresent()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a WITH that gives other rows each time beside one that changes rows. Keep its"
                            + " rows in a table first");
        }
        StatementReader behind = reading.under(with);
        Statement last = reading.isQueryNext() ? behind.query() : change(behind);
        return steps.isEmpty() ? last : new Statement.With(List.copyOf(steps), last);
    }

    private Change change(StatementReader of) {
        return (Change)
                new ChangeGrammar(of)
                        .read()
                        .orElseThrow(() ->
                                reading.tokens()
                                        .unexpected(
                                                "a query or a change",
                                                List.of("SELECT", "INSERT", "UPDATE", "DELETE")));
    }

    private static void demandDifferent(List<Statement.Step> steps, List<Query.With> with) {
        Set<String> seen = new HashSet<>();
        Stream.concat(
                        steps.stream().map(rows -> rows.name().name()),
                        with.stream().map(query -> query.name().name()))
                .map(name -> name.toLowerCase(Locale.ROOT))
                .filter(name -> !seen.add(name))
                .findFirst()
                .ifPresent(name -> {
                    throw TelegraphException.of(
                            SqlState.DUPLICATE_ALIAS, "a WITH has each name once: name=" + name);
                });
    }
}
