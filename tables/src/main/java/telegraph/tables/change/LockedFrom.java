package telegraph.tables.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Query.From;
import telegraph.language.ast.RowLock;
import telegraph.language.ast.Statement;
import telegraph.language.ast.Term;
import telegraph.language.query.QueryWalk;
import telegraph.query.operator.Functions;
import telegraph.query.operator.Sets;

/// What is in the FROM of a query whose rows are locked: the tables, and which of them are locked
/// how. It refuses what PostgreSQL refuses, in its words, and what has no rows of a table.
///
/// Threads: any.
public final class LockedFrom {
    /// The tables, in the order of FROM.
    private final List<Item> tables = new ArrayList<>();

    private final List<RowLock> locks;
    private final Set<String> with;
    private final Predicate<Query.Table> isOurs;
    private final Query.Select select;
    private boolean onlyTables = true;

    /// A table in FROM.
    ///
    /// @param lock how its rows are locked; empty if they are not
    public record Item(Query.Table table, Optional<RowLock> lock) {
        /// What the query calls it.
        public Identifier name() {
            return table.alias().map(Query.Alias::name).orElseGet(() -> table.name().getLast());
        }
    }

    /// @param isOurs whether a name is one of a table whose rows can be locked, or of none
    public LockedFrom(Statement.SelectForUpdate rows, Predicate<Query.Table> isOurs) {
        Query query = rows.query().query();
        this.locks = rows.locks();
        this.isOurs = isOurs;
        this.with =
                query.with().stream()
                        .map(it -> it.name().name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet());
        this.select = plain(query);
        locks.forEach(this::demandNamed);
        select.from().forEach(from -> add(from, false));
    }

    public List<Item> tables() {
        return List.copyOf(tables);
    }

    /// Whether nothing else is in FROM.
    public boolean isOnlyTables() {
        return onlyTables;
    }

    private Query.Select plain(Query query) {
        return switch (query.body()) {
            case Query.Both _ -> throw notAllowed("UNION/INTERSECT/EXCEPT");
            case Query.Values _ -> throw refused(words(locks.getFirst()), "VALUES");
            case Query.Nested _ -> throw refused(words(locks.getFirst()), "a query in parentheses");
            case Query.Select plain -> {
                demandRows(plain);
                demandCounted(query);
                yield plain;
            }
        };
    }

    private void demandRows(Query.Select plain) {
        if (plain.distinct().rows()) {
            throw notAllowed("DISTINCT clause");
        }
        if (plain.grouping().by().isPresent()) {
            throw notAllowed("GROUP BY clause");
        }
        if (plain.grouping().having().isPresent()) {
            throw notAllowed("HAVING clause");
        }
        if (plain.qualify().isPresent()) {
            throw notAllowed("QUALIFY clause");
        }
        for (Query.Item item : plain.items()) {
            demandPlain(item.term());
        }
    }

    private void demandPlain(Term item) {
        List<Query> inner = new ArrayList<>();
        QueryWalk.walk(
                item,
                part -> {
                    if (part instanceof Query query) {
                        inner.add(query);
                    } else if (part instanceof Term.Call call && inner.isEmpty()) {
                        demandPlain(call);
                    }
                });
    }

    private void demandPlain(Term.Call call) {
        if (call.over().isPresent()) {
            throw notAllowed("window functions");
        }
        if (Functions.isAggregate(call.bare())) {
            throw notAllowed("aggregate functions");
        }
        if (Sets.areOf(call.bare())) {
            throw notAllowed("set-returning functions in the target list");
        }
    }

    private void demandCounted(Query query) {
        if (!query.ties()) {
            return;
        }
        if (locks.stream().anyMatch(lock -> lock.waiting() == RowLock.Waiting.SKIP_LOCKED)) {
            throw TelegraphException.of(
                    SqlState.SYNTAX_ERROR,
                    "SKIP LOCKED and WITH TIES options cannot be used together");
        }
        throw notAllowed("WITH TIES");
    }

