package telegraph.sql.introspect;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import telegraph.sql.value.QueryFrame;
import telegraph.sql.value.Table;

/// The joins of one FROM and its WHERE: a nested loop over its units, each row of which is found by
/// an index on one column where an equality allows it.
///
/// ```
/// unit       rows, found once for each run, then thinned by the conditions about it alone
/// order      the smallest first, then those an equality leads to, then the smallest of the rest;
///            an outer join's unit when all it looks at is there
/// condition  asked as soon as all items it looks at have a row
/// ```
///
/// Invariant: units of outer joins come after the inner ones that do not need them, so what a
/// condition of an inner join or of WHERE says holds for the row they are joined to.
///
/// Threads: that of the statement.
final class FromPlan {
    /// After so many rows somebody may want to stop.
    private static final int PACE = 4_096;

    private final List<Unit> units;
    private final List<Condition> conditions;
    private final Surroundings around;
    private int looked;

    /// Some rows and where they go in a frame.
    ///
    /// @param items the indexes of their items
    /// @param rows in a frame; a group's rows are one row for each item
    /// @param needs the items that have to have a row before its own are known
    /// @param on what its rows must fulfil if it is the outer side of a join; empty for an inner
    ///   one
    /// @param inner the joins of a group, or null for a single item
    record Unit(
            BitSet items, Source rows, BitSet needs, Optional<List<Condition>> on, FromPlan inner) {
        int item() {
            return items.nextSetBit(0);
        }

        boolean isOuter() {
            return on.isPresent();
        }
    }

    /// Where a unit's rows come from.
    @FunctionalInterface
    interface Source {
        Table in(QueryFrame frame);
    }

    /// A condition and the items it looks at.
    ///
    /// @param equalities ways to see it as `column = value`
    record Condition(BitSet uses, Bound test, List<Equality> equalities) {}

    /// `item.column = value`, the value computed from other items.
    record Equality(int item, int column, Bound value, BitSet uses) {}

    /// A unit with its rows, at its place in the order.
    private record Step(
            Unit unit, Table table, Optional<Equality> index, List<Condition> conditions) {}

    FromPlan(List<Unit> units, List<Condition> conditions, Surroundings around) {
        this.around = around;
        this.units = units;
        this.conditions = conditions;
    }

    /// Puts each row of the join into the frame, until `more` has enough.
    void run(QueryFrame frame, BooleanSupplier more) {
        Order order = new Order(frame);
        for (Condition condition : order.early) {
            if (!Boolean.TRUE.equals(condition.test().in(frame))) {
                return;
            }
        }
        step(order.steps(), 0, frame, more);
    }

    private boolean step(List<Step> steps, int at, QueryFrame frame, BooleanSupplier more) {
        if (at == steps.size()) {
            return more.getAsBoolean();
        }
        Step step = steps.get(at);
        Unit unit = step.unit();
        if (unit.inner() != null) {
            return group(steps, at, frame, more);
        }
        int item = unit.item();
        Table table = step.table() == null ? unit.rows().in(frame) : step.table();
        List<Object[]> rows =
                step.index()
                        .map(e -> table.having(e.column(), e.value().in(frame)))
                        .orElse(table.rows());
        boolean matched = false;
        for (Object[] row : rows) {
            if (++looked % PACE == 0) {
                around.goOn();
            }
            frame.rows[item] = row;
            if (holds(unit.on().orElse(List.of()), frame)) {
                matched = true;
                if (holds(step.conditions(), frame) && !step(steps, at + 1, frame, more)) {
                    return false;
                }
            }
        }
        frame.rows[item] = null;
        return matched
                || !unit.isOuter()
                || !holds(step.conditions(), frame)
                || step(steps, at + 1, frame, more);
    }

    /// A join on the outer side of a join.
    private boolean group(List<Step> steps, int at, QueryFrame frame, BooleanSupplier more) {
        Unit unit = steps.get(at).unit();
        boolean[] matched = {false};
        boolean[] goesOn = {true};
        unit.inner()
                .run(
                        frame,
                        () -> {
                            if (holds(unit.on().orElse(List.of()), frame)) {
                                matched[0] = true;
                                goesOn[0] =
                                        !holds(steps.get(at).conditions(), frame)
                                                || step(steps, at + 1, frame, more);
                            }
                            return goesOn[0];
                        });
        unit.items().stream().forEach(item -> frame.rows[item] = null);
        if (!goesOn[0] || matched[0] || !unit.isOuter()) {
            return goesOn[0];
        }
        return !holds(steps.get(at).conditions(), frame) || step(steps, at + 1, frame, more);
    }

