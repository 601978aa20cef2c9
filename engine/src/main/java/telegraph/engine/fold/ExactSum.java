package telegraph.engine.fold;

import static telegraph.engine.fold.GroupRows.LONG;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import telegraph.engine.Aggregate;
import telegraph.engine.vector.Vector;
import telegraph.memory.Decimals;
import telegraph.memory.Type;

/// SUM and AVG of integers and decimals: so many words that no number of rows makes them overflow,
/// and only the result is checked.
///
/// | values of   | the sum                                                                      |
/// |-------------|------------------------------------------------------------------------------|
/// | one word    | `low + high · 2^64`, `low` with its sign; `high` changes when `low` overflows |
/// | two words   | `low + mid · 2^64 + high · 2^128`, `low` without sign, `mid` with            |
///
/// The sum of values of which one is NaN has a `high` so great that no rows make one like it.
final class ExactSum extends Fold {
    private static final int LOW = 8;
    private static final int MID = 16;
    private static final int HIGH = 24;

    /// What `high` is made of the first NaN, and between what and its negation it is of numbers.
    private static final long NAN = 1L << 62;

    private static final long NUMBER_MAX = 1L << 61;

    /// 4,096 values of so many digits have a sum of one word.
    private static final int BATCH_DIGITS = 15;

    private final boolean wide;
    private final boolean small;
    private final int scale;

    ExactSum(Type argument, boolean tallied) {
        super(tallied, KeyWords.isWide(argument) ? 4 : 3);
        this.wide = KeyWords.isWide(argument);
        this.small =
                switch (argument.kind()) {
                    case BOOLEAN, INTEGER, DATE, TIME -> true;
                    case DECIMAL -> argument.precision() <= BATCH_DIGITS;
                    case BIGINT, TIMESTAMP, INSTANT, DOUBLE, TEXT -> false;
                };
        this.scale = argument.scale();
    }

    @Override
    void add(GroupRows rows, int[] groupOf, Vector values, int[] selection, int count) {
        count(rows, groupOf, values, selection, count);
        boolean[] nulls = values.isNullFree() ? null : values.nulls;
        if (wide) {
            values.widen();
            addWide(rows, groupOf, values, nulls, selection, count);
        } else if (rows.size() == 1) {
            addToOne(rows, values.longs, nulls, selection, count);
        } else if (nulls == null) {
            addNarrow(rows, groupOf, values.longs, selection, count);
        } else {
            addNarrow(rows, groupOf, values.longs, nulls, selection, count);
        }
    }

    private void addNarrow(
            GroupRows rows, int[] groupOf, long[] values, int[] selection, int count) {
        MemorySegment to = rows.segment();
        int width = rows.width();
        int offset = at() + LOW;
        for (int i = 0; i < count; i++) {
            int position = selection[i];
            long value = values[position];
            long low = (long) groupOf[position] * width + offset;
            long before = to.get(LONG, low);
            long sum = before + value;
            to.set(LONG, low, sum);
            if (((before ^ sum) & (value ^ sum)) < 0) {
                carry(to, low + 8, value);
            }
        }
    }

    private void addNarrow(
            GroupRows rows,
            int[] groupOf,
            long[] values,
            boolean[] nulls,
            int[] selection,
            int count) {
        MemorySegment to = rows.segment();
        int width = rows.width();
        int offset = at() + LOW;
        for (int i = 0; i < count; i++) {
            int position = selection[i];
            if (nulls[position]) {
                continue;
            }
            long value = values[position];
            long low = (long) groupOf[position] * width + offset;
            long before = to.get(LONG, low);
            long sum = before + value;
            to.set(LONG, low, sum);
            if (((before ^ sum) & (value ^ sum)) < 0) {
                carry(to, low + 8, value);
            }
        }
    }

    private static void carry(MemorySegment to, long high, long value) {
        to.set(LONG, high, to.get(LONG, high) + (value < 0 ? -1 : 1));
    }

    private void addToOne(
            GroupRows rows, long[] values, boolean[] nulls, int[] selection, int count) {
        long sum = 0;
        if (nulls == null && small) {
            if (count > 0 && selection[count - 1] == count - 1) {
                for (int i = 0; i < count; i++) {
                    sum += values[i];
                }
            } else {
                for (int i = 0; i < count; i++) {
                    sum += values[selection[i]];
                }
            }
        } else {
            for (int i = 0; i < count; i++) {
                int position = selection[i];
                long value = nulls != null && nulls[position] ? 0 : values[position];
                long before = sum;
                sum += value;
                if (((before ^ sum) & (value ^ sum)) < 0) {
                    carry(rows.segment(), at() + MID, value);
                }
            }
        }
        addLow(rows, 0, sum);
    }

    private void addLow(GroupRows rows, int group, long value) {
        MemorySegment to = rows.segment();
        long low = (long) group * rows.width() + at() + LOW;
        long before = to.get(LONG, low);
        long sum = before + value;
        to.set(LONG, low, sum);
        if (((before ^ sum) & (value ^ sum)) < 0) {
            carry(to, low + 8, value);
        }
    }

