package telegraph.engine.window;

import java.math.BigDecimal;
import java.time.LocalDate;
import telegraph.engine.SortKey;
import telegraph.engine.WindowSpec.Bound;
import telegraph.engine.WindowSpec.Frame;
import telegraph.engine.sort.RowOrder;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.Micros;
import telegraph.memory.Type;

/// Where the frame of each row begins and ends. From row to row of a partition both only move
/// forward.
///
/// Threads: one.
final class WindowFrames {

    private final Frame frame;
    private final WindowPart part;
    private final RowOrder order;
    private final SortKey key;
    private final Type keyType;
    private final Edge start;
    private final Edge end;
    private final WindowRows.Cursor here;
    private final WindowRows.Cursor there;

    /// A place that moves forward: a row, and for GROUPS the group it begins.
    private static final class Edge {
        private long row;
        private long group;
    }

    /// @param key what is ordered by, which an offset of RANGE needs; else it may be null
    WindowFrames(Frame frame, WindowPart part, RowOrder order, KeyOf key, WindowRows rows) {
        this.frame = frame;
        this.part = part;
        this.order = order;
        this.key = key == null ? null : key.key();
        this.keyType = key == null ? null : key.type();
        this.start = new Edge();
        this.end = new Edge();
        this.here = rows.cursor(false);
        this.there = rows.cursor(false);
    }

    /// The one column that rows are ordered by.
    record KeyOf(SortKey key, Type type) {}

    /// Whether the frame of every row begins with the partition.
    boolean startsWithPartition() {
        return frame.start().place() == Bound.Place.UNBOUNDED_PRECEDING;
    }

    /// A new partition begins.
    void begin() {
        start.row = part.start;
        start.group = 0;
        end.row = part.start;
        end.group = 0;
    }

    /// Sets the frame of the current row.
    void move() {
        part.frameStart = edge(frame.start(), start, false);
        part.frameEnd = edge(frame.end(), end, true);
        boolean ofPeers =
                frame.exclusion() == Frame.Exclusion.GROUP
                        || frame.exclusion() == Frame.Exclusion.TIES;
        part.gapStart = ofPeers ? part.peerStart : part.row;
        part.gapEnd =
                ofPeers
                        ? part.peerEnd
                        : part.row + (frame.exclusion() == Frame.Exclusion.NONE ? 0 : 1);
        part.keepsRow = frame.exclusion() == Frame.Exclusion.TIES;
    }

    private long edge(Bound bound, Edge edge, boolean after) {
        return switch (bound.place()) {
            case UNBOUNDED_PRECEDING -> part.start;
            case UNBOUNDED_FOLLOWING -> part.end;
            case CURRENT -> current(after);
            case PRECEDING -> offset(bound.offset().negate(), -bound.months(), edge, after);
            case FOLLOWING -> offset(bound.offset(), bound.months(), edge, after);
        };
    }

    private long current(boolean after) {
        if (frame.unit() == Frame.Unit.ROWS) {
            return after ? part.row + 1 : part.row;
        }
        return after ? part.peerEnd : part.peerStart;
    }

    private long offset(BigDecimal offset, int months, Edge edge, boolean after) {
        return switch (frame.unit()) {
            case ROWS -> {
                long row = part.row + whole(offset) + (after ? 1 : 0);
                yield Math.clamp(row, part.start, part.end);
            }
            case GROUPS -> group(part.peerGroup + whole(offset) + (after ? 1 : 0), edge);
            case RANGE -> range(offset, months, edge, after);
        };
    }

    /// Offsets beyond any partition are as good as this one.
    private static long whole(BigDecimal offset) {
        return offset.min(BigDecimal.valueOf(1L << 60))
                .max(BigDecimal.valueOf(-1L << 60))
                .longValue();
    }

    /// The first row of a group of peers.
    private long group(long wanted, Edge edge) {
        while (edge.group < wanted && edge.row < part.end) {
            here.to(edge.row);
            do {
                edge.row++;
            } while (edge.row < part.end && isPeer(edge.row));
            edge.group++;
        }
        return edge.row;
    }

    private boolean isPeer(long row) {
        there.to(row);
        return order.compare(here.batch, here.place, there.batch, there.place) == 0;
    }

    /// The first row whose key is not before, or is after, the current row's moved by an offset.
    private long range(BigDecimal offset, int months, Edge edge, boolean after) {
        here.to(part.row);
        if (here.isNull(key.column())) {
            return current(after);
        }
        while (edge.row < part.end && passes(offset, months, there.to(edge.row), after)) {
            edge.row++;
        }
        return edge.row;
    }

    private boolean passes(BigDecimal offset, int months, WindowRows.Cursor other, boolean after) {
        if (other.isNull(key.column())) {
            return key.nullsFirst();
        }
        int order = compare(other.batch, other.place, offset, months);
        int along = key.descending() ? -order : order;
        return after ? along <= 0 : along < 0;
    }

    /// How a key stands to the current row's moved by an offset.
    private int compare(Batch batch, int row, BigDecimal offset, int months) {
        if (keyType.kind() == Type.Kind.DOUBLE) {
            double moved = offset.doubleValue();
            double from = here.batch.doubleAt(key.column(), here.place);
            double edge = key.descending() ? from - moved : from + moved;
            return Double.compare(batch.doubleAt(key.column(), row) + 0.0, edge + 0.0);
        }
        if (keyType.kind() == Type.Kind.DECIMAL) {
            // No offset leads to NaN, or away from it.
            boolean isNaN = batch.isNaNAt(key.column(), row);
            boolean isHere = here.batch.isNaNAt(key.column(), here.place);
            if (isNaN || isHere) {
                return Boolean.compare(isNaN, isHere);
            }
        }
        BigDecimal moved = key.descending() ? offset.negate() : offset;
        BigDecimal from = number(here.batch, here.place);
        if (months != 0) {
            from = moved(from, key.descending() ? -months : months);
        }
        return number(batch, row).compareTo(from.add(moved));
    }

    /// A day or moment so many months later, on the last day of a month that is too short.
    private BigDecimal moved(BigDecimal from, int months) {
        long unit = keyType.kind() == Type.Kind.DATE ? 1 : Micros.DAY;
        long day = Math.floorDiv(from.longValueExact(), unit);
        long shifted = LocalDate.ofEpochDay(day).plusMonths(months).toEpochDay();
        return from.add(BigDecimal.valueOf((shifted - day) * unit));
    }

    private BigDecimal number(Batch batch, int row) {
        int column = key.column();
        return switch (keyType.kind()) {
            case INTEGER, DATE -> BigDecimal.valueOf(batch.intAt(column, row));
            case BIGINT, TIME, TIMESTAMP, INSTANT -> BigDecimal.valueOf(batch.longAt(column, row));
            case DECIMAL -> batch.decimalAt(column, row);
            case BOOLEAN, TEXT, DOUBLE ->
                    throw TelegraphException.input(
                            "a RANGE frame with an offset is ordered by a number or a moment: type="
                                    + keyType);
        };
    }
}