    private static boolean holds(List<Condition> conditions, QueryFrame frame) {
        for (Condition condition : conditions) {
            if (!Boolean.TRUE.equals(condition.test().in(frame))) {
                return false;
            }
        }
        return true;
    }

    /// The order of the units for one run.
    private final class Order {
        private final QueryFrame frame;
        private final List<Unit> left = new ArrayList<>(units);
        private final List<Condition> open = new ArrayList<>();
        private final List<Condition> early = new ArrayList<>();
        private final List<Table> thinned = new ArrayList<>();
        private final BitSet bound = new BitSet();

        Order(QueryFrame frame) {
            this.frame = frame;
            BitSet own = new BitSet();
            units.forEach(unit -> own.or(unit.items()));
            for (Condition condition : conditions) {
                // A group's conditions may look at items around it, which have their rows.
                boolean about = condition.uses().intersects(own);
                (about ? open : early).add(condition);
            }
            for (Unit unit : units) {
                thinned.add(thin(unit));
            }
            this.bound.or(outside(own));
        }

        private BitSet outside(BitSet own) {
            BitSet outside = new BitSet();
            conditions.forEach(condition -> outside.or(condition.uses()));
            units.forEach(unit -> {
                outside.or(unit.needs());
                unit.on().ifPresent(on -> on.forEach(c -> outside.or(c.uses())));
            });
            outside.andNot(own);
            return outside;
        }

        /// The rows of a unit without those that conditions about it alone rule out; null where
        /// they depend on other units.
        private Table thin(Unit unit) {
            if (unit.inner() != null || !unit.needs().isEmpty()) {
                return null;
            }
            Table table = unit.rows().in(frame);
            if (unit.isOuter()) {
                return table;
            }
            List<Condition> local =
                    open.stream().filter(c -> isWithin(c.uses(), unit.items())).toList();
            if (local.isEmpty()) {
                return table;
            }
            Optional<Equality> key =
                    local.stream()
                            .flatMap(c -> c.equalities().stream())
                            .filter(e -> e.uses().isEmpty() && e.item() == unit.item())
                            .findFirst();
            List<Object[]> rows =
                    key.map(e -> table.having(e.column(), e.value().in(frame)))
                            .orElse(table.rows());
            List<Object[]> kept = new ArrayList<>();
            for (Object[] row : rows) {
                frame.rows[unit.item()] = row;
                if (holds(local, frame)) {
                    kept.add(row);
                }
            }
            frame.rows[unit.item()] = null;
            open.removeAll(local);
            return new Table(kept);
        }

        List<Step> steps() {
            List<Step> steps = new ArrayList<>();
            while (!left.isEmpty()) {
                int next = next();
                Unit unit = left.remove(next);
                Table table = thinned.remove(next);
                Optional<Equality> index =
                        table == null ? Optional.empty() : index(unit, candidates(unit));
                bound.or(unit.items());
                List<Condition> now = open.stream().filter(c -> isWithin(c.uses(), bound)).toList();
                open.removeAll(now);
                steps.add(new Step(unit, table, index, now));
            }
            return steps;
        }

        private int next() {
            int best = -1;
            long least = Long.MAX_VALUE;
            for (int i = 0; i < left.size(); i++) {
                long cost = cost(left.get(i), thinned.get(i));
                if (cost < least) {
                    best = i;
                    least = cost;
                }
            }
            return best < 0 ? 0 : best;
        }

        private long cost(Unit unit, Table table) {
            BitSet needs = (BitSet) unit.needs().clone();
            unit.on().ifPresent(on -> on.forEach(c -> needs.or(c.uses())));
            needs.andNot(unit.items());
            if (!isWithin(needs, bound)) {
                return Long.MAX_VALUE;
            }
            if (unit.isOuter()) {
                return Long.MAX_VALUE - 1;
            }
            if (table == null) {
                return Integer.MAX_VALUE;
            }
            boolean led = index(unit, open).filter(e -> !e.uses().isEmpty()).isPresent();
            return led ? Math.min(table.rows().size(), 1) : 1L + table.rows().size();
        }

        private List<Condition> candidates(Unit unit) {
            return unit.on().orElse(open);
        }

        private Optional<Equality> index(Unit unit, List<Condition> from) {
            return from.stream()
                    .flatMap(c -> c.equalities().stream())
                    .filter(e -> e.item() == unit.item() && isWithin(e.uses(), bound))
                    .findFirst();
        }
    }

    static boolean isWithin(BitSet part, BitSet whole) {
        BitSet rest = (BitSet) part.clone();
        rest.andNot(whole);
        return rest.isEmpty();
    }
}