    private void addWide(
            GroupRows rows,
            int[] groupOf,
            Vector values,
            boolean[] nulls,
            int[] selection,
            int count) {
        MemorySegment to = rows.segment();
        long[] lows = values.longs;
        long[] highs = values.highs;
        int width = rows.width();
        for (int i = 0; i < count; i++) {
            int position = selection[i];
            if (nulls == null || !nulls[position]) {
                long row = (long) groupOf[position] * width + at();
                if (Decimals.isNaN(highs[position], lows[position])) {
                    to.set(LONG, row + HIGH, NAN);
                } else {
                    addWords(to, row, lows[position], highs[position]);
                }
            }
        }
    }

    /// Adds a value of two words.
    private static void addWords(MemorySegment to, long row, long low, long mid) {
        long sumLow = to.get(LONG, row + LOW) + low;
        long carry = Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0;
        // No decimal is so large that this overflows.
        long more = mid + carry;
        long before = to.get(LONG, row + MID);
        long sumMid = before + more;
        to.set(LONG, row + LOW, sumLow);
        to.set(LONG, row + MID, sumMid);
        if (((before ^ sumMid) & (more ^ sumMid)) < 0) {
            carry(to, row + HIGH, more);
        }
    }

    @Override
    void merge(GroupRows rows, int[] groupOf, Vector[] from, int first, int count) {
        mergeCounts(rows, groupOf, from[first], count);
        long[] lows = from[first + 1].longs;
        long[] mids = from[first + 2].longs;
        for (int i = 0; i < count; i++) {
            int group = groupOf[i];
            if (!wide) {
                addLow(rows, group, lows[i]);
                rows.set(group, at() + MID, rows.get(group, at() + MID) + mids[i]);
                continue;
            }
            long row = (long) group * rows.width() + at();
            // Each word by itself: the middle one of a sum may be as large as can be.
            addWords(rows.segment(), row, lows[i], 0);
            long before = rows.segment().get(LONG, row + MID);
            long sum = before + mids[i];
            rows.segment().set(LONG, row + MID, sum);
            if (((before ^ sum) & (mids[i] ^ sum)) < 0) {
                carry(rows.segment(), row + HIGH, mids[i]);
            }
            long high = rows.get(group, at() + HIGH);
            long more = from[first + 3].longs[i];
            boolean isNaN = high > NUMBER_MAX || more > NUMBER_MAX;
            rows.set(group, at() + HIGH, isNaN ? NAN : high + more);
        }
    }

    @Override
    void write(Aggregate.Function function, GroupRows rows, int[] groups, int count, Vector to) {
        if (function == Aggregate.Function.COUNT) {
            Count.write(this, rows, groups, count, to);
            return;
        }
        to.mayHaveNulls();
        for (int i = 0; i < count; i++) {
            long values = values(rows, groups[i]);
            to.nulls[i] = values == 0 && function != Aggregate.Function.SUM0;
            if (values > 0 && isNaN(rows, groups[i])) {
                Numbers.set(Double.NaN, to, i);
            } else if (values > 0 && function == Aggregate.Function.AVG) {
                writeMean(rows, groups[i], values, to, i);
            } else if (!to.nulls[i]) {
                writeSum(rows, groups[i], to, i);
            }
        }
    }

    private void writeSum(GroupRows rows, int group, Vector to, int position) {
        if (isOneWord(rows, group)) {
            Numbers.set(rows.get(group, at() + LOW), scale, to, position);
        } else {
            Numbers.set(new BigDecimal(sum(rows, group), scale), to, position);
        }
    }

    private void writeMean(GroupRows rows, int group, long values, Vector to, int position) {
        if (!isOneWord(rows, group)
                || !Numbers.setMean(rows.get(group, at() + LOW), scale, values, to, position)) {
            BigDecimal sum = new BigDecimal(sum(rows, group), scale);
            Numbers.setMean(sum, values, to, position);
        }
    }

    private boolean isNaN(GroupRows rows, int group) {
        return wide && rows.get(group, at() + HIGH) > NUMBER_MAX;
    }

    private boolean isOneWord(GroupRows rows, int group) {
        long mid = rows.get(group, at() + MID);
        return wide
                ? mid == rows.get(group, at() + LOW) >> 63 && rows.get(group, at() + HIGH) == 0
                : mid == 0;
    }

    private BigInteger sum(GroupRows rows, int group) {
        long low = rows.get(group, at() + LOW);
        long mid = rows.get(group, at() + MID);
        if (!wide) {
            return BigInteger.valueOf(mid).shiftLeft(64).add(BigInteger.valueOf(low));
        }
        BigInteger upper =
                BigInteger.valueOf(rows.get(group, at() + HIGH))
                        .shiftLeft(64)
                        .add(BigInteger.valueOf(mid));
        return upper.shiftLeft(64).add(Decimals.unscaled(0, low));
    }
}
