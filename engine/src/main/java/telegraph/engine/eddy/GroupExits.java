package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import telegraph.engine.Block;
import telegraph.engine.Confidence;
import telegraph.engine.Estimates;
import telegraph.engine.aggregate.Drawn;
import telegraph.engine.aggregate.GroupMerge;
import telegraph.engine.aggregate.Grouping;
import telegraph.engine.aggregate.Merged;
import telegraph.engine.aggregate.Rest;
import telegraph.engine.aggregate.Stratum;
import telegraph.engine.flow.OutputQueue;
import telegraph.engine.tuple.TupleBatch;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// Collects the tuples of one block, or of several that are aggregated together, in groups, each
/// worker its own, and merges them for a snapshot and at the end. There are no snapshots once
/// groups left memory.
///
/// Threads: a worker holds the lock of its own groups for each batch it adds; a snapshot takes one
/// after another.
final class GroupExits {
    private static final long UNIT_BYTES_MAX = 64L << 20;
    private static final int COPIED_SHARE = 4;

    /// More than these no snapshot shows.
    private static final int FEW_GROUPS = 16_384;

    private final Block.Output.Groups groups;
    private final Region region;
    private final OutputQueue output;
    private final int workers;
    private final int blocks;
    private final long unitBytesMax;
    private final List<Partial> partials = new ArrayList<>();
    private final List<Branch> branches = new ArrayList<>();
    private int ended;
    private int gone;
    private boolean finished;
    private boolean few;
    private boolean closed;

    /// @param groups of any of the blocks; they differ in where values come from alone
    /// @param above takes the memory of the groups
    /// @param workers of each block
    /// @param estimates whether to keep what estimates need
    GroupExits(
            Block.Output.Groups groups,
            Region above,
            OutputQueue output,
            int workers,
            int blocks,
            boolean estimates) {
        this.groups = groups;
        this.region = above.child("aggregate");
        this.output = output;
        this.workers = workers;
        this.blocks = blocks;
        long most = Math.min(UNIT_BYTES_MAX, above.limit() / 16);
        this.unitBytesMax = estimates ? most / workers / blocks : 0;
    }

    /// The exits of a block.
    ///
    /// @param own its groups
    /// @param sampled the inputs that are read as samples
    /// @param whole whether no row is missing, asked when all have come
    synchronized Branch branch(Block.Output.Groups own, int[] sampled, BooleanSupplier whole) {
        Branch branch = new Branch(branches.size(), own, sampled, whole);
        branches.add(branch);
        return branch;
    }

    /// Where the rows of the groups go.
    OutputQueue output() {
        return output;
    }

    /// One block's part.
    final class Branch implements Exits {
        private final int number;
        private final Block.Output.Groups own;
        private final int[] sampled;
        private final BooleanSupplier whole;
        private boolean hasEnded;

        private Branch(int number, Block.Output.Groups own, int[] sampled, BooleanSupplier whole) {
            this.number = number;
            this.own = own;
            this.sampled = sampled;
            this.whole = whole;
        }

        @Override
        public Exit forWorker() {
            return add(this);
        }

        @Override
        public void finish() throws InterruptedException {
            if (endsAll(this)) {
                List<Grouping> parts = end();
                new GroupMerge(groups, region, workers, output::put).run(parts);
                output.end();
            }
        }

        /// Whether all its tuples are in the groups.
        boolean hasEnded() {
            synchronized (GroupExits.this) {
                return hasEnded;
            }
        }

        @Override
        public Optional<Estimates> estimates(
                int groupsMax, Drawn drawn, Rest rest, Confidence confidence) {
            return GroupExits.this.estimates(
                    groupsMax, List.of(new Stratum("", drawn, rest)), rest, confidence);
        }

        @Override
        public long bytes() {
            return region.used();
        }

        @Override
        public void close() {
            leave();
        }
    }

    /// The groups of one worker.
    private static final class Partial implements Exit {
        private final int branch;
        private final Grouping grouping;
        private final int[] sampled;
        private final int[][] units;

        private Partial(Branch branch, Grouping grouping) {
            this.branch = branch.number;
            this.grouping = grouping;
            this.sampled = branch.sampled;
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
            all.add(branch, grouping);
        }

        @Override
        public synchronized void close() {
            grouping.close();
        }
    }

    private synchronized Exit add(Branch branch) {
        int all = workers * blocks;
        Region own = region.child("worker " + partials.size(), Grouping.share(groups, region, all));
        // What is read to its end needs sums too where others are samples.
        boolean sums = branch.sampled.length > 0 || blocks > 1;
        Partial partial =
                new Partial(branch, Grouping.leaving(branch.own, own, sums ? unitBytesMax : 0));
        partials.add(partial);
        return partial;
    }

    private synchronized boolean endsAll(Branch branch) {
        branch.hasEnded = true;
        ended++;
        return ended == blocks;
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

    /// The groups as they stand, as [Exits#estimates].
    ///
    /// @param strata one for each block
    synchronized Optional<Estimates> estimates(
            int groupsMax, List<Stratum> strata, Rest rest, Confidence confidence) {
        if (closed
                || finished && !few
                || partials.stream().anyMatch(Partial::hasLeft)
                || isLarge()
                || partials.stream().anyMatch(p -> p.size() > groupsMax)) {
            return Optional.empty();
        }
        // The merged partial has no sums by unit, and needs none.
        List<Stratum> of = finished ? List.of(new Stratum("", Drawn.nothing(""), rest)) : strata;
        try (Merged all = new Merged(groups, region, of, rest)) {
            partials.forEach(p -> p.mergeInto(all));
            if (all.size() > groupsMax) {
                return Optional.empty();
            }
            return Optional.of(finished && isWhole() ? all.exact() : all.estimates(confidence));
        }
    }

    private boolean isWhole() {
        return branches.stream().allMatch(branch -> branch.whole.getAsBoolean());
    }

    /// Whether another copy of the groups could take the room the query itself needs.
    private boolean isLarge() {
        return region.used() > region.limit() / COPIED_SHARE;
    }

    /// A block takes no more part; the last one frees the memory.
    private synchronized void leave() {
        gone++;
        if (gone == branches.size()) {
            closed = true;
            partials.forEach(Partial::close);
        }
    }
}
