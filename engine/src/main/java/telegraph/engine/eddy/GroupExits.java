package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import telegraph.engine.Block;
import telegraph.engine.Confidence;
import telegraph.engine.Estimates;
import telegraph.engine.Routes;
import telegraph.engine.aggregate.Drawn;
import telegraph.engine.aggregate.GroupMerge;
import telegraph.engine.aggregate.Grouping;
import telegraph.engine.aggregate.Merged;
import telegraph.engine.aggregate.Rest;
import telegraph.engine.flow.OutputQueue;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// Collects tuples in groups, each worker its own, and merges them for a snapshot and at the end.
/// There are no snapshots once groups left memory.
///
/// Threads: a worker holds the lock of its own groups for each batch it adds; a snapshot takes one
/// after another.
final class GroupExits implements Exits {
    private static final long UNIT_BYTES_MAX = 64L << 20;
    private static final int COPIED_SHARE = 4;

    /// More than these no snapshot shows.
    private static final int FEW_GROUPS = 16_384;

    private final Block.Output.Groups groups;
    private final Region region;
    private final OutputQueue output;
    private final int[] sampled;
    private final long unitBytesMax;
    private final int workers;
    private final List<Partial> partials = new ArrayList<>();
    private final BooleanSupplier whole;
    private boolean finished;
    private boolean few;
    private boolean closed;

    /// @param sampled the inputs that are read as samples
    /// @param whole whether no row is missing, asked when all have come
    GroupExits(
            Block.Output.Groups groups,
            Region block,
            OutputQueue output,
            int[] sampled,
            int workers,
            BooleanSupplier whole) {
        this.whole = whole;
        this.groups = groups;
        this.region = block.child("aggregate");
        this.output = output;
        this.sampled = sampled;
        this.workers = workers;
        long most = Math.min(UNIT_BYTES_MAX, block.limit() / 16);
        this.unitBytesMax = sampled.length == 0 ? 0 : most / workers;
    }

    /// The groups of one worker.
    private static final class Partial implements Exit {
        private final Grouping grouping;
        private final int[] sampled;
        private final int[][] units;

        private Partial(Grouping grouping, int[] sampled) {
            this.grouping = grouping;
            this.sampled = sampled;
            this.units = new int[2][];
            for (int s = 0; s < sampled.length; s++) {
                units[s] = new int[Batch.ROWS_MAX];
            }
        }

        @Override
        public synchronized void accept(TupleBatch tuples) {
            for (int s = 0; s < sampled.length; s++) {
                tuples.unitsOf(sampled[s], units[s]);
            }
            grouping.add(tuples, units[0], units[1], tuples.selection, tuples.count);
            tuples.confirm();
        }

        @Override
        public void pause(boolean idle) {
            // Groups stay here until somebody asks.
        }

        private synchronized int size() {
            return grouping.size();
        }

        private synchronized boolean hasLeft() {
            return grouping.hasLeft();
        }

        private synchronized void mergeInto(Merged all) {
            all.add(grouping);
        }

        @Override
        public synchronized void close() {
            grouping.close();
        }
    }

    @Override
    public Exit forWorker() {
        Region own =
                region.child("worker " + partials.size(), Grouping.share(groups, region, workers));
        Partial partial = new Partial(Grouping.leaving(groups, own, unitBytesMax), sampled);
        partials.add(partial);
        return partial;
    }

    @Override
    public void finish() throws InterruptedException {
        List<Grouping> parts = end();
        new GroupMerge(groups, region, workers, output::put).run(parts);
    }

    /// Takes no more tuples. Of few groups one partial is left that holds all, and snapshots show
    /// that from here on; of many there are none any more.
    private synchronized List<Grouping> end() {
        finished = true;
        List<Grouping> parts = partials.stream().map(p -> p.grouping).toList();
        few =
                parts.stream().noneMatch(Grouping::hasLeft)
                        && parts.stream().allMatch(p -> p.size() <= FEW_GROUPS);
        Grouping all = parts.getFirst();
        if (!few) {
            return parts;
        }
        while (partials.size() > 1) {
            Partial partial = partials.removeLast();
            all.merge(partial.grouping);
            partial.close();
        }
        all.addEmptyGroups();
        return List.of(all);
    }

    @Override
    public synchronized Optional<Estimates> estimates(
            int groupsMax, Drawn drawn, Rest rest, Confidence confidence) {
        if (closed
                || finished && !few
                || partials.stream().anyMatch(Partial::hasLeft)
                || isLarge()
                || partials.stream().anyMatch(p -> p.size() > groupsMax)) {
            return Optional.empty();
        }
        // The merged partial has no sums by unit, and needs none.
        Drawn of = finished ? Drawn.nothing("") : drawn;
        try (Merged all = new Merged(groups, region, of, rest)) {
            partials.forEach(p -> p.mergeInto(all));
            if (all.size() > groupsMax) {
                return Optional.empty();
            }
            return Optional.of(
                    finished && whole.getAsBoolean() ? all.exact() : all.estimates(confidence));
        }
    }

    /// Whether another copy of the groups could take the room the query itself needs.
    private boolean isLarge() {
        return region.used() > region.limit() / COPIED_SHARE;
    }

    @Override
    public String name() {
        return "aggregate";
    }

    @Override
    public Routes.Kind kind() {
        return Routes.Kind.AGGREGATE;
    }

    @Override
    public long bytes() {
        return region.used();
    }

    @Override
    public synchronized void close() {
        closed = true;
        partials.forEach(Partial::close);
    }
}
