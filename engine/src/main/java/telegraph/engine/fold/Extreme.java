package telegraph.engine.fold;

import static telegraph.engine.fold.GroupRows.LONG;

import java.lang.foreign.MemorySegment;
import telegraph.engine.Aggregate;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;

/// MIN or MAX of anything but text: whether there is a value, then its words. NaN is the greatest
/// number, and there is one zero.
///
/// Floating point is kept as its bits, all but the sign turned over if it is negative, which have
/// its order.
final class Extreme extends Fold {
    private static final int LOW = 8;
    private static final int HIGH = 16;

    private final Type type;
    private final boolean wide;
    private final boolean least;

    Extreme(Type type, boolean least) {
        super(false, KeyWords.isWide(type) ? 3 : 2);
        this.type = type;
        this.wide = KeyWords.isWide(type);
        this.least = least;
    }

    @Override
    void add(GroupRows rows, int[] groupOf, Vector values, int[] selection, int count) {
        boolean[] nulls = values.nulls;
        if (wide) {
            values.widen();
            for (int i = 0; i < count; i++) {
                int position = selection[i];
                if (!nulls[position]) {
                    offer(rows, groupOf[position], values.highs[position], values.longs[position]);
                }
            }
            return;
        }
        long[] longs = values.longs;
        double[] reals = values.doubles;
        MemorySegment to = rows.segment();
        int width = rows.width();
        int offset = at();
        for (int i = 0; i < count; i++) {
            int position = selection[i];
            if (!nulls[position]) {
                long value = reals == null ? longs[position] : code(reals[position]);
                offer(to, (long) groupOf[position] * width + offset, value);
            }
        }
    }

    private static long code(double value) {
        return turned(Double.doubleToLongBits(value + 0.0));
    }

    private static long turned(long bits) {
        return bits ^ bits >> 63 & Long.MAX_VALUE;
    }

    private void offer(MemorySegment to, long at, long value) {
        if (to.get(LONG, at) == 0) {
            to.set(LONG, at, 1);
            to.set(LONG, at + LOW, value);
            return;
        }
        long kept = to.get(LONG, at + LOW);
        if (least ? value < kept : value > kept) {
            to.set(LONG, at + LOW, value);
        }
    }

    private void offer(GroupRows rows, int group, long high, long low) {
        if (rows.get(group, at()) != 0) {
            int highs = Long.compare(high, rows.get(group, at() + HIGH));
            int compared =
                    highs != 0 ? highs : Long.compareUnsigned(low, rows.get(group, at() + LOW));
            if (least ? compared >= 0 : compared <= 0) {
                return;
            }
        }
        rows.set(group, at(), 1);
        rows.set(group, at() + LOW, low);
        rows.set(group, at() + HIGH, high);
    }

    @Override
    void merge(GroupRows rows, int[] groupOf, Vector[] from, int first, int count) {
        long[] present = from[first].longs;
        long[] lows = from[first + 1].longs;
        for (int i = 0; i < count; i++) {
            if (present[i] == 0) {
                continue;
            }
            if (wide) {
                offer(rows, groupOf[i], from[first + 2].longs[i], lows[i]);
            } else {
                offer(rows.segment(), (long) groupOf[i] * rows.width() + at(), lows[i]);
            }
        }
    }

    @Override
    void write(Aggregate.Function function, GroupRows rows, int[] groups, int count, Vector to) {
        to.mayHaveNulls();
        for (int i = 0; i < count; i++) {
            int group = groups[i];
            to.nulls[i] = rows.get(group, at()) == 0;
            if (to.nulls[i]) {
                continue;
            }
            long low = rows.get(group, at() + LOW);
            if (type.kind() == Type.Kind.DOUBLE) {
                to.doubles[i] = Double.longBitsToDouble(turned(low));
            } else {
                to.setDecimal(i, wide ? rows.get(group, at() + HIGH) : low >> 63, low);
            }
        }
    }
}
