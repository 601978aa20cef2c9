package telegraph.engine.window;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import telegraph.engine.BatchStream;
import telegraph.engine.SortKey;
import telegraph.engine.WindowSpec;
import telegraph.engine.operator.BatchRows;
import telegraph.engine.operator.Operator;
import telegraph.engine.operator.Positions;
import telegraph.engine.sort.RowOrder;
import telegraph.engine.sort.Sort;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Window functions: the rows are sorted by partition and order, and gone through a partition at a
/// time.
///
/// ```
/// rows ─► sort ─► [ forgotten | batch being put out | … frame … | read up to the partition's end )
/// ```
///
/// A partition is read to its end before its first row is put out, because functions ask how large
/// it is. Its batches leave memory when it is short; functions go through them with cursors that
/// move forward.
public final class Window extends Operator {
    private final WindowRows rows;
    private final RowOrder partitionOrder;
    private final RowOrder order;
    private final WindowFrames frames;
    private final WindowPart part = new WindowPart();
    private final WindowCall[] calls;
    private final BatchRows columns;
    private final Vector[] values;
    private final int[] all = Positions.all();
    private final WindowRows.Cursor here;
    private final WindowRows.Cursor there;
    private boolean ended;

    /// What functions over a frame share.
    record Parts(WindowPart part, WindowFrames frames, WindowRows rows, Region region) {}

    public static Window of(BatchStream in, WindowSpec spec, Region parent) {
        List<SortKey> partition = new ArrayList<>();
        for (int column : spec.partition()) {
            partition.add(new SortKey(column, false, false));
        }
        List<SortKey> keys = Stream.concat(partition.stream(), spec.order().stream()).toList();
        BatchStream sorted = keys.isEmpty() ? in : new Sort(in, keys, parent);
        return new Window(sorted, spec, partition, parent);
    }

    private Window(BatchStream in, WindowSpec spec, List<SortKey> partition, Region parent) {
        super("window", List.of(in), types(in.types(), spec), parent);
        List<Type> types = in.types();
        this.rows = new WindowRows(in, region);
        this.partitionOrder = new RowOrder(partition, types);
        this.order = new RowOrder(spec.order(), types);
        WindowFrames.KeyOf key = null;
        if (spec.order().size() == 1) {
            SortKey only = spec.order().getFirst();
            key = new WindowFrames.KeyOf(only, types.get(only.column()));
        }
        this.frames = new WindowFrames(spec.frame(), part, order, key, rows);
        Parts parts = new Parts(part, frames, rows, region);
        this.calls =
                spec.calls().stream().map(c -> call(c, types, parts)).toArray(WindowCall[]::new);
        this.columns = new BatchRows(types);
        this.values = new Vector[types.size() + calls.length];
        for (int c = 0; c < calls.length; c++) {
            values[types.size() + c] = new Vector(spec.calls().get(c).type());
        }
        this.here = rows.cursor(false);
        this.there = rows.cursor(false);
    }

    private static List<Type> types(List<Type> of, WindowSpec spec) {
        return Stream.concat(of.stream(), spec.calls().stream().map(WindowSpec.Call::type))
                .toList();
    }

    private static WindowCall call(WindowSpec.Call call, List<Type> types, Parts parts) {
        int[] arguments = call.arguments();
        return switch (call.function()) {
            case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE ->
                    new Ranking(
                            call.function(),
                            parts.part(),
                            arguments.length == 0 ? -1 : arguments[0],
                            parts.rows());
            case LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE ->
                    new OtherRow(call.function(), arguments, parts.part(), parts.rows());
            case COUNT, SUM, SUM0, AVG ->
                    new FrameSum(
                            call,
                            arguments.length == 0 ? null : types.get(arguments[0]),
                            parts.part(),
                            parts.rows());
            case MIN, MAX ->
                    new FrameExtreme(
                            call.function() == WindowSpec.Function.MAX, arguments[0], types, parts);
        };
    }

    @Override
    public boolean step() throws InterruptedException {
        if (part.row == part.end && !turn()) {
            return false;
        }
        long endOfBatch = rows.endOfBatch(part.row);
        long startOfBatch = columnsStart();
        for (; part.row < part.end && part.row < endOfBatch; part.row++) {
            if (part.row == part.peerEnd) {
                nextPeers();
            }
            frames.move();
            int at = (int) (part.row - startOfBatch);
            for (int c = 0; c < calls.length; c++) {
                calls[c].put(values[values.length - calls.length + c], at);
            }
        }
        if (part.row == endOfBatch) {
            putOut(endOfBatch - 1);
        }
        return true;
    }

    private long columnsStart() {
        here.to(part.row);
        return part.row - here.place;
    }

    /// Goes to the next partition; false if there is none.
    private boolean turn() throws InterruptedException {
        long start = part.end;
        if (start == rows.size() && !fill()) {
            return false;
        }
        long end = start + 1;
        while (end < rows.size() || fill()) {
            if (!same(partitionOrder, end - 1, end)) {
                break;
            }
            end++;
        }
        part.start = start;
        part.end = end;
        part.row = start;
        part.peerStart = start;
        part.peerEnd = start;
        part.peerGroup = -1;
        frames.begin();
        for (WindowCall call : calls) {
            call.begin();
        }
        return true;
    }

    private boolean fill() throws InterruptedException {
        ended = ended || !rows.fill();
        return !ended;
    }

    private void nextPeers() {
        part.peerStart = part.row;
        part.peerEnd = part.row + 1;
        part.peerGroup++;
        while (part.peerEnd < part.end && same(order, part.peerEnd - 1, part.peerEnd)) {
            part.peerEnd++;
        }
    }

    private boolean same(RowOrder by, long row, long other) {
        here.to(row);
        there.to(other);
        return by.compare(here.batch, here.place, there.batch, there.place) == 0;
    }

    /// Puts out the batch whose last row is this one.
    private void putOut(long last) {
        Batch batch = here.to(last).batch;
        columns.start(batch);
        Vector[] own = columns.columns();
        System.arraycopy(own, 0, values, 0, own.length);
        output.append(values, all, batch.rows());
        rows.letGo();
        // Frames and functions look back as far as the partition goes.
        rows.forgetBefore(part.row == part.end ? part.end : part.start);
    }

    @Override
    public void release() {
        rows.close();
    }
}
