package telegraph.query.run;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.runtime.Bindable;
import telegraph.engine.Basis;
import telegraph.engine.Claim;
import telegraph.engine.Estimates;
import telegraph.query.block.BlockRel;
import telegraph.query.plan.GroupLineage;
import telegraph.query.plan.Plan;
import telegraph.query.plan.RemainderGuard;
import telegraph.query.plan.Remainders;

/// Makes the rows of a running answer of the groups as they stand, and claims of rows of claims of
/// groups.
///
/// A column that is an aggregate as it is has that aggregate's claim. One that is a function of
/// aggregates has its half-width by the delta method, with the derivatives of [Gradients].
///
/// Threads: one at a time.
final class ClaimedRows {
    private final Plan plan;
    private final GroupLineage running;
    private final GroupLineage.Threaded threaded;
    private final Bindable<?> code;
    private final Gradients gradients;
    private final Optional<ClaimedConditions> deciding;

    /// For each column the aggregate that it is, or -1.
    private final int[] bare;

    ClaimedRows(Plan plan, GroupLineage running) {
        this.plan = plan;
        this.running = running;
        this.threaded = running.threaded().orElseThrow();
        this.bare = new int[threaded.formulas().size()];
        boolean computed = false;
        for (int c = 0; c < bare.length; c++) {
            bare[c] = GroupLineage.bare(threaded.formulas().get(c), threaded.keys());
            computed |= bare[c] < 0 && running.columns().get(c).isClaimable();
        }
        this.code =
                threaded.root() instanceof BlockRel
                        ? null
                        : Remainders.compile(threaded.root(), new HashMap<>());
        this.gradients = computed ? new Gradients(plan, threaded, threaded.formulas()) : null;
        this.deciding = ClaimedConditions.of(plan, threaded);
    }

    /// At most `rowsMax` rows.
    RunningAnswer of(BlockRun.Groups groups, int rowsMax, RemainderGuard guard) {
        Estimates estimates = groups.estimates();
        List<Object[]> rows = new ArrayList<>();
        List<RowClaim> claims = new ArrayList<>();
        BitSet open = open(groups, guard);
        try (Enumerator<?> made = rows(groups.rows(), guard).enumerator()) {
            while (rows.size() < rowsMax && made.moveNext()) {
                Object[] row = RowForm.row(made.current());
                int group = ((Number) row[row.length - 1]).intValue();
                Claim claim = estimates.claims().get(group);
                rows.add(row);
                RowClaim known = claim(groups.rows().get(group), claim, estimates.reason(), guard);
                claims.add(open.get(group) ? known.undecided() : known);
                open.clear(group);
            }
        }
        double progress =
                estimates.unitsTotal() > 0
                        ? (double) estimates.units() / estimates.unitsTotal()
                        : Double.NaN;
        return new RunningAnswer(
                rows,
                claims,
                progress,
                estimates.unmet(),
                rows.size() < rowsMax ? open.cardinality() : 0,
                estimates.stoppingPoint(),
                estimates.reason());
    }

    /// The groups of which the intervals do not tell whether they belong to the answer.
    private BitSet open(BlockRun.Groups groups, RemainderGuard guard) {
        BitSet open = new BitSet();
        if (deciding.isPresent()) {
            for (int g = 0; g < groups.rows().size(); g++) {
                Claim claim = groups.estimates().claims().get(g);
                open.set(g, deciding.get().isOpen(groups.rows().get(g), claim, guard));
            }
        }
        return open;
    }

    private Enumerable<?> rows(List<Object[]> groups, RemainderGuard guard) {
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

    private RowClaim claim(Object[] group, Claim claim, String general, RemainderGuard guard) {
        int columns = bare.length;
        String reason = claim.reason().isEmpty() ? general : claim.reason();
        RowClaim row = RowClaim.none(columns, reason);
        Gradients.Changes changes = null;
        boolean any = false;
        boolean estimated = false;
        boolean scaled = false;
        for (int c = 0; c < columns; c++) {
            GroupLineage.Column column = running.columns().get(c);
            estimated |= column.estimated();
            scaled |= column.isClaimable();
            if (bare[c] >= 0) {
                row.errors()[c] = column.isClaimable() ? claim.errors()[bare[c]] : Double.NaN;
                row.lows()[c] = claim.lows()[bare[c]];
                row.highs()[c] = claim.highs()[bare[c]];
            } else if (column.isClaimable() && gradients.isClaimed(c, claim)) {
                changes = changes == null ? gradients.of(group, claim, guard) : changes;
                row.errors()[c] = changes.error(c, claim);
            }
            any |= !Double.isNaN(row.errors()[c]);
        }
        // What aggregates are estimated from is a sample even while nothing is claimed of this
        // column.
        Basis basis = any || scaled || !estimated ? claim.basis() : Basis.SO_FAR;
        return new RowClaim(basis, false, row.errors(), row.lows(), row.highs(), any ? "" : reason);
    }
}
