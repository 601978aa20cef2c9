package telegraph.query.run;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.runtime.Bindable;
import telegraph.engine.Claim;
import telegraph.query.plan.GroupLineage;
import telegraph.query.plan.Plan;
import telegraph.query.plan.RemainderGuard;
import telegraph.query.plan.Remainders;

/// How the columns of a result change with the aggregates they are computed from.
///
/// The compiled formulas are evaluated at the estimates and one standard error above and below, one
/// aggregate at a time (central differences). Where a formula has steps, as ROUND and CASE have, it
/// can be flat there and not a little farther out; so it is evaluated a half-width above and below
/// too.
///
/// Threads: one at a time.
final class Gradients {
    private static final MathContext STEP_DIGITS = MathContext.DECIMAL64;

    private final Plan plan;
    private final GroupLineage.Threaded threaded;
    private final List<RexNode> formulas;
    private final Bindable<?> code;

    /// @param formulas of the block's columns
    Gradients(Plan plan, GroupLineage.Threaded threaded, List<RexNode> formulas) {
        this.plan = plan;
        this.threaded = threaded;
        this.formulas = formulas;
        this.code = Remainders.compile(threaded.formulaPlan(formulas), new HashMap<>());
    }

    /// How each formula changes with the group's aggregates. An aggregate of which nothing is
    /// claimed, or that is exact, has slope and reach 0.
    ///
    /// @param slopes derivatives by the aggregates; NaN where it has none. Steps are standard
    ///   errors, or half-widths where there are none
    /// @param reach how far it gets from its value within the half-width of an aggregate
    record Changes(double[][] slopes, double[][] reach) {
        /// The half-width of a formula. That of one aggregate alone follows the aggregate's to its
        /// ends, wherever it comes from. So does one that is flat around the estimates and not
        /// farther out.
        double error(int formula, Claim claim) {
            int changing = 0;
            double farthest = 0;
            for (int a = 0; a < slopes[formula].length; a++) {
                double slope = slopes[formula][a];
                double far = reach[formula][a];
                if (slope != 0 || far != 0) {
                    changing++;
                    farthest =
                            Math.max(farthest, Math.max(far, Math.abs(slope) * claim.errors()[a]));
                }
            }
            if (changing == 1) {
                return farthest;
            }
            double error = claim.error(slopes[formula]);
            return error == 0 ? farthest : error;
        }
    }

    /// Whether something is claimed of each aggregate that a formula reads.
    boolean isClaimed(int formula, Claim claim) {
        for (int ref : GroupLineage.references(formulas.get(formula))) {
            if (ref >= threaded.keys() && Double.isNaN(claim.errors()[ref - threaded.keys()])) {
                return false;
            }
        }
        return true;
    }

    /// The values of all formulas of a group; nulls if they have none.
    Object[] values(Object[] row, RemainderGuard guard) {
        return evaluated(List.<Object[]>of(row), guard).getFirst();
    }

    /// @param row the group's keys and aggregates and an index, as generated code takes them
    Changes of(Object[] row, Claim claim, RemainderGuard guard) {
        int aggregates = claim.errors().length;
        double[][] slopes = new double[formulas.size()][aggregates];
        double[][] reach = new double[slopes.length][aggregates];
        List<Object[]> rows = new ArrayList<>();
        rows.add(row);
        for (int a = 0; a < aggregates; a++) {
            if (isMoved(row, claim, a)) {
                for (double distance : distances(claim, a)) {
                    rows.add(moved(row, a, distance));
                }
            }
        }
        List<Object[]> values = rows.size() == 1 ? List.of() : evaluated(rows, guard);
        int at = 1;
        for (int a = 0; a < aggregates; a++) {
            if (isMoved(row, claim, a)) {
                int column = threaded.keys() + a;
                double width = number(rows.get(at)[column]) - number(rows.get(at + 1)[column]);
                for (int f = 0; f < slopes.length; f++) {
                    Object here = values.getFirst()[f];
                    slopes[f][a] = difference(values.get(at)[f], values.get(at + 1)[f]) / width;
                    double up = Math.abs(difference(values.get(at + 2)[f], here));
                    double down = Math.abs(difference(values.get(at + 3)[f], here));
                    reach[f][a] = Math.max(up, down);
                }
                at += distances(claim, a).length;
            }
        }
        return new Changes(slopes, reach);
    }

    private boolean isMoved(Object[] row, Claim claim, int aggregate) {
        return step(claim, aggregate) > 0 && row[threaded.keys() + aggregate] instanceof Number;
    }

    /// How far an aggregate is moved: a step up and down for the slope, a half-width for the reach.
    private static double[] distances(Claim claim, int aggregate) {
        double step = step(claim, aggregate);
        double error = claim.errors()[aggregate];
        return new double[] {step, -step, error, -error};
    }

    private Object[] moved(Object[] row, int aggregate, double distance) {
        Object[] changed = row.clone();
        int column = threaded.keys() + aggregate;
        changed[column] = moved((Number) changed[column], distance);
        return changed;
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    private static double difference(Object one, Object other) {
        return one instanceof Number && other instanceof Number
                ? number(one) - number(other)
                : Double.NaN;
    }

    /// One standard error, or the half-width if that does not come from one.
    private static double step(Claim claim, int aggregate) {
        double variance =
                claim.covariance().length == 0 ? 0 : claim.covariance()[aggregate][aggregate];
        return variance > 0 ? Math.sqrt(variance) : claim.errors()[aggregate];
    }

    /// A value of the same class, as far away as `step` says, or 1 where there is nothing between
    /// the numbers.
    private static Number moved(Number value, double step) {
        long whole = Math.max(1, Math.round(Math.abs(step))) * (step < 0 ? -1 : 1);
        return switch (value) {
            case BigDecimal decimal -> decimal.add(new BigDecimal(step, STEP_DIGITS));
            case Long n -> n + whole;
            case Integer n -> (int) (n + whole);
            case Short n -> (short) (n + whole);
            case Byte n -> (byte) (n + whole);
            case Float n -> (float) (n + step);
            default -> value.doubleValue() + step;
        };
    }

    /// The values of all formulas of each row; nulls where they have none.
    private List<Object[]> evaluated(List<Object[]> rows, RemainderGuard guard) {
        Map<String, Object> inputs = new HashMap<>();
        inputs.put(threaded.block().key(), Linq4j.asEnumerable(rows));
        inputs.putAll(guard.data());
        Enumerable<?> result = code.bind(plan.data().with(inputs));
        List<Object[]> values = new ArrayList<>();
        try (Enumerator<?> made = result.enumerator()) {
            while (made.moveNext()) {
                values.add((Object[]) made.current());
            }
            return values;
        } catch (RuntimeException e) {
            guard.check();
            if (rows.size() > 1) {
                return rows.stream().map(row -> values(row, guard)).toList();
            }
            // Where a formula has no value its slope is unknown, and so is the error.
            return List.<Object[]>of(new Object[formulas.size()]);
        }
    }
}
