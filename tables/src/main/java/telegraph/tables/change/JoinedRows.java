package telegraph.tables.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import telegraph.language.ast.Change;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Span;
import telegraph.language.ast.Statement;
import telegraph.language.ast.Term;

/// The rows that RETURNING is asked about as one table, in which those of a changed table and of
/// the tables that it was joined with stand side by side: what it names are views of parts of them.
///
/// ```
/// SELECT … FROM "#row" AS "t"
///   → SELECT … FROM "#row" AS "#row",
///         LATERAL (SELECT "#row"."#0" AS "id", …) AS "t",
///         LATERAL (SELECT "#row"."#4" AS "x", …) AS "s"
/// ```
///
/// @param own the names of the columns of the changed table
/// @param others those of the joined tables, those of each behind [Change#JOINED], in the order of
///   `names`
/// @param names what RETURNING calls the joined tables; none if it may name the changed one alone
public record JoinedRows(List<String> own, List<String> others, List<String> names) {
    /// The names of the columns of the table.
    public List<String> columns() {
        return names.isEmpty()
                ? own
                : IntStream.range(0, own.size() + others.size()).mapToObj(c -> "#" + c).toList();
    }

    /// What RETURNING asks of the table.
    ///
    /// @param returning over the changed table alone
    public Statement.Select query(Statement.Select returning) {
        if (names.isEmpty()
                || !(returning.query().body() instanceof Query.Select select)
                || !(select.from().getFirst() instanceof Query.Table changed)) {
            return returning;
        }
        Span at = changed.at();
        List<Query.From> from = new ArrayList<>();
        from.add(
                new Query.Table(
                        changed.name(), Optional.of(new Query.Alias(row(at), List.of())), at));
        from.add(part(changed.alias().orElseThrow(), 0, own, at));
        for (int i = 0; i < names.size(); i++) {
            int start = others.indexOf(Change.JOINED + i) + 1;
            int end =
                    i + 1 < names.size() ? others.indexOf(Change.JOINED + (i + 1)) : others.size();
            Query.Alias alias = new Query.Alias(new Identifier(names.get(i), at), List.of());
            from.add(part(alias, own.size() + start, others.subList(start, end), at));
        }
        Query asked = returning.query();
        Query.Body over =
                new Query.Select(
                        select.distinct(),
                        select.items(),
                        from,
                        select.where(),
                        select.grouping(),
                        select.windows(),
                        select.qualify(),
                        select.at());
        return returning.with(
                new Query(
                        asked.with(),
                        over,
                        asked.order(),
                        asked.limit(),
                        asked.ties(),
                        asked.offset(),
                        asked.at()));
    }

    private static Identifier row(Span at) {
        return new Identifier(Change.ROW, at);
    }

    private static Query.From part(Query.Alias alias, int first, List<String> columns, Span at) {
        List<Query.Item> items = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            Identifier column = new Identifier("#" + (first + c), at);
            items.add(
                    new Query.Item(
                            new Term.Name(List.of(row(at), column), at),
                            Optional.of(new Identifier(columns.get(c), at)),
                            at));
        }
        return new Query.Derived(
                Query.of(
                        new Query.Select(
                                Query.Distinct.NONE,
                                items,
                                List.of(),
                                Optional.empty(),
                                Query.Grouping.NONE,
                                List.of(),
                                Optional.empty(),
                                at),
                        at),
                true,
                Optional.of(alias),
                at);
    }
}
