package telegraph.engine.aggregate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import telegraph.engine.Basis;
import telegraph.engine.Block;
import telegraph.engine.Claim;
import telegraph.engine.Confidence;
import telegraph.engine.Estimates;
import telegraph.engine.estimate.Unmet;
import telegraph.engine.fold.Numbers;
import telegraph.engine.fold.UnitSums;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// The groups of all workers as they stand at one moment, with what can be claimed of them.
///
/// Threads: one at a time; whoever calls [#add] holds the worker's grouping still. Memory: on the
/// heap, charged to the region until [#close].
public final class Merged implements AutoCloseable {
    private static final String TOO_MANY = "too many groups and units to keep apart";

    private final Block.Output.Groups groups;
    private final Region region;
    private final List<Stratum> strata;

    /// Of all strata together.
    private final Drawn drawn;

    private final Rest rest;
    private final Grouping all;

    /// By stratum; empty if nothing is estimated.
    private final List<UnitSums> cells = new ArrayList<>();

    private boolean full;

    /// @param strata what an estimate is to be of; several if groups have rows of several blocks
    /// @param rest what is known of rows that none of the groupings has yet
    public Merged(Block.Output.Groups groups, Region region, List<Stratum> strata, Rest rest) {
        this.groups = groups;
        this.region = region;
        this.strata = List.copyOf(strata);
        this.drawn = together(strata);
        this.rest = rest;
        this.all = new Grouping(groups, region, drawn.isSample() ? 1 : 0);
        for (int h = 0; h < strata.size() && drawn.isSample(); h++) {
            cells.add(h == 0 ? all.emptyUnitSums(Long.MAX_VALUE) : cells.getFirst().sibling());
        }
    }

    private static Drawn together(List<Stratum> strata) {
        return strata.size() == 1
                ? strata.getFirst().drawn()
                : Drawn.together(strata.stream().map(Stratum::drawn).toList());
    }

    /// Adds the groups that a worker has of a stratum.
    public void add(int stratum, Grouping worker) {
        int[] numbers = all.merge(worker);
        UnitSums theirs = worker.unitSums();
        if (cells.isEmpty()) {
            return;
        }
        full |= theirs == null || theirs.isFull();
        if (full) {
            return;
        }
        Drawn of = strata.get(stratum).drawn();
        UnitSums own = cells.get(stratum);
        boolean wholeA = of.isWhole() || of.sides().getFirst().complete();
        boolean wholeB = of.isWhole() || of.sides().getLast().complete();
        for (int c = 0; c < theirs.size(); c++) {
            int a = theirs.unitA(c);
            int b = theirs.unitB(c);
            if (of.has(a, b)) {
                int group = numbers[theirs.group(c)];
                own.addCell(theirs, c, group, wholeA ? 0 : a, wholeB ? 0 : b, 1);
            }
        }
        full |= own.isFull();
    }

    /// How many groups there are.
    public int size() {
        all.addEmptyGroups();
        return all.size();
    }

    /// The rows, pinned for the caller, if they are all there is to come.
    public Estimates exact() {
        all.addEmptyGroups();
        List<Batch> rows = rows(_ -> null);
        Claim claim = Claim.exact(groups.aggregates().size());
        return new Estimates(rows, Collections.nCopies(all.size(), claim), -1, 0, -1, 0, false, "");
    }

    /// The rows, pinned for the caller, and their claims.
    public Estimates estimates(Confidence confidence) {
        all.addEmptyGroups();
        boolean kept = !cells.isEmpty() && !full;
        Optional<String> withdrawn = kept ? withdrawn() : Optional.empty();
        Optional<Estimator.Estimated[]> estimated =
                kept && withdrawn.isEmpty() ? estimated(confidence) : Optional.empty();
        String reason =
                withdrawn.orElse(
                        !cells.isEmpty() && estimated.isEmpty() ? TOO_MANY : drawn.reason());
        List<Claim> claims = new ArrayList<>();
        double[][] values = new double[all.size()][];
        for (int g = 0; g < values.length; g++) {
            Estimator.Estimated known = estimated.isEmpty() ? null : estimated.get()[g];
            values[g] = known == null ? null : known.values();
            claims.add(
                    known == null
                            ? Claim.none(groups.aggregates().size(), unseen(reason))
                            : known.claim());
        }
        List<Batch> rows = rows(g -> values[g]);
        bound(rows, claims, estimated);
        Optional<Drawn.Side> least = estimated.flatMap(_ -> drawn.least());
        return new Estimates(
                rows,
                claims,
                estimated.isEmpty() ? -1 : drawn.cohort(),
                least.map(Drawn.Side::units).orElse(0L),
                least.map(Drawn.Side::unitsTotal).orElse(-1L),
                estimated.isEmpty() ? Double.NaN : unmet(confidence),
                estimated.isPresent() && confidence.sequential(),
                reason);
    }

