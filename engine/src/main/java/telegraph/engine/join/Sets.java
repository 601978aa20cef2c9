package telegraph.engine.join;

import java.util.List;
import java.util.stream.IntStream;
import telegraph.engine.BatchStream;
import telegraph.engine.SortKey;
import telegraph.engine.operator.BatchRows;
import telegraph.engine.operator.BatchStreams;
import telegraph.engine.operator.Literals;
import telegraph.engine.operator.Operator;
import telegraph.engine.sort.RowOrder;
import telegraph.engine.sort.Sort;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// DISTINCT, INTERSECT and EXCEPT: both sides are sorted by all columns and read side by side, so
/// equal rows, among which NULLs are equal, meet.
///
/// | of a row that is there `l` times left and `r` times right | comes out        |
/// |-----------------------------------------------------------|------------------|
/// | DISTINCT                                                  | once             |
/// | INTERSECT                                                 | once if r > 0    |
/// | INTERSECT ALL                                             | min(l, r) times  |
/// | EXCEPT                                                    | once if r = 0    |
/// | EXCEPT ALL                                                | max(l - r, 0) times |
public final class Sets extends Operator {
    private final Operation operation;
    private final BatchStream left;
    private final BatchStream right;
    private final RowOrder order;
    private final BatchRows rows;
    private final int[] selection = new int[Batch.ROWS_MAX];

    /// The row that came last, kept to compare the next with; which of its equals it was.
    private Batch previous;

    private int previousRow;
    private long place;

    /// How many equals it has right, and the next row there.
    private long equals;

    private Batch other;
    private int otherRow;
    private boolean otherEnded;

    /// What comes out.
    public enum Operation {
        DISTINCT,
        INTERSECT,
        INTERSECT_ALL,
        EXCEPT,
        EXCEPT_ALL
    }

    public static Sets distinct(BatchStream in, Region parent) {
        BatchStream none = new Literals(in.types(), List.of(), parent);
        return new Sets(Operation.DISTINCT, in, none, parent);
    }

    public static Sets of(Operation operation, BatchStream left, BatchStream right, Region parent) {
        BatchStreams.demandSame(left.types(), right.types());
        return new Sets(operation, left, right, parent);
    }

    private Sets(Operation operation, BatchStream left, BatchStream right, Region parent) {
        this(operation, List.of(sorted(left, parent), sorted(right, parent)), parent);
    }

    private Sets(Operation operation, List<BatchStream> sorted, Region parent) {
        super("sets", sorted, sorted.getFirst().types(), parent);
        this.operation = operation;
        this.left = sorted.getFirst();
        this.right = sorted.getLast();
        this.order = new RowOrder(keys(left), left.types());
        this.rows = new BatchRows(left.types());
    }

    private static BatchStream sorted(BatchStream in, Region parent) {
        return new Sort(in, keys(in), parent);
    }

    private static List<SortKey> keys(BatchStream in) {
        return IntStream.range(0, in.types().size())
                .mapToObj(c -> new SortKey(c, false, false))
                .toList();
    }

    @Override
    public boolean step() throws InterruptedException {
        Batch batch = left.next();
        if (batch == null) {
            return false;
        }
        int count = 0;
        try {
            for (int row = 0; row < batch.rows(); row++) {
                selection[count] = row;
                count += take(batch, row) ? 1 : 0;
            }
            if (count > 0) {
                rows.start(batch);
                rows.select(selection, count);
                output.append(rows.columns(), selection, count);
            }
        } catch (RuntimeException | InterruptedException e) {
            if (previous != batch) {
                batch.unpin();
            }
            throw e;
        }
        return true;
    }

    /// Goes to the next left row; whether it comes out.
    private boolean take(Batch batch, int row) throws InterruptedException {
        boolean same = previous != null && order.compare(previous, previousRow, batch, row) == 0;
        if (previous != batch) {
            forget(previous);
            previous = batch;
        }
        previousRow = row;
        if (same) {
            place++;
        } else {
            place = 0;
            equals = equals(batch, row);
        }
        return switch (operation) {
            case DISTINCT -> place == 0;
            case INTERSECT -> place == 0 && equals > 0;
            case INTERSECT_ALL -> place < equals;
            case EXCEPT -> place == 0 && equals == 0;
            case EXCEPT_ALL -> place >= equals;
        };
    }

    /// How many right rows are equal to this, passing over these and all before.
    private long equals(Batch batch, int row) throws InterruptedException {
        long count = 0;
        while (hasOther()) {
            int compared = order.compare(other, otherRow, batch, row);
            if (compared > 0) {
                break;
            }
            count += compared == 0 ? 1 : 0;
            otherRow++;
        }
        return count;
    }

    private boolean hasOther() throws InterruptedException {
        if (other != null && otherRow == other.rows()) {
            forget(other);
            other = null;
        }
        if (other == null && !otherEnded) {
            other = right.next();
            otherRow = 0;
            otherEnded = other == null;
        }
        return other != null;
    }

    private static void forget(Batch batch) {
        if (batch != null) {
            batch.unpin();
        }
    }

    @Override
    public void release() {
        forget(previous);
        forget(other);
        previous = null;
        other = null;
    }
}
