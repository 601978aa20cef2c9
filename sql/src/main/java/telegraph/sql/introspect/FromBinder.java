package telegraph.sql.introspect;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Query.From;
import telegraph.language.ast.Term;
import telegraph.sql.introspect.FromPlan.Condition;
import telegraph.sql.introspect.FromPlan.Equality;
import telegraph.sql.introspect.FromPlan.Unit;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.QueryFrame;
import telegraph.sql.value.Table;

/// Resolves what stands in FROM and WHERE.
///
/// Threads: one.
final class FromBinder {
    private final BindContext binding;
    private final QueryNames names;
    private final TermBinder terms;

    FromBinder(BindContext binding, QueryNames names) {
        this.binding = binding;
        this.names = names;
        this.terms = new TermBinder(binding, names, Optional.empty());
    }

    /// Units and conditions while they are gathered.
    private record Parts(List<Unit> units, List<Condition> conditions) {
        Parts() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    FromPlan bind(List<From> from, Optional<Term> where) {
        Parts parts = new Parts();
        from.forEach(item -> add(item, parts));
        where.ifPresent(term -> conjuncts(term, parts.conditions()));
        return new FromPlan(parts.units(), parts.conditions(), binding.around());
    }

    private void add(From from, Parts parts) {
        switch (from) {
            case Query.Table table -> parts.units().add(table(table));
            case Query.Derived derived -> parts.units().add(derived(derived));
            case Query.Rows rows -> parts.units().add(rows(rows));
            case Query.Join join -> join(join, parts);
        }
    }

    private static String alias(Optional<Query.Alias> alias, String otherwise) {
        return alias.map(written -> written.name().name()).orElse(otherwise);
    }

    private Unit unit(int item, FromPlan.Source source) {
        BitSet items = new BitSet();
        items.set(item);
        return new Unit(items, source, names.takeUsed(), Optional.empty(), null);
    }

    private Unit table(Query.Table table) {
        if (table.sample().isPresent()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "TABLESAMPLE of the catalog is not there: table="
                            + String.join(".", table.parts()));
        }
        String alias = alias(table.alias(), table.parts().getLast());
        names.takeUsed();
        if (table.name().size() == 1) {
            Optional<QueryNames.Table> named = names.table(table.parts().getFirst());
            if (named.isPresent()) {
                int depth = named.get().depth();
                int index = named.get().index();
                int item = names.add("", alias, renamed(named.get().columns(), table.alias()));
                return unit(item, frame -> (Table) frame.at(depth).extras[index]);
            }
        }
        Relation relation =
                binding.around().relation(table.parts()).orElseThrow(() -> unknown(table));
        int item =
                names.add(
                        table.alias().isPresent() ? "" : relation.schema(),
                        alias,
                        renamed(relation.columns(), table.alias()),
                        relation.oid());
        return unit(item, _ -> binding.rows(relation));
    }

    private TelegraphException unknown(Query.Table table) {
        return TelegraphException.of(
                SqlState.UNDEFINED_TABLE,
                "unknown table \""
                        + String.join(".", table.parts())
                        + "\" at "
                        + binding.place(table.at())
                        + Nearest.hint(table.parts().getLast(), binding.around().names()));
    }

    private static List<Relation.Column> renamed(
            List<Relation.Column> columns, Optional<Query.Alias> alias) {
        List<String> given =
                alias.map(Query.Alias::columns).map(Identifier::names).orElse(List.of());
        List<Relation.Column> renamed = new ArrayList<>(columns);
        for (int i = 0; i < Math.min(given.size(), columns.size()); i++) {
            renamed.set(i, columns.get(i).withName(given.get(i)));
        }
        return renamed;
    }

    private Unit derived(Query.Derived derived) {
        names.takeUsed();
        names.hide(!derived.lateral());
        QueryPlan plan = terms.plan(derived.query());
        names.hide(false);
        String alias = alias(derived.alias(), "");
        BitSet needs = names.takeUsed();
        int item = names.add("", alias, renamed(plan.columns(), derived.alias()));
        Unit unit = unit(item, plan::table);
        unit.needs().or(needs);
        return unit;
    }

