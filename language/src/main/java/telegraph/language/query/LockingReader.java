package telegraph.language.query;

import java.util.ArrayList;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.RowLock;
import telegraph.language.ast.RowLock.Strength;
import telegraph.language.ast.RowLock.Waiting;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Tokens;

/// Reads FOR UPDATE and its like, and takes the queries whose rows are locked out of those around
/// them: they are done first, each once, and stand there as tables.
///
/// ```
/// locking = FOR ( UPDATE | NO KEY UPDATE | SHARE | KEY SHARE ) [ OF name { "," name } ]
///           [ NOWAIT | SKIP LOCKED ]
/// ```
///
/// Threads: one.
final class LockingReader {
    private final Tokens tokens;
    private final TermReader terms;

    /// The queries that WITH gives names to and that can be named now, the outermost first.
    private final List<Query.With> scope = new ArrayList<>();

    private List<LockedQuery> found = new ArrayList<>();
    private int count;

    LockingReader(Tokens tokens, TermReader terms) {
        this.tokens = tokens;
        this.terms = terms;
    }

    boolean isNext() {
        return tokens.peek().is("for");
    }

    RowLock read() {
        Position position = tokens.position();
        tokens.expect("for");
        Strength strength = strength();
        List<Identifier> of = new ArrayList<>();
        if (tokens.accept("of")) {
            do {
                of.add(unqualified());
            } while (tokens.acceptSign(","));
        }
        Waiting waiting =
                tokens.accept("nowait")
                        ? Waiting.NOWAIT
                        : tokens.accept("skip", "locked") ? Waiting.SKIP_LOCKED : Waiting.WAIT;
        return new RowLock(strength, of, waiting, position);
    }

    private Strength strength() {
        if (tokens.accept("update")) {
            return Strength.UPDATE;
        }
        if (tokens.accept("no", "key", "update")) {
            return Strength.NO_KEY_UPDATE;
        }
        if (tokens.accept("share")) {
            return Strength.SHARE;
        }
        if (tokens.accept("key", "share")) {
            return Strength.KEY_SHARE;
        }
        throw tokens.unexpected("UPDATE or SHARE", List.of("UPDATE", "SHARE"));
    }

    private Identifier unqualified() {
        Position position = tokens.position();
        List<Identifier> name = terms.qualified();
        if (name.size() > 1) {
            throw Tokens.error(position, "what rows are locked of is named without a schema");
        }
        return name.getFirst();
    }

    /// Remembers a query that WITH gives a name to; a mark for [#forget] is the number before.
    void know(Query.With with) {
        scope.add(with);
    }

    int known() {
        return scope.size();
    }

    void forget(int mark) {
        scope.subList(mark, scope.size()).clear();
    }

    /// The table that stands for the rows of a query, which are locked.
    ///
    /// @param mark how many queries could be named around it
    Query taken(Query query, List<RowLock> locks, int mark) {
        List<Query.With> around = named(query, scope.subList(0, mark));
        if (EachTime.first(around).isPresent()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a WITH that gives other rows each time around rows that are locked at "
                            + locks.getFirst().position()
                            + ". Keep its rows in a table first");
        }
        Span at = query.at();
        Query rows = around.isEmpty() ? query : query.under(around);
        Identifier name = new Identifier("#locked" + ++count, at);
        Query reference = all(name.name(), query);
        found.add(new LockedQuery(name, rows, List.copyOf(locks), reference));
        return reference;
    }

    /// All rows of a table, which has the columns of a query; a single one by its name, which a
    /// scalar subquery gives on.
    private static Query all(String table, Query query) {
        Query.From from = Query.Table.of(table, query.at());
        boolean single =
                query.body() instanceof Query.Select select
                        && select.items().size() == 1
                        && !(select.items().getFirst().term() instanceof Term.Star);
        if (!single) {
            return QueryReader.allOf(from, query.at());
        }
        Query.Item item = ((Query.Select) query.body()).items().getFirst();
        Identifier name =
                item.alias()
                        .orElseGet(() -> new Identifier(OutputNames.of(item.term()), item.at()));
        return QueryReader.allOf(from, query.at(), new Term.Name(List.of(name), item.at()));
    }

    /// The queries around one that it names, with those that these may name.
    private static List<Query.With> named(Query query, List<Query.With> around) {
        boolean none =
                QueryWalk.tables(query).stream()
                        .filter(table -> table.name().size() == 1)
                        .map(table -> table.name().getFirst().name())
                        .noneMatch(name ->
                                around.stream()
                                        .anyMatch(it -> it.name().name().equalsIgnoreCase(name)));
        return none ? List.of() : List.copyOf(around);
    }

    /// What was taken out since this was last asked.
    List<LockedQuery> drain() {
        List<LockedQuery> drained = found;
        found = new ArrayList<>();
        return drained;
    }
}
