package telegraph.query.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Query.From;
import telegraph.language.ast.Term;
import telegraph.query.operator.Sets;

/// Puts the sets that stand in the list of a SELECT into its FROM, side by side.
///
/// ```
/// SELECT a, unnest(b) + 1, generate_series(1, a) FROM t
///   → SELECT a, "$sets"."1" + 1, "$sets"."2"
///     FROM t, UNNEST($PADDED(b), $PADDED(generate_series(1, a))) AS "$sets" ("1", "2")
/// ```
///
/// Threads: one.
final class SelectedSets {
    private static final String TABLE = "$sets";

    private final TermNodes terms;
    private final SetTables tables;
    private final Places places;

    /// What the list has that is read; null where none is.
    private Listed list;

    /// Whether a set may stand where it is read.
    private boolean open;

    /// What a list has.
    static final class Listed {
        private final List<SqlNode> sets = new ArrayList<>();
        private boolean gathers;

        boolean hasSets() {
            return !sets.isEmpty();
        }
    }

    SelectedSets(TermNodes terms, Places places) {
        this.terms = terms;
        this.tables = new SetTables(terms, places);
        this.places = places;
    }

    /// Reads a query, whose lists are its own.
    <T> T within(Supplier<T> query) {
        return reading(null, false, query);
    }

    /// Reads a part in which no set may stand.
    <T> T closed(Supplier<T> part) {
        return reading(list, false, part);
    }

    /// Reads a list, and tells what it has.
    Listed opened(Runnable items) {
        Listed listed = new Listed();
        reading(
                listed,
                true,
                () -> {
                    items.run();
                    return null;
                });
        return listed;
    }

    /// Reads a function over more rows than one, within which no set may stand.
    <T> T gathering(Supplier<T> function) {
        if (list != null) {
            list.gathers = true;
        }
        return closed(function);
    }

    private <T> T reading(Listed listed, boolean opens, Supplier<T> part) {
        Listed listBefore = list;
        boolean openBefore = open;
        list = listed;
        open = opens;
        try {
            return part.get();
        } finally {
            list = listBefore;
            open = openBefore;
        }
    }

    /// What stands in the list for a call that gives a set.
    SqlNode column(Term.Call call) {
        SqlParserPos at = places.of(call.at());
        List<SqlNode> sets = closed(() -> tables.sets(call, at));
        if (!open || sets.size() != 1 || !call.gathering().equals(Term.Gathering.NONE)) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a set is not allowed at "
                            + places.text(call.at())
                            + ". "
                            + call.bare()
                            + " stands in FROM, or by itself in what SELECT lists");
        }
        list.sets.addAll(sets);
        return new SqlIdentifier(
                List.of(TABLE, String.valueOf(list.sets.size())),
                places.of(call.name().getFirst().at()));
    }

    /// What a SELECT reads, and its sets.
    ///
    /// @param from null for nothing
    SqlNode beside(SqlNode from, Listed listed, Query.Select select) {
        if (listed.gathers || !select.grouping().equals(Query.Grouping.NONE)) {
            throw terms.refused(
                    select.at(),
                    "a set beside groups, aggregates or windows in one SELECT. Put these into a"
                            + " subquery in FROM");
        }
        if (select.from().stream().anyMatch(SelectedSets::isOfChange)) {
            throw terms.refused(
                    select.at(), "a set in what a change assigns or returns. It stands in FROM");
        }
        List<SqlNode> sets = listed.sets;
        SqlParserPos at = places.of(select.at());
        List<SqlNode> columns =
                sets.size() == 1
                        ? sets
                        : sets.stream()
                                .<SqlNode>map(s -> Sets.PADDED.createCall(s.getParserPosition(), s))
                                .toList();
        List<SqlNode> operands = new ArrayList<>();
        operands.add(SqlStdOperatorTable.UNNEST.createCall(at, columns));
        operands.add(new SqlIdentifier(TABLE, at));
        for (int s = 1; s <= sets.size(); s++) {
            operands.add(new SqlIdentifier(String.valueOf(s), at));
        }
        SqlNode table = SqlStdOperatorTable.AS.createCall(at, operands);
        return from == null ? table : QueryNodes.comma(from, table, at);
    }

    /// Whether it is what only a change has: each of its rows is one row of a table.
    private static boolean isOfChange(From from) {
        return switch (from) {
            case Query.Table table -> {
                String name = table.name().getFirst().name();
                yield name.equals(Change.TARGET)
                        || name.equals(Change.ROW)
                        || name.equals(Change.EXCLUDED);
            }
            case Query.Join join -> isOfChange(join.left()) || isOfChange(join.right());
            default -> false;
        };
    }

    /// The items with a star for each table in the place of one for all, which would be one for the
    /// sets too.
    List<Query.Item> starred(Query.Select select) {
        List<Query.Item> items = new ArrayList<>();
        for (Query.Item item : select.items()) {
            if (item.term() instanceof Term.Star star && star.qualifier().isEmpty()) {
                for (From from : select.from()) {
                    stars(from, item, items);
                }
            } else {
                items.add(item);
            }
        }
        return items;
    }

    private void stars(From from, Query.Item item, List<Query.Item> items) {
        switch (from) {
            case Query.Table table ->
                    items.add(
                            star(
                                    item,
                                    table.alias()
                                            .map(alias -> List.of(alias.name()))
                                            .orElse(table.name())));
            case Query.Derived derived when derived.alias().isPresent() ->
                    items.add(star(item, List.of(derived.alias().get().name())));
            case Query.Rows rows when rows.alias().isPresent() ->
                    items.add(star(item, List.of(rows.alias().get().name())));
            case Query.Join join when !join.natural() && join.using().isEmpty() -> {
                stars(join.left(), item, items);
                stars(join.right(), item, items);
            }
            default ->
                    throw terms.refused(
                            item.at(),
                            "a star beside a set, over a join by names or a table without one");
        }
    }

    private static Query.Item star(Query.Item item, List<Identifier> table) {
        return new Query.Item(new Term.Star(table, item.term().at()), Optional.empty(), item.at());
    }
}