    private Unit rows(Query.Rows rows) {
        names.takeUsed();
        CallBinder calls = new CallBinder(binding, names, Optional.empty(), terms);
        List<Relation.Column> columns = new ArrayList<>();
        String alias = alias(rows.alias(), rows.call().bare());
        FromPlan.Source source = source(rows, calls, columns, alias);
        BitSet needs = names.takeUsed();
        int item = names.add("", alias, renamed(columns, rows.alias()));
        Unit unit = unit(item, source);
        unit.needs().or(needs);
        return unit;
    }

    private FromPlan.Source source(
            Query.Rows rows, CallBinder calls, List<Relation.Column> columns, String alias) {
        Term.Call call = rows.call();
        boolean several = call.bare().equals("unnest") && call.arguments().size() > 1;
        List<Bound> sets = new ArrayList<>();
        boolean set = true;
        if (several) {
            for (Term argument : call.arguments()) {
                Term.Call one = Term.Call.plain("unnest", List.of(argument), call.at());
                sets.add(calls.value(one, calls.inFrom(one)));
                columns.add(new Relation.Column(alias, sets.getLast().type()));
            }
        } else if (Set.of("coalesce", "nullif", "greatest", "least").contains(call.bare())) {
            sets.add(terms.bind(call));
            set = false;
            columns.add(new Relation.Column(alias, sets.getLast().type()));
        } else {
            CatalogFunction function = calls.inFrom(call);
            Bound value = calls.value(call, function);
            sets.add(value);
            set = function.set();
            if (value.fields().isEmpty()) {
                columns.add(new Relation.Column(alias, value.type()));
            } else {
                columns.addAll(value.fields());
            }
        }
        boolean record = !several && !sets.getFirst().fields().isEmpty();
        if (rows.ordinality()) {
            columns.add(new Relation.Column("ordinality", CatalogType.INT8));
        }
        boolean isSet = set;
        return frame -> table(frame, sets, isSet, record, rows.ordinality());
    }

