package telegraph.sql.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import telegraph.engine.source.Source;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
import telegraph.language.ast.Query;
import telegraph.language.ast.Statement;
import telegraph.language.query.QueryWalk;
import telegraph.tables.access.SampledSource;
import telegraph.tables.access.TableSource;

/// What the changes of one statement did so far that later ones of it may know.
///
/// PostgreSQL has all of them see the rows that were there before the statement, and each other's
/// through RETURNING alone. Here they are done one after the other, which comes to the same as long
/// as none reads a table that one before it changed: that is refused.
///
/// Threads: the statement's own.
final class ChangesInTurn {
    private final Map<String, Source> named = new HashMap<>();
    private final Set<String> silent = new HashSet<>();
    private final Map<Integer, List<String>> changed = new HashMap<>();

    /// A change gave rows, under a name.
    void returned(String name, Source rows) {
        named.put(key(name), rows);
    }

    /// A change has no RETURNING.
    void silent(String name) {
        silent.add(key(name));
    }

    /// A change was made under a name.
    ///
    /// @param container that of the table
    void changed(int container, String name) {
        changed.computeIfAbsent(container, _ -> new ArrayList<>()).add(key(name));
    }

    /// Whether something was done under a name.
    boolean names(String name) {
        return named.containsKey(key(name)) || silent.contains(key(name));
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /// The tables that a query can name, beside some that it has anyway.
    Map<String, Source> tables(Statement.Select query, Map<String, Source> more) {
        if (named.isEmpty() && silent.isEmpty()) {
            return more;
        }
        for (String name : names(query)) {
            if (silent.contains(name)) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "WITH \"" + name + "\" does not have a RETURNING clause");
            }
        }
        Map<String, Source> all = new HashMap<>(named);
        all.putAll(more);
        return all;
    }

    private static List<String> names(Statement.Select query) {
        return QueryWalk.tables(query.query()).stream()
                .map(Query.Table::name)
                .filter(name -> name.size() == 1)
                .map(name -> key(name.getFirst().name()))
                .toList();
    }

    /// Makes sure that a query reads no table that was changed.
    ///
    /// @param sources what it reads
    void demandUnchanged(List<Source> sources) {
        for (Source source : sources) {
            Source whole = source instanceof SampledSource sampled ? sampled.whole() : source;
            if (whole instanceof TableSource table
                    && changed.containsKey(table.table().container())) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "a table is read in the statement that changes it: table="
                                + table.table().name()
                                + ". Read the rows of its RETURNING, or write two statements");
            }
        }
    }

    /// Makes sure that it is known which of two changes of a table comes first: the later one
    /// inserts what the earlier one gave.
    void demandFollowing(Change change, int container) {
        List<String> before = changed.getOrDefault(container, List.of());
        boolean follows =
                before.isEmpty()
                        || change instanceof Change.Insert insert
                                && insert.onConflict().isEmpty()
                                && insert.source()
                                        .filter(from -> names(from).containsAll(before))
                                        .isPresent();
        if (!follows) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a statement changes a table twice, and does not insert what the first change"
                            + " gave: table="
                            + change.table()
                            + ". Write two statements");
        }
    }
}
