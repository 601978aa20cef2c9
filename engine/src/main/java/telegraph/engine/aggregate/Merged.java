package telegraph.engine.aggregate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import telegraph.engine.Basis;
import telegraph.engine.Block;
import telegraph.engine.Claim;
import telegraph.engine.Confidence;
import telegraph.engine.Estimates;
import telegraph.engine.Vector;
import telegraph.engine.estimate.Unmet;
import telegraph.engine.stem.Gather;
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
    private final Drawn drawn;
    private final Rest rest;
    private final Grouping all;
    private final UnitSums cells;
    private boolean full;

    /// @param drawn what an estimate is to be of
    /// @param rest what is known of rows that none of the groupings has yet
    public Merged(Block.Output.Groups groups, Region region, Drawn drawn, Rest rest) {
        this.groups = groups;
        this.region = region;
        this.drawn = drawn;
        this.rest = rest;
        this.all = new Grouping(groups, region, drawn.cohort() < 0 ? 0 : 1);
        this.cells = drawn.cohort() < 0 ? null : all.emptyUnitSums(Long.MAX_VALUE);
    }

    /// Adds the groups of a worker.
    public void add(Grouping worker) {
        int[] numbers = all.merge(worker);
        UnitSums theirs = worker.unitSums();
        if (cells == null) {
            return;
        }
        full |= theirs == null || theirs.isFull();
        if (full) {
            return;
        }
        boolean wholeA = drawn.sides().getFirst().complete();
        boolean wholeB = drawn.sides().getLast().complete();
        for (int c = 0; c < theirs.size(); c++) {
            int a = theirs.unitA(c);
            int b = theirs.unitB(c);
            if (drawn.has(a, b)) {
                int group = numbers[theirs.group(c)];
                cells.addCell(theirs, c, group, wholeA ? 0 : a, wholeB ? 0 : b, 1);
            }
        }
        full |= cells.isFull();
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
        Optional<String> withdrawn = cells == null || full ? Optional.empty() : withdrawn();
        Optional<Estimator.Estimated[]> estimated =
                cells == null || full || withdrawn.isPresent()
                        ? Optional.empty()
                        : new Estimator(drawn, rest, confidence, cells, all).all();
        String reason =
                withdrawn.orElse(cells != null && estimated.isEmpty() ? TOO_MANY : drawn.reason());
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
        List<Drawn.Side> incomplete = drawn.incomplete();
        Drawn.Side least = incomplete.isEmpty() ? null : least(incomplete);
        return new Estimates(
                rows,
                claims,
                estimated.isEmpty() ? -1 : drawn.cohort(),
                least == null ? 0 : least.units(),
                least == null ? -1 : least.unitsTotal(),
                estimated.isEmpty() ? Double.NaN : unmet(confidence),
                estimated.isPresent() && confidence.sequential(),
                reason);
    }

    /// The most of the units that have groups which were not met, as a share. Known of one sample,
    /// of which nothing is lost.
    private double unmet(Confidence confidence) {
        if (groups.keys().isEmpty()) {
            return 0;
        }
        List<Drawn.Side> incomplete = drawn.incomplete();
        if (incomplete.size() != 1 || incomplete.getFirst().lost() > 0) {
            return Double.NaN;
        }
        int[] met = new int[all.size()];
        for (int c = 0; c < cells.size(); c++) {
            met[cells.group(c)]++;
        }
        long alone = Arrays.stream(met).filter(units -> units == 1).count();
        Drawn.Side side = incomplete.getFirst();
        return Unmet.share(side.units(), side.unitsTotal(), alone, drawn.alpha(confidence));
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
        Optional<String> reason = Optional.empty();
        for (int s = 0; s < drawn.sides().size() && reason.isEmpty(); s++) {
            Drawn.Side side = drawn.sides().get(s);
            if (drawn.basis() == Basis.ASSUMED && !side.complete()) {
                reason =
                        Trust.withdrawn(
                                groups.aggregates(),
                                all.components(),
                                cells,
                                s == 0,
                                (int) side.units());
            }
        }
        return reason;
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

    private static Drawn.Side least(List<Drawn.Side> sides) {
        Drawn.Side first = sides.getFirst();
        Drawn.Side last = sides.getLast();
        double shareFirst = (double) first.units() / first.unitsTotal();
        double shareLast = (double) last.units() / last.unitsTotal();
        return shareLast < shareFirst ? last : first;
    }

    @Override
    public void close() {
        all.close();
    }
}
