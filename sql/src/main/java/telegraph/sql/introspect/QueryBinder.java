package telegraph.sql.introspect;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Term;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.QueryFrame;
import telegraph.sql.value.Table;
import telegraph.sql.value.ValueOrder;

/// Resolves the names in a query: WITH, what combines SELECTs, and the order of the result.
///
/// Threads: one.
final class QueryBinder {
    /// A recursive query ends here at the latest.
    private static final int ROUNDS_MAX = 10_000;

    private final BindContext binding;
    private final QueryNames outer;

    QueryBinder(BindContext binding, QueryNames outer) {
        this.binding = binding;
        this.outer = outer;
    }

    QueryPlan bind(Query query) {
        QueryNames tables = new QueryNames(outer);
        List<Named> named = new ArrayList<>();
        for (Query.With with : query.with()) {
            named.add(with(with, tables));
        }
        QueryPlan body = body(query, tables);
        return new QueryPlan(
                body.columns(),
                tables.reachesOut(),
                binding,
                (frame, enough) -> {
                    QueryFrame here = new QueryFrame(frame, 0, named.size());
                    for (int i = 0; i < named.size(); i++) {
                        named.get(i).fill(here, i);
                    }
                    return body.body().rows(here, enough);
                });
    }

    /// A query with a name; a recursive one is begun by its first part and goes on with its second
    /// until that finds nothing more.
    private record Named(QueryPlan first, Optional<QueryPlan> again, boolean all) {
        void fill(QueryFrame frame, int index) {
            List<Object[]> rows = first.body().rows(frame, Long.MAX_VALUE);
            if (again.isEmpty()) {
                frame.extras[index] = new Table(rows);
                return;
            }
            Set<List<Object>> seen = new HashSet<>();
            List<Object[]> whole = new ArrayList<>();
            List<Object[]> last = fresh(rows, seen, whole);
            for (int round = 0; !last.isEmpty(); round++) {
                if (round == ROUNDS_MAX) {
                    throw TelegraphException.resource(
                            "a recursive query about the catalog goes "
                                    + ROUNDS_MAX
                                    + " rounds at most");
                }
                frame.extras[index] = new Table(last);
                last = fresh(again.get().body().rows(frame, Long.MAX_VALUE), seen, whole);
            }
            frame.extras[index] = new Table(whole);
        }

        private List<Object[]> fresh(
                List<Object[]> rows, Set<List<Object>> seen, List<Object[]> whole) {
            List<Object[]> fresh =
                    all
                            ? rows
                            : rows.stream().filter(row -> seen.add(ValueOrder.key(row))).toList();
            whole.addAll(fresh);
            return fresh;
        }
    }

    private Named with(Query.With with, QueryNames tables) {
        if (with.recursive()
                && with.query().body() instanceof Query.Both both
                && both.operator() == Query.SetOperator.UNION) {
            QueryPlan first = new QueryBinder(binding, tables).bind(both.left());
            tables.addTable(
                    with.name().name(), named(first.columns(), Identifier.names(with.columns())));
            QueryPlan again = new QueryBinder(binding, tables).bind(both.right());
            return new Named(first, Optional.of(again), both.all());
        }
        QueryPlan plan = new QueryBinder(binding, tables).bind(with.query());
        tables.addTable(
                with.name().name(), named(plan.columns(), Identifier.names(with.columns())));
        return new Named(plan, Optional.empty(), true);
    }

    private static List<Relation.Column> named(List<Relation.Column> columns, List<String> given) {
        List<Relation.Column> named = new ArrayList<>(columns);
        for (int i = 0; i < Math.min(given.size(), columns.size()); i++) {
            named.set(i, columns.get(i).withName(given.get(i)));
        }
        return named;
    }

    private QueryPlan body(Query query, QueryNames tables) {
        TermBinder terms = new TermBinder(binding, tables, Optional.empty());
        Optional<Bound> limit = query.limit().map(term -> count(terms, term));
        Optional<Bound> offset = query.offset().map(term -> count(terms, term));
        QueryPlan plain =
                switch (query.body()) {
                    case Query.Select select ->
                            new SelectBinder(binding, new QueryNames(tables))
                                    .bind(select, query.order());
                    case Query.Both both -> ordered(both(both, tables), query.order());
                    case Query.Values values -> ordered(values(values, tables), query.order());
                    case Query.Nested nested ->
                            ordered(
                                    new QueryBinder(binding, tables).bind(nested.query()),
                                    query.order());
                };
        if (limit.isEmpty() && offset.isEmpty()) {
            return plain;
        }
        return new QueryPlan(
                plain.columns(),
                true,
                binding,
                (frame, enough) -> {
                    long skip = offset.map(b -> number(b.in(frame), 0)).orElse(0L);
                    long most =
                            Math.min(
                                    enough,
                                    limit.map(b -> number(b.in(frame), Long.MAX_VALUE))
                                            .orElse(Long.MAX_VALUE));
                    boolean all = most > Integer.MAX_VALUE || !query.order().isEmpty();
                    return plain.body().rows(frame, all ? Long.MAX_VALUE : skip + most).stream()
                            .skip(skip)
                            .limit(most)
                            .toList();
                });
    }

    private Bound count(TermBinder terms, Term term) {
        return binding.conversions().cast(terms.bind(term), CatalogType.INT8);
    }

    private static long number(Object value, long otherwise) {
        return value == null ? otherwise : (Long) value;
    }

