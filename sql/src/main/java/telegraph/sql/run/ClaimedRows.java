package telegraph.sql.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.runtime.Bindable;
import telegraph.engine.Basis;
import telegraph.engine.Claim;
import telegraph.engine.Estimates;
import telegraph.sql.plan.BlockRel;
import telegraph.sql.plan.Guard;
import telegraph.sql.plan.Plan;
import telegraph.sql.plan.Remainders;
import telegraph.sql.plan.Running;

/// Makes the rows of a running answer of the groups as they stand, and claims of rows of claims of
/// groups.
///
/// A column that is an aggregate as it is has that aggregate's claim. One that is a function of
/// aggregates has its half-width by the delta method, with the derivatives of [Gradients].
///
/// Threads: one at a time.
final class ClaimedRows {
    private final Plan plan;
    private final Running running;
    private final Running.Threaded threaded;
    private final Bindable<?> code;
    private final Gradients gradients;

    /// For each column the aggregate that it is, or -1.
    private final int[] bare;

    ClaimedRows(Plan plan, Running running) {
        this.plan = plan;
        this.running = running;
        this.threaded = running.threaded().orElseThrow();
        this.bare = new int[threaded.formulas().size()];
        boolean computed = false;
        for (int c = 0; c < bare.length; c++) {
            bare[c] = Running.bare(threaded.formulas().get(c), threaded.keys());
            computed |= bare[c] < 0 && running.columns().get(c).isClaimable();
        }
        this.code =
                threaded.root() instanceof BlockRel
                        ? null
                        : Remainders.compile(threaded.root(), new HashMap<>());
        this.gradients = computed ? new Gradients(plan, threaded) : null;
    }

    /// At most `rowsMax` rows.
    RunningAnswer of(BlockRun.Groups groups, int rowsMax, Guard guard) {
        Estimates estimates = groups.estimates();
        List<Object[]> rows = new ArrayList<>();
        List<RowClaim> claims = new ArrayList<>();
        try (Enumerator<?> made = rows(groups.rows(), guard).enumerator()) {
            while (rows.size() < rowsMax && made.moveNext()) {
                Object[] row = RowForm.row(made.current());
                int group = ((Number) row[row.length - 1]).intValue();
                Claim claim = estimates.claims().get(group);
                rows.add(row);
                claims.add(claim(groups.rows().get(group), claim, estimates.reason(), guard));
            }
        }
        double progress =
                estimates.cohort() >= 0 && estimates.unitsTotal() > 0
                        ? (double) estimates.units() / estimates.unitsTotal()
                        : Double.NaN;
        return new RunningAnswer(
                rows,
                claims,
                progress,
                estimates.unmet(),
                estimates.stoppingPoint(),
                estimates.reason());
    }

    private Enumerable<?> rows(List<Object[]> groups, Guard guard) {
        if (code == null) {
            return Linq4j.asEnumerable(groups);
        }
        Map<String, Object> inputs = new HashMap<>();
        inputs.put(
                threaded.block().key(),
                RowForm.bare(Linq4j.asEnumerable(groups), threaded.width()));
        inputs.putAll(guard.data());
        return code.bind(plan.data().with(inputs));
    }

    private RowClaim claim(Object[] group, Claim claim, String general, Guard guard) {
        int columns = bare.length;
        String reason = claim.reason().isEmpty() ? general : claim.reason();
        RowClaim row = RowClaim.none(columns, reason);
        Gradients.Changes changes = null;
        boolean any = false;
        boolean estimated = false;
        boolean scaled = false;
        for (int c = 0; c < columns; c++) {
            Running.Column column = running.columns().get(c);
            estimated |= column.estimated();
            scaled |= column.isClaimable();
            if (bare[c] >= 0) {
                row.errors()[c] = column.isClaimable() ? claim.errors()[bare[c]] : Double.NaN;
                row.lows()[c] = claim.lows()[bare[c]];
                row.highs()[c] = claim.highs()[bare[c]];
            } else if (column.isClaimable() && isClaimed(threaded.formulas().get(c), claim)) {
                changes = changes == null ? gradients.of(group, claim, guard) : changes;
                row.errors()[c] = error(changes.slopes()[c], changes.reach()[c], claim);
            }
            any |= !Double.isNaN(row.errors()[c]);
        }
        // What aggregates are estimated from is a sample even while nothing is claimed of this
        // column.
        Basis basis = any || scaled || !estimated ? claim.basis() : Basis.SO_FAR;
        return new RowClaim(basis, row.errors(), row.lows(), row.highs(), any ? "" : reason);
    }

    /// The half-width of a function with these derivatives and this reach. That of one aggregate
    /// alone follows the aggregate's to its ends, wherever it comes from. So does one that is flat
    /// around the estimates and not farther out.
    private static double error(double[] slopes, double[] reach, Claim claim) {
        int changing = 0;
        double farthest = 0;
        for (int a = 0; a < slopes.length; a++) {
            if (slopes[a] != 0 || reach[a] != 0) {
                changing++;
                farthest =
                        Math.max(
                                farthest,
                                Math.max(reach[a], Math.abs(slopes[a]) * claim.errors()[a]));
            }
        }
        if (changing == 1) {
            return farthest;
        }
        double error = claim.error(slopes);
        return error == 0 ? farthest : error;
    }

    /// Whether something is claimed of each aggregate that a formula reads.
    private boolean isClaimed(RexNode formula, Claim claim) {
        for (int ref : Running.references(formula)) {
            if (ref >= threaded.keys() && Double.isNaN(claim.errors()[ref - threaded.keys()])) {
                return false;
            }
        }
        return true;
    }
}
