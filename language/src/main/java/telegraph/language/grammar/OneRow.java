package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Tokens;

/// A query that gives several columns of a row their values: an item of FROM with one row, of NULLs
/// if the query has none. One with more rows fails when it is run.
///
/// ```
/// LATERAL (SELECT single_value("0"), single_value("1") FROM (query) AS "#rows" ("0", "1"))
///     AS "#set0" ("0", "1")
/// ```
record OneRow(Composed composed, String name, int count) {
    private static final String ROWS = "#rows";

    /// @throws telegraph.ground.TelegraphException if it is seen that it has not as many columns
    static void demandWidth(Query query, int count, Position place) {
        switch (query.body()) {
            case Query.Select select -> {
                List<Query.Item> items = select.items();
                boolean counted =
                        items.stream()
                                .map(Query.Item::term)
                                .noneMatch(t -> t instanceof Term.Star || t instanceof Term.Field);
                if (counted) {
                    demandWidth(items.size(), count, place);
                }
            }
            case Query.Values values ->
                    demandWidth(values.rows().getFirst().terms().size(), count, place);
            case Query.Nested nested -> demandWidth(nested.query(), count, place);
            case Query.Both both -> demandWidth(both.left(), count, place);
        }
    }

    static void demandWidth(int width, int count, Position place) {
        if (width != count) {
            throw Tokens.error(
                    place,
                    "number of columns does not match number of values: columns="
                            + count
                            + " values="
                            + width);
        }
    }

    /// Its columns.
    List<Query.Item> columns() {
        return numbers().stream()
                .map(number -> composed.item(composed.column(name, number)))
                .toList();
    }

    Query.From of(Query query) {
        List<Query.Item> single = new ArrayList<>();
        for (String number : numbers()) {
            single.add(
                    composed.item(
                            Term.Call.plain(
                                    "single_value",
                                    List.of(composed.column(number)),
                                    composed.at())));
        }
        Query.From rows = new Query.Derived(query, false, Optional.of(alias(ROWS)), composed.at());
        Query one = composed.select(single, List.of(rows), Optional.empty());
        return new Query.Derived(one, true, Optional.of(alias(name)), composed.at());
    }

    private Query.Alias alias(String of) {
        List<Identifier> columns = numbers().stream().map(composed::name).toList();
        return new Query.Alias(composed.name(of), columns);
    }

    private List<String> numbers() {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }
}
