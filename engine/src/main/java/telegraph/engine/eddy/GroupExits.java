package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.Block;
import telegraph.engine.Routes;
import telegraph.engine.aggregate.Grouping;
import telegraph.engine.flow.OutputQueue;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;

/// Collects tuples in groups, each worker its own, and merges them for a snapshot and at the end.
///
/// Threads: a worker holds the lock of its own groups for each batch it adds; a snapshot takes one
/// after another.
final class GroupExits implements Exits {
    private final Block.Output.Groups groups;
    private final Region region;
    private final OutputQueue output;
    private final List<Partial> partials = new ArrayList<>();
    private boolean closed;

    GroupExits(Block.Output.Groups groups, Region block, OutputQueue output) {
        this.groups = groups;
        this.region = block.child("aggregate");
        this.output = output;
    }

    /// The groups of one worker.
    private static final class Partial implements Exit {
        private final Grouping grouping;

        private Partial(Grouping grouping) {
            this.grouping = grouping;
        }

        @Override
        public synchronized void accept(TupleBatch tuples) {
            grouping.add(tuples, tuples.selection, tuples.count);
        }

        @Override
        public void pause(boolean idle) {
            // Groups stay here until somebody asks.
        }

        private synchronized int size() {
            return grouping.size();
        }

        private synchronized void mergeInto(Grouping all) {
            all.merge(grouping);
        }

        @Override
        public synchronized void close() {
            grouping.close();
        }
    }

    @Override
    public Exit forWorker() {
        Partial partial = new Partial(new Grouping(groups, region));
        partials.add(partial);
        return partial;
    }

    @Override
    public void finish() throws InterruptedException {
        Grouping all = mergeAll();
        try (BatchBuilder builder = new BatchBuilder(region, Grouping.types(groups))) {
            for (int g = 0; g < all.size(); g++) {
                if (builder.isFull()) {
                    output.put(builder.build());
                }
                all.write(g, builder);
            }
            if (!builder.isEmpty()) {
                output.put(builder.build());
            }
        }
    }

    /// Leaves one partial that holds all; from here on snapshots show that.
    private synchronized Grouping mergeAll() {
        Grouping all = partials.getFirst().grouping;
        while (partials.size() > 1) {
            Partial partial = partials.removeLast();
            all.merge(partial.grouping);
            partial.close();
        }
        all.addEmptyGroups();
        return all;
    }

    @Override
    public synchronized List<Batch> snapshot(int groupsMax) {
        if (closed || partials.stream().anyMatch(p -> p.size() > groupsMax)) {
            return List.of();
        }
        List<Batch> rows = new ArrayList<>();
        try (Grouping all = new Grouping(groups, region);
                BatchBuilder builder = new BatchBuilder(region, Grouping.types(groups))) {
            partials.forEach(p -> p.mergeInto(all));
            all.addEmptyGroups();
            if (all.size() > groupsMax) {
                return List.of();
            }
            for (int g = 0; g < all.size(); g++) {
                if (builder.isFull()) {
                    rows.add(builder.build());
                }
                all.write(g, builder);
            }
            if (!builder.isEmpty()) {
                rows.add(builder.build());
            }
        }
        return rows;
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