    private Optional<Estimator.Estimated[]> estimated(Confidence confidence) {
        return strata.size() == 1
                ? new Estimator(drawn, rest, confidence, cells.getFirst(), all).all()
                : new Stratified(strata, drawn, cells, rest, confidence, all).all();
    }

    /// The most of the units that have groups which were not met, as a share. Known of one sample
    /// in each stratum, of which nothing is lost.
    private double unmet(Confidence confidence) {
        if (groups.keys().isEmpty()) {
            return 0;
        }
        int[] met = new int[all.size()];
        for (UnitSums some : cells) {
            for (int c = 0; c < some.size(); c++) {
                met[some.group(c)]++;
            }
        }
        double unmet = 0;
        double total = 0;
        for (int h = 0; h < strata.size(); h++) {
            Drawn of = strata.get(h).drawn();
            List<Drawn.Side> incomplete = of.incomplete();
            if (of.isWhole()) {
                total += of.least().map(Drawn.Side::unitsTotal).orElse(0L);
                continue;
            }
            if (incomplete.size() != 1 || incomplete.getFirst().lost() > 0) {
                return Double.NaN;
            }
            Drawn.Side side = incomplete.getFirst();
            double alpha = drawn.alpha(confidence) / strata.size();
            double weight = strata.size() == 1 ? 1 : side.unitsTotal();
            unmet += weight * Unmet.share(side.units(), side.unitsTotal(), alone(h, met), alpha);
            total += weight;
        }
        return unmet / total;
    }

    /// How many groups were met in one unit only, which is one of a stratum's.
    private long alone(int stratum, int[] met) {
        UnitSums of = cells.get(stratum);
        return IntStream.range(0, of.size()).filter(c -> met[of.group(c)] == 1).count();
    }

    /// The rows of all groups.
    ///
    /// @param instead by group other values for its aggregates, NaN to keep one; null to keep all
    private List<Batch> rows(IntFunction<double[]> instead) {
        List<Batch> rows = new ArrayList<>();
        List<Type> types = Grouping.types(groups);
        Vector[] columns = types.stream().map(Vector::new).toArray(Vector[]::new);
        int keys = groups.keys().size();
        try (BatchBuilder builder = new BatchBuilder(region, types)) {
            for (int first = 0; first < all.size(); first += Batch.ROWS_MAX) {
                int count = Math.min(Batch.ROWS_MAX, all.size() - first);
                all.read(first, count, columns);
                for (int i = 0; i < count; i++) {
                    replace(columns, keys, i, instead.apply(first + i));
                }
                append(columns, count, builder, rows);
            }
            if (!builder.isEmpty()) {
                rows.add(builder.build());
            }
        }
        return rows;
    }

    private static void replace(Vector[] columns, int keys, int at, double[] instead) {
        for (int a = 0; instead != null && a < instead.length; a++) {
            if (!Double.isNaN(instead[a])) {
                Vector column = columns[keys + a];
                column.nulls[at] = false;
                Numbers.set(instead[a], column, at);
            }
        }
    }

    private static void append(Vector[] columns, int count, BatchBuilder to, List<Batch> full) {
        int[] positions = new int[count];
        Arrays.setAll(positions, i -> i);
        for (int done = 0; done < count; ) {
            if (to.isFull()) {
                full.add(to.build());
            }
            done += Gather.append(columns, positions, done, count - done, to);
        }
    }

    /// Why an assumption about the order of the sampled inputs does not hold, if so.
    private Optional<String> withdrawn() {
        for (int h = 0; h < strata.size(); h++) {
            Drawn of = strata.get(h).drawn();
            for (int s = 0; s < of.sides().size() && of.basis() == Basis.ASSUMED; s++) {
                Drawn.Side side = of.sides().get(s);
                if (!side.complete()) {
                    Optional<String> reason =
                            OrderTrust.withdrawn(
                                    groups.aggregates(),
                                    all.components(),
                                    cells.get(h),
                                    s == 0,
                                    (int) side.units());
                    if (reason.isPresent()) {
                        return reason.map(strata.get(h)::named);
                    }
                }
            }
        }
        return Optional.empty();
    }

    /// Says what is certain where nothing is estimated.
    private void bound(
            List<Batch> rows, List<Claim> claims, Optional<Estimator.Estimated[]> estimated) {
        int keys = groups.keys().size();
        int row = 0;
        for (Batch batch : rows) {
            for (int r = 0; r < batch.rows(); r++, row++) {
                Claim claim = claims.get(row);
                Estimator.Estimated known = estimated.isEmpty() ? null : estimated.get()[row];
                for (int a = 0; a < groups.aggregates().size(); a++) {
                    if (known == null || Double.isNaN(known.values()[a])) {
                        rest.bound(
                                groups.aggregates().get(a),
                                a,
                                batch.valueAt(keys + a, r),
                                claim.lows(),
                                claim.highs());
                    }
                }
            }
        }
    }

    private static String unseen(String reason) {
        return reason.isEmpty() ? "too few rows yet: rows=0" : reason;
    }

    @Override
    public void close() {
        all.close();
    }
}
