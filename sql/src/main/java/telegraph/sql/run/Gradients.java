package telegraph.sql.run;

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
import telegraph.sql.plan.Guard;
import telegraph.sql.plan.Plan;
import telegraph.sql.plan.Remainders;
import telegraph.sql.plan.Running;

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
    private final Running.Threaded threaded;
    private final List<RexNode> formulas;
    private final Bindable<?> code;

    /// @param formulas of the block's columns
    Gradients(Plan plan, Running.Threaded threaded, List<RexNode> formulas) {
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
        for (int ref : Running.references(formulas.get(formula))) {
            if (ref >= threaded.keys() && Double.isNaN(claim.errors()[ref - threaded.keys()])) {
                return false;
            }
        }
        return true;
    }

    /// The values of all formulas of a group; nulls if they have none.
    Object[] values(Object[] row, Guard guard) {
        return evaluated(row, guard);
    }

    /// @param row the group's keys and aggregates and an index, as generated code takes them
    Changes of(Object[] row, Claim claim, Guard guard) {
        int aggregates = claim.errors().length;
        double[][] slopes = new double[formulas.size()][aggregates];
        double[][] reach = new double[slopes.length][aggregates];
        Object[] here = null;
        for (int a = 0; a < aggregates; a++) {
            double step = step(claim, a);
            Object value = row[threaded.keys() + a];
            if (!(step > 0) || !(value instanceof Number number)) {
                continue;
            }
            derivatives(row, a, number, step, guard, slopes);
            int column = threaded.keys() + a;
            here = here == null ? evaluated(row, column, number, guard) : here;
            for (double end : new double[] {claim.errors()[a], -claim.errors()[a]}) {
                Object[] there = evaluated(row, column, moved(number, end), guard);
                for (int c = 0; c < reach.length; c++) {
                    reach[c][a] = Math.max(reach[c][a], distance(here[c], there[c]));
                }
            }
        }
        return new Changes(slopes, reach);
    }

    private static double distance(Object here, Object there) {
        return here instanceof Number h && there instanceof Number t
                ? Math.abs(h.doubleValue() - t.doubleValue())
                : Double.NaN;
    }

    /// One standard error, or the half-width if that does not come from one.
    private static double step(Claim claim, int aggregate) {
        double variance =
                claim.covariance().length == 0 ? 0 : claim.covariance()[aggregate][aggregate];
        return variance > 0 ? Math.sqrt(variance) : claim.errors()[aggregate];
    }

    private void derivatives(
            Object[] row,
            int aggregate,
            Number value,
            double step,
            Guard guard,
            double[][] gradients) {
        int column = threaded.keys() + aggregate;
        Number above = moved(value, step);
        Number below = moved(value, -step);
        double width = above.doubleValue() - below.doubleValue();
        Object[] high = evaluated(row, column, above, guard);
        Object[] low = evaluated(row, column, below, guard);
        for (int c = 0; c < gradients.length; c++) {
            gradients[c][aggregate] =
                    high[c] instanceof Number h && low[c] instanceof Number l
                            ? (h.doubleValue() - l.doubleValue()) / width
                            : Double.NaN;
        }
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

    /// The values of all formulas with one aggregate changed; nulls if they have none.
    private Object[] evaluated(Object[] row, int column, Number value, Guard guard) {
        Object[] changed = row.clone();
        changed[column] = value;
        return evaluated(changed, guard);
    }

    private Object[] evaluated(Object[] row, Guard guard) {
        Map<String, Object> inputs = new HashMap<>();
        List<Object[]> rows = new ArrayList<>();
        rows.add(row);
        inputs.put(threaded.block().key(), Linq4j.asEnumerable(rows));
        inputs.putAll(guard.data());
        Enumerable<?> result = code.bind(plan.data().with(inputs));
        try (Enumerator<?> values = result.enumerator()) {
            values.moveNext();
            return (Object[]) values.current();
        } catch (RuntimeException e) {
            guard.check();
            // Where a formula has no value its slope is unknown, and so is the error.
            return new Object[formulas.size()];
        }
    }
}
