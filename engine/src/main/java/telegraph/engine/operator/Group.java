package telegraph.engine.operator;

import java.util.List;
import telegraph.engine.BatchStream;
import telegraph.engine.Block;
import telegraph.engine.aggregate.GroupMerge;
import telegraph.engine.aggregate.GroupWriter;
import telegraph.engine.aggregate.Grouping;
import telegraph.memory.Batch;
import telegraph.memory.BatchStore;
import telegraph.memory.Region;

/// Collects all rows in groups, and gives a row for each.
///
/// Groups that stayed in memory are read where they lie. If some left it, all are brought together
/// partition by partition, and their rows are set aside.
public final class Group extends Operator {
    private final Block.Output.Groups groups;
    private final BatchStream in;
    private final BatchRows rows;
    private final GroupWriter writer;
    private final int[] all = Positions.all();
    private final Grouping grouping;
    private BatchStore results;
    private boolean collected;
    private int next;

    public Group(BatchStream in, Block.Output.Groups groups, Region parent) {
        super("group", List.of(in), Grouping.types(groups), parent);
        this.groups = groups;
        this.in = in;
        this.rows = new BatchRows(in.types());
        this.writer = new GroupWriter(groups, region, output::pass);
        // The rest is for what is read and written while groups leave.
        Region own = region.child("groups", Grouping.share(groups, region, 1));
        this.grouping = Grouping.leaving(groups, own, 0);
    }

    @Override
    public boolean step() throws InterruptedException {
        if (!collected) {
            collect();
            collected = true;
        }
        return results == null ? fromMemory() : fromStore();
    }

    private void collect() throws InterruptedException {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
            try {
                rows.start(batch);
                grouping.add(rows, all, batch.rows());
            } finally {
                batch.unpin();
            }
        }
        grouping.addEmptyGroups();
        if (!grouping.hasLeft()) {
            grouping.seal();
            return;
        }
        GroupMerge merge = new GroupMerge(groups, region, 1, this::keep);
        results = new BatchStore(merge.results());
        merge.run(List.of(grouping));
    }

    private void keep(Batch batch) {
        try {
            results.append(batch);
        } finally {
            batch.unpin();
        }
    }

    private boolean fromMemory() throws InterruptedException {
        if (next == grouping.size()) {
            return false;
        }
        next += writer.write(grouping, next);
        if (next == grouping.size()) {
            writer.end();
        }
        return true;
    }

    private boolean fromStore() {
        if (next == results.size()) {
            return false;
        }
        output.pass(results.pin(next++));
        return true;
    }

    @Override
    public void release() {
        writer.close();
        grouping.close();
        if (results != null) {
            results.close();
        }
    }
}
