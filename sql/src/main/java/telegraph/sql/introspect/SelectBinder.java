package telegraph.sql.introspect;

import java.util.ArrayList;
import java.util.Arrays;
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
import telegraph.language.query.OutputNames;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.QueryFrame;
import telegraph.sql.value.ValueOrder;

/// Resolves the names in one SELECT.
///
/// Its rows come about in this order: the joins, WHERE among them; groups and their aggregates;
/// HAVING; windows; the values selected, a row more for each element of the sets among them;
/// DISTINCT; ORDER BY.
///
/// Threads: one.
final class SelectBinder {
    /// The most rows a join may have.
    private static final int MATCHES_MAX = 1_000_000;

    private final BindContext binding;
    private final QueryNames names;
    private final Slots slots = new Slots();
    private final TermBinder terms;

    SelectBinder(BindContext binding, QueryNames names) {
        this.binding = binding;
        this.names = names;
        this.terms = new TermBinder(binding, names, Optional.of(slots));
    }

    /// What is selected.
    private record Output(List<Relation.Column> columns, List<Bound> values, List<Term> terms) {}

    /// All the parts of the SELECT, ready to run.
    private record Parts(
            FromPlan from,
            Optional<List<Bound>> groups,
            Optional<Bound> having,
            Output output,
            List<Bound> keys,
            List<Term.SortKey> order,
            boolean distinct,
            List<Bound> on) {}

    QueryPlan bind(Query.Select select, List<Term.SortKey> order) {
        FromPlan from = new FromBinder(binding, names).bind(select.from(), select.where());
        Output output = output(select.items());
        List<Bound> groups =
                select.grouping().keys().stream()
                        .filter(term ->
                                !(term instanceof Term.Sets sets && sets.sort() == Term.Sort.EMPTY))
                        .map(term -> referring(term, output, true))
                        .toList();
        Optional<Bound> having = select.grouping().having().map(terms::truth);
        List<Bound> keys = order.stream().map(key -> referring(key.term(), output, false)).toList();
        List<Bound> on =
                select.distinct().on().stream()
                        .map(term -> referring(term, output, false))
                        .toList();
        boolean grouped = !groups.isEmpty() || having.isPresent() || !slots.aggregates().isEmpty();
        Parts parts =
                new Parts(
                        from,
                        grouped ? Optional.of(groups) : Optional.empty(),
                        having,
                        output,
                        keys,
                        order,
                        select.distinct().rows(),
                        on);
        return new QueryPlan(
                output.columns(),
                true,
                binding,
                (frame, enough) -> new SelectRun(parts, frame).rows(enough));
    }