    /// Makes sure that what a lock names is there.
    private void demandNamed(RowLock lock) {
        for (Identifier name : lock.of()) {
            if (select.from().stream().noneMatch(from -> names(from, name))) {
                throw TelegraphException.of(
                        SqlState.UNDEFINED_TABLE,
                        "relation \""
                                + name.name()
                                + "\" in "
                                + words(lock)
                                + " clause not found in FROM clause");
            }
        }
    }

    private static boolean names(From from, Identifier name) {
        return switch (from) {
            case Query.Table table -> same(new Item(table, Optional.empty()).name(), name);
            case Query.Derived derived -> named(derived.alias(), name);
            case Query.Rows rows ->
                    named(rows.alias(), name)
                            || rows.alias().isEmpty() && same(rows.call().name().getLast(), name);
            case Query.Join join -> names(join.left(), name) || names(join.right(), name);
        };
    }

    private static boolean named(Optional<Query.Alias> alias, Identifier name) {
        return alias.filter(it -> same(it.name(), name)).isPresent();
    }

    private static boolean same(Identifier one, Identifier other) {
        return one.name().equalsIgnoreCase(other.name());
    }

    /// @param nullable whether it stands on that side of an outer join
    private void add(From from, boolean nullable) {
        switch (from) {
            case Query.Table table -> add(table, nullable);
            case Query.Derived derived -> {
                onlyTables = false;
                Optional<RowLock> lock = lock(name -> named(derived.alias(), name));
                if (lock.isPresent()) {
                    throw refused(words(lock.get()), "a subquery");
                }
            }
            case Query.Rows rows -> {
                onlyTables = false;
                if (locks.stream()
                        .anyMatch(lock -> lock.of().stream().anyMatch(n -> names(rows, n)))) {
                    throw refused(words(locks.getFirst()), "a function");
                }
            }
            case Query.Join join -> {
                boolean left = join.kind() == Query.Kind.RIGHT || join.kind() == Query.Kind.FULL;
                boolean right = join.kind() == Query.Kind.LEFT || join.kind() == Query.Kind.FULL;
                add(join.left(), nullable || left);
                add(join.right(), nullable || right);
            }
        }
    }

    private void add(Query.Table table, boolean nullable) {
        Item named = new Item(table, Optional.empty());
        if (table.name().size() == 1
                && with.contains(table.name().getFirst().name().toLowerCase(Locale.ROOT))) {
            onlyTables = false;
            if (locks.stream()
                    .anyMatch(lock -> lock.of().stream().anyMatch(n -> same(named.name(), n)))) {
                throw refused(words(locks.getFirst()), "a WITH query");
            }
            return;
        }
        Optional<RowLock> lock = lock(name -> same(named.name(), name));
        if (!isOurs.test(table)) {
            onlyTables = false;
            if (lock.isPresent()) {
                throw refused(
                        words(lock.get()),
                        "\""
                                + named.name().name()
                                + "\", which is no table of Telegraph's own. Name those that are"
                                + " behind OF");
            }
            return;
        }
        if (lock.isPresent() && nullable) {
            throw refused(words(lock.get()), "the nullable side of an outer join");
        }
        tables.add(new Item(table, lock));
    }

    /// How a part of FROM is locked: as strongly and as eagerly as any clause has it.
    private Optional<RowLock> lock(Predicate<Identifier> names) {
        return locks.stream()
                .filter(lock -> lock.of().isEmpty() || lock.of().stream().anyMatch(names))
                .reduce((one, other) ->
                        new RowLock(
                                greater(one.strength(), other.strength()),
                                List.of(),
                                greater(one.waiting(), other.waiting()),
                                one.position()));
    }

    private static <E extends Enum<E>> E greater(E one, E other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static String words(RowLock lock) {
        return "FOR " + lock.strength().words();
    }

    private TelegraphException notAllowed(String what) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                words(locks.getFirst()) + " is not allowed with " + what);
    }

    private static TelegraphException refused(String lock, String what) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED, lock + " cannot be applied to " + what);
    }
}