    private QueryPlan both(Query.Both both, QueryNames tables) {
        QueryPlan left = new QueryBinder(binding, tables).bind(both.left());
        QueryPlan right = new QueryBinder(binding, tables).bind(both.right());
        if (left.columns().size() != right.columns().size()) {
            throw TelegraphException.of(
                    SqlState.SYNTAX_ERROR,
                    "both sides of "
                            + both.operator()
                            + " have as many columns: left="
                            + left.columns().size()
                            + " right="
                            + right.columns().size());
        }
        List<Relation.Column> columns = new ArrayList<>();
        for (int i = 0; i < left.columns().size(); i++) {
            CatalogType type =
                    TypeConversions.common(
                            left.columns().get(i).type(), right.columns().get(i).type());
            columns.add(
                    new Relation.Column(
                            left.columns().get(i).name(),
                            type.isUnknown() ? CatalogType.TEXT : type));
        }
        return new QueryPlan(
                columns,
                true,
                binding,
                (frame, _) -> {
                    List<Object[]> first = converted(left, columns, frame);
                    List<Object[]> second = converted(right, columns, frame);
                    return combined(both, first, second);
                });
    }

    private List<Object[]> converted(
            QueryPlan plan, List<Relation.Column> columns, QueryFrame frame) {
        List<Object[]> converted = new ArrayList<>();
        for (Object[] row : plan.body().rows(frame, Long.MAX_VALUE)) {
            Object[] other = new Object[row.length];
            for (int i = 0; i < row.length; i++) {
                other[i] =
                        binding.conversions()
                                .convert(
                                        row[i],
                                        plan.columns().get(i).type(),
                                        columns.get(i).type());
            }
            converted.add(other);
        }
        return converted;
    }

    private static List<Object[]> combined(
            Query.Both both, List<Object[]> first, List<Object[]> second) {
        if (both.operator() == Query.SetOperator.UNION) {
            List<Object[]> all = new ArrayList<>(first);
            all.addAll(second);
            return both.all() ? all : distinct(all);
        }
        Map<List<Object>, Integer> counts = new LinkedHashMap<>();
        second.forEach(row -> counts.merge(ValueOrder.key(row), 1, Integer::sum));
        boolean wanted = both.operator() == Query.SetOperator.INTERSECT;
        List<Object[]> kept = new ArrayList<>();
        for (Object[] row : first) {
            List<Object> key = ValueOrder.key(row);
            int count = counts.getOrDefault(key, 0);
            if (both.all() && count > 0) {
                counts.put(key, count - 1);
            }
            if (count > 0 == wanted) {
                kept.add(row);
            }
        }
        return both.all() ? kept : distinct(kept);
    }

    static List<Object[]> distinct(List<Object[]> rows) {
        Set<List<Object>> seen = new HashSet<>();
        return rows.stream().filter(row -> seen.add(ValueOrder.key(row))).toList();
    }

    private QueryPlan values(Query.Values values, QueryNames tables) {
        TermBinder terms = new TermBinder(binding, tables, Optional.empty());
        List<List<Bound>> rows = values.rows().stream().map(row -> terms.all(row.terms())).toList();
        List<Relation.Column> columns = new ArrayList<>();
        for (int i = 0; i < rows.getFirst().size(); i++) {
            CatalogType type = CatalogType.UNKNOWN;
            for (List<Bound> row : rows) {
                type = TypeConversions.common(type, row.get(i).type());
            }
            columns.add(
                    new Relation.Column(
                            "column" + (i + 1), type.isUnknown() ? CatalogType.TEXT : type));
        }
        List<List<Bound>> converted = new ArrayList<>();
        for (List<Bound> row : rows) {
            List<Bound> cast = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                cast.add(binding.conversions().cast(row.get(i), columns.get(i).type()));
            }
            converted.add(cast);
        }
        return new QueryPlan(
                columns,
                true,
                binding,
                (frame, _) ->
                        converted.stream()
                                .map(row -> row.stream().map(b -> b.in(frame)).toArray())
                                .toList());
    }

    /// Orders rows by columns of the result itself.
    private QueryPlan ordered(QueryPlan plan, List<Term.SortKey> keys) {
        if (keys.isEmpty()) {
            return plan;
        }
        QueryNames names = new QueryNames(outer);
        names.add("", "", plan.columns());
        TermBinder terms = new TermBinder(binding, names, Optional.empty());
        List<Bound> bound =
                keys.stream().map(key -> key(key.term(), plan.columns().size(), terms)).toList();
        return new QueryPlan(
                plan.columns(),
                true,
                binding,
                (frame, _) -> {
                    List<Object[]> sorted = new ArrayList<>();
                    QueryFrame here = new QueryFrame(frame, 1, 0);
                    for (Object[] row : plan.body().rows(frame, Long.MAX_VALUE)) {
                        here.rows[0] = row;
                        sorted.add(SelectBinder.keyed(bound, here, row));
                    }
                    sorted.sort(ValueOrder.by(keys));
                    return SelectBinder.unkeyed(sorted, keys.size());
                });
    }

    private static Bound key(Term term, int columns, TermBinder terms) {
        if (term instanceof Term.Literal literal && literal.value() instanceof Long ordinal) {
            int column = SelectBinder.ordinal(ordinal, columns);
            return Bound.of(CatalogType.TEXT, frame -> frame.rows[0][column]);
        }
        return terms.bind(term);
    }
}