    private Output output(List<Query.Item> items) {
        Output output = new Output(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (Query.Item item : items) {
            if (item.term() instanceof Term.Star star) {
                star(star, output);
            } else if (item.term() instanceof Term.Field field && field.name().equals("*")) {
                fields(field, output);
            } else {
                Bound value = terms.bind(item.term());
                Bound known =
                        value.type().isUnknown()
                                ? binding.conversions().cast(value, CatalogType.TEXT)
                                : value;
                String name =
                        item.alias()
                                .map(Identifier::name)
                                .orElseGet(() -> OutputNames.of(item.term()));
                output.columns().add(new Relation.Column(name, known.type(), known.fields()));
                output.values().add(known);
                output.terms().add(item.term());
            }
        }
        return output;
    }

    private void star(Term.Star star, Output output) {
        boolean found = false;
        for (int i = 0; i < names.items().size(); i++) {
            QueryNames.Item item = names.items().get(i);
            boolean whole = star.qualifier().isEmpty();
            if (!whole && !item.name().equals(star.parts().getLast())) {
                continue;
            }
            found = true;
            for (int c = 0; c < item.columns().size(); c++) {
                Relation.Column column = item.columns().get(c);
                if (!whole || !item.merged().contains(column.name())) {
                    output.columns().add(column);
                    output.values()
                            .add(TermBinder.column(new QueryNames.Place(0, i, c, column.type())));
                    output.terms().add(star);
                }
            }
        }
        if (!found) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_TABLE,
                    "there is no table before the star at " + binding.place(star.at()));
        }
    }

    private void fields(Term.Field all, Output output) {
        Bound record = terms.bind(all.term());
        for (int i = 0; i < record.fields().size(); i++) {
            int index = i;
            output.columns().add(record.fields().get(i));
            output.values()
                    .add(
                            Bound.of(
                                    record.fields().get(i).type(),
                                    frame ->
                                            record.in(frame) instanceof Object[] row
                                                    ? row[index]
                                                    : null));
            output.terms().add(all);
        }
    }

    /// What ORDER BY or GROUP BY names: the number of an output, its name, or an expression. In
    /// GROUP BY a column of FROM comes before an output of that name.
    private Bound referring(Term term, Output output, boolean columnFirst) {
        if (term instanceof Term.Literal literal && literal.value() instanceof Long number) {
            return output.values().get(ordinal(number, output.values().size()));
        }
        if (term instanceof Term.Name name && name.parts().size() == 1) {
            boolean known = columnFirst && isColumn(name.parts());
            for (int i = 0; i < output.columns().size() && !known; i++) {
                if (output.columns().get(i).name().equals(name.parts().getFirst())) {
                    return output.values().get(i);
                }
            }
        }
        int same = output.terms().indexOf(term);
        return same >= 0 && !(term instanceof Term.Star)
                ? output.values().get(same)
                : terms.bind(term);
    }

    private boolean isColumn(List<String> parts) {
        return names.items().stream()
                .flatMap(item -> item.columns().stream())
                .anyMatch(column -> column.name().equals(parts.getFirst()));
    }

    static int ordinal(long number, int columns) {
        if (number < 1 || number > columns) {
            throw TelegraphException.of(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    "a number in ORDER BY or GROUP BY is that of a column selected: number="
                            + number
                            + " columns="
                            + columns);
        }
        return (int) number - 1;
    }

    /// A row with the values it is sorted by before it.
    static Object[] keyed(List<Bound> keys, QueryFrame frame, Object[] row) {
        Object[] keyed = new Object[keys.size() + row.length];
        for (int i = 0; i < keys.size(); i++) {
            keyed[i] = keys.get(i).in(frame);
        }
        System.arraycopy(row, 0, keyed, keys.size(), row.length);
        return keyed;
    }

    static List<Object[]> unkeyed(List<Object[]> rows, int keys) {
        return rows.stream().map(row -> Arrays.copyOfRange(row, keys, row.length)).toList();
    }

    /// One run of the SELECT.
    private final class SelectRun {
        private final Parts parts;
        private final QueryFrame frame;

        SelectRun(Parts parts, QueryFrame outer) {
            this.parts = parts;
            this.frame =
                    new QueryFrame(
                            outer, names.items().size(), slots.count(), binding.around()::count);
        }

        /// What the joins found for one row, and what was computed beside it.
        private record Match(Object[][] rows, Object[] extras) {}

        List<Object[]> rows(long enough) {
            if (!parts.on().isEmpty() && !slots.sets().isEmpty()) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "in queries about the catalog there is no set beside DISTINCT ON");
            }
            boolean whole =
                    parts.groups().isPresent()
                            || parts.distinct()
                            || !parts.order().isEmpty()
                            || !slots.windows().isEmpty();
            List<Match> matches = matches(whole ? Long.MAX_VALUE : enough);
            if (parts.groups().isPresent()) {
                matches = grouped(matches, parts.groups().get());
            }
            if (!slots.windows().isEmpty()) {
                WindowRun.fill(slots.windows(), matches.size(), index(matches), binding);
            }
            List<Object[]> rows = new ArrayList<>();
            for (Match match : matches) {
                show(match);
                select(rows);
            }
            return finished(rows);
        }

        private WindowRun.Rows index(List<Match> matches) {
            return i -> {
                show(matches.get(i));
                return frame;
            };
        }

        private List<Match> matches(long enough) {
            List<Match> matches = new ArrayList<>();
            parts.from()
                    .run(
                            frame,
                            () -> {
                                demandFew(matches.size());
                                matches.add(
                                        new Match(frame.rows.clone(), new Object[slots.count()]));
                                return matches.size() < enough;
                            });
            return matches;
        }

        private static void demandFew(int matches) {
            if (matches == MATCHES_MAX) {
                throw TelegraphException.resource(
                        "a query about the catalog looks at "
                                + MATCHES_MAX
                                + " rows of a join at most");
            }
        }

        private void show(Match match) {
            frame.rows = match.rows();
            frame.extras = match.extras();
        }

        private List<Match> grouped(List<Match> matches, List<Bound> by) {
            Map<List<Object>, List<Match>> groups = new LinkedHashMap<>();
            if (by.isEmpty()) {
                groups.put(List.of(), matches);
            }
            for (Match match : by.isEmpty() ? List.<Match>of() : matches) {
                show(match);
                Object[] key = by.stream().map(term -> term.in(frame)).toArray();
                groups.computeIfAbsent(ValueOrder.key(key), _ -> new ArrayList<>()).add(match);
            }
            List<Match> kept = new ArrayList<>();
            for (List<Match> group : groups.values()) {
                Object[] extras = new Object[slots.count()];
                for (Slots.Gathered gathered : slots.aggregates()) {
                    extras[gathered.slot()] = aggregate(gathered, group);
                }
                Match first =
                        new Match(
                                group.isEmpty()
                                        ? new Object[names.items().size()][]
                                        : group.getFirst().rows(),
                                extras);
                show(first);
                if (parts.having().isEmpty()
                        || Boolean.TRUE.equals(parts.having().get().in(frame))) {
                    kept.add(first);
                }
            }
            return kept;
        }

        private Object aggregate(Slots.Gathered gathered, List<Match> group) {
            List<Object[]> rows = new ArrayList<>();
            for (Match match : group) {
                show(match);
                if (Boolean.TRUE.equals(gathered.filter().in(frame))) {
                    Object[] values = gathered.arguments().stream().map(a -> a.in(frame)).toArray();
                    rows.add(keyed(gathered.order(), frame, values));
                }
            }
            if (!gathered.keys().isEmpty()) {
                rows.sort(ValueOrder.by(gathered.keys()));
            }
            List<Object[]> values = unkeyed(rows, gathered.order().size());
            if (gathered.distinct()) {
                values = QueryBinder.distinct(values);
            }
            List<CatalogType> types = gathered.arguments().stream().map(Bound::type).toList();
            return binding.room()
                    .take(
                            gathered.aggregate()
                                    .of(
                                            values,
                                            gathered.aggregate().type(types),
                                            new CatalogFunction.Call(types, binding.around())));
        }

        /// Adds the row of the match at hand, or one for each element of the sets.
        private void select(List<Object[]> rows) {
            int count = 1;
            List<List<?>> sets = new ArrayList<>();
            if (!slots.sets().isEmpty()) {
                count = 0;
                for (Slots.Expanded set : slots.sets()) {
                    Object value = set.set().in(frame);
                    List<?> list = value instanceof List<?> elements ? elements : List.of();
                    sets.add(list);
                    count = Math.max(count, list.size());
                }
            }
            for (int i = 0; i < count; i++) {
                for (int s = 0; s < sets.size(); s++) {
                    List<?> set = sets.get(s);
                    frame.extras[slots.sets().get(s).slot()] = i < set.size() ? set.get(i) : null;
                }
                Object[] row =
                        parts.output().values().stream().map(value -> value.in(frame)).toArray();
                List<Bound> keys = new ArrayList<>(parts.keys());
                keys.addAll(parts.on());
                rows.add(keyed(keys, frame, row));
            }
        }

        private List<Object[]> finished(List<Object[]> found) {
            int before = parts.keys().size() + parts.on().size();
            List<Object[]> rows = new ArrayList<>(found);
            if (!parts.order().isEmpty()) {
                rows.sort(ValueOrder.by(parts.order()));
            }
            if (parts.distinct()) {
                Set<List<Object>> seen = new HashSet<>();
                int from = parts.on().isEmpty() ? before : parts.keys().size();
                int to = parts.on().isEmpty() ? -1 : before;
                rows.removeIf(row ->
                        !seen.add(
                                ValueOrder.key(
                                        Arrays.copyOfRange(row, from, to < 0 ? row.length : to))));
            }
            return unkeyed(rows, before);
        }
    }
}