    private static Table table(
            QueryFrame frame, List<Bound> sets, boolean set, boolean record, boolean ordinality) {
        List<List<?>> lists = new ArrayList<>();
        int count = 0;
        for (Bound bound : sets) {
            Object value = bound.in(frame);
            List<?> list =
                    set
                            ? value == null ? List.of() : (List<?>) value
                            : java.util.Collections.singletonList(value);
            lists.add(list);
            count = Math.max(count, list.size());
        }
        List<Object[]> table = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Object> row = new ArrayList<>();
            for (List<?> list : lists) {
                Object value = i < list.size() ? list.get(i) : null;
                if (record && value instanceof Object[] fields) {
                    row.addAll(java.util.Arrays.asList(fields));
                } else {
                    row.add(value);
                }
            }
            if (ordinality) {
                row.add(i + 1L);
            }
            table.add(row.toArray());
        }
        return new Table(table);
    }

    private void join(Query.Join join, Parts parts) {
        switch (join.kind()) {
            case INNER, CROSS -> {
                int first = names.items().size();
                add(join.left(), parts);
                int second = names.items().size();
                add(join.right(), parts);
                join.on().ifPresent(on -> conjuncts(on, parts.conditions()));
                using(join, first, second, parts.conditions());
            }
            case LEFT -> outer(join, join.left(), join.right(), parts);
            case RIGHT -> outer(join, join.right(), join.left(), parts);
            case FULL ->
                    throw TelegraphException.of(
                            SqlState.FEATURE_NOT_SUPPORTED,
                            "queries about the catalog have no FULL JOIN. LEFT JOIN and UNION ALL"
                                    + " give the same rows");
        }
    }

    private void outer(Query.Join join, From inner, From outer, Parts parts) {
        int first = names.items().size();
        add(inner, parts);
        int second = names.items().size();
        Parts side = new Parts();
        add(outer, side);
        List<Condition> on = new ArrayList<>();
        join.on().ifPresent(term -> conjuncts(term, on));
        using(join, first, second, on);
        BitSet items = new BitSet();
        side.units().forEach(unit -> items.or(unit.items()));
        BitSet needs = new BitSet();
        side.units().forEach(unit -> needs.or(unit.needs()));
        needs.andNot(items);
        boolean single = side.units().size() == 1 && side.conditions().isEmpty();
        parts.units()
                .add(
                        single && !side.units().getFirst().isOuter()
                                ? new Unit(
                                        items,
                                        side.units().getFirst().rows(),
                                        side.units().getFirst().needs(),
                                        Optional.of(on),
                                        null)
                                : new Unit(
                                        items,
                                        _ -> new Table(List.of()),
                                        needs,
                                        Optional.of(on),
                                        new FromPlan(
                                                side.units(),
                                                side.conditions(),
                                                binding.around())));
    }

    private void using(Query.Join join, int first, int second, List<Condition> conditions) {
        Set<String> columns =
                join.natural()
                        ? shared(first, second)
                        : new LinkedHashSet<>(Identifier.names(join.using()));
        for (String column : columns) {
            QueryNames.Place left = place(column, first, second);
            QueryNames.Place right = place(column, second, names.items().size());
            BitSet uses = new BitSet();
            uses.set(left.item());
            uses.set(right.item());
            Bound a = TermBinder.column(left);
            Bound b = TermBinder.column(right);
            conditions.add(
                    condition(binding.operators().bind("=", a, b, ""), uses, left, right, a, b));
            names.items().get(right.item()).merged().add(column);
        }
    }

    private Set<String> shared(int first, int second) {
        Set<String> left = new LinkedHashSet<>();
        names.items()
                .subList(first, second)
                .forEach(i -> i.columns().forEach(c -> left.add(c.name())));
        Set<String> right = new LinkedHashSet<>();
        names.items()
                .subList(second, names.items().size())
                .forEach(i -> i.columns().forEach(c -> right.add(c.name())));
        left.retainAll(right);
        return left;
    }

    private QueryNames.Place place(String column, int from, int to) {
        for (int i = from; i < to; i++) {
            List<Relation.Column> columns = names.items().get(i).columns();
            for (int c = 0; c < columns.size(); c++) {
                if (columns.get(c).name().equals(column)) {
                    return new QueryNames.Place(0, i, c, columns.get(c).type());
                }
            }
        }
        throw names.unknown(List.of(column), "USING");
    }

    private static Condition condition(
            Bound test,
            BitSet uses,
            QueryNames.Place left,
            QueryNames.Place right,
            Bound a,
            Bound b) {
        List<Equality> equalities = new ArrayList<>();
        if (isIndexable(left.type(), right.type())) {
            equalities.add(new Equality(left.item(), left.column(), b, only(right.item())));
            equalities.add(new Equality(right.item(), right.column(), a, only(left.item())));
        }
        return new Condition(uses, test, equalities);
    }

    private static BitSet only(int item) {
        BitSet set = new BitSet();
        set.set(item);
        return set;
    }

    /// Takes a condition apart at its ANDs.
    private void conjuncts(Term term, List<Condition> conditions) {
        if (term instanceof Term.Binary both && both.operator().equals("and")) {
            conjuncts(both.left(), conditions);
            conjuncts(both.right(), conditions);
            return;
        }
        names.takeUsed();
        Bound test = terms.truth(term);
        BitSet uses = names.takeUsed();
        List<Equality> equalities = new ArrayList<>();
        if (term instanceof Term.Binary equal && equal.operator().equals("=")) {
            equality(equal.left(), equal.right(), equalities);
            equality(equal.right(), equal.left(), equalities);
        }
        conditions.add(new Condition(uses, test, equalities));
    }

    /// Notes `column = value` if that is what it is.
    private void equality(Term side, Term other, List<Equality> equalities) {
        if (!(side instanceof Term.Name name)) {
            return;
        }
        Optional<QueryNames.Place> place = names.column(name.parts());
        names.takeUsed();
        if (place.isEmpty() || place.get().depth() > 0) {
            return;
        }
        Bound value = terms.bind(other);
        BitSet uses = names.takeUsed();
        CatalogType type = place.get().type();
        Bound alike = value.type().isUnknown() ? binding.conversions().cast(value, type) : value;
        if (!uses.get(place.get().item()) && isIndexable(type, alike.type())) {
            equalities.add(new Equality(place.get().item(), place.get().column(), alike, uses));
        }
    }

    /// Whether equal values of the two types are equal as keys, too.
    private static boolean isIndexable(CatalogType a, CatalogType b) {
        return a.isWhole() && b.isWhole() || a.isText() && b.isText() || a.equals(b);
    }
}
