package telegraph.engine.aggregate;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import telegraph.engine.Vector;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;

/// One value of some type for each group, or none.
final class Kept {
    private final Type type;
    private final Account account;
    private boolean[] present = new boolean[0];
    private long[] longs;
    private long[] highs;
    private double[] doubles;
    private byte[][] texts;

    Kept(Type type, Account account) {
        this.type = type;
        this.account = account;
        groups(16);
    }

    void groups(int groups) {
        if (groups <= present.length) {
            return;
        }
        int longer = Math.max(groups, present.length * 2);
        account.grow(17L * (longer - present.length));
        present = Arrays.copyOf(present, longer);
        switch (type.kind()) {
            case TEXT -> texts = texts == null ? new byte[longer][] : Arrays.copyOf(texts, longer);
            case DOUBLE ->
                    doubles = doubles == null ? new double[longer] : Arrays.copyOf(doubles, longer);
            case DECIMAL -> {
                longs = longs == null ? new long[longer] : Arrays.copyOf(longs, longer);
                highs = highs == null ? new long[longer] : Arrays.copyOf(highs, longer);
            }
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT ->
                    longs = longs == null ? new long[longer] : Arrays.copyOf(longs, longer);
        }
    }

    boolean has(int group) {
        return present[group];
    }

    void set(int group, Vector from, int at) {
        present[group] = true;
        switch (type.kind()) {
            case TEXT -> {
                byte[] text = new byte[from.lengths[at]];
                MemorySegment.copy(
                        from.segments[at],
                        ValueLayout.JAVA_BYTE,
                        from.offsets[at],
                        text,
                        0,
                        text.length);
                setText(group, text);
            }
            case DOUBLE -> doubles[group] = from.doubles[at] + 0.0;
            case DECIMAL -> {
                longs[group] = from.longs[at];
                highs[group] = from.highAt(at);
            }
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT ->
                    longs[group] = from.longs[at];
        }
    }

    void set(int group, Kept from, int other) {
        present[group] = true;
        switch (type.kind()) {
            case TEXT -> setText(group, from.texts[other]);
            case DOUBLE -> doubles[group] = from.doubles[other];
            case DECIMAL -> {
                longs[group] = from.longs[other];
                highs[group] = from.highs[other];
            }
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT ->
                    longs[group] = from.longs[other];
        }
    }

    private void setText(int group, byte[] text) {
        int before = texts[group] == null ? -16 : texts[group].length;
        if (text.length > before) {
            account.grow(text.length - before);
        }
        texts[group] = text;
    }

    /// How a value in a vector compares with the one kept.
    int compare(Vector vector, int at, int group) {
        return switch (type.kind()) {
            case TEXT ->
                    compareText(
                            vector.segments[at],
                            vector.offsets[at],
                            vector.lengths[at],
                            texts[group]);
            case DOUBLE -> Double.compare(vector.doubles[at] + 0.0, doubles[group]);
            case DECIMAL ->
                    compare128(vector.highAt(at), vector.longs[at], highs[group], longs[group]);
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT ->
                    Long.compare(vector.longs[at], longs[group]);
        };
    }

    /// How a value that is kept here compares with one kept in another.
    int compare(int group, Kept other, int otherGroup) {
        return switch (type.kind()) {
            case TEXT -> Arrays.compareUnsigned(texts[group], other.texts[otherGroup]);
            case DOUBLE -> Double.compare(doubles[group], other.doubles[otherGroup]);
            case DECIMAL ->
                    compare128(
                            highs[group],
                            longs[group],
                            other.highs[otherGroup],
                            other.longs[otherGroup]);
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT ->
                    Long.compare(longs[group], other.longs[otherGroup]);
        };
    }

    private static int compare128(long high, long low, long otherHigh, long otherLow) {
        int highs = Long.compare(high, otherHigh);
        return highs != 0 ? highs : Long.compareUnsigned(low, otherLow);
    }

    private static int compareText(MemorySegment segment, long offset, int length, byte[] other) {
        int shared = Math.min(length, other.length);
        for (int i = 0; i < shared; i++) {
            int left = segment.get(ValueLayout.JAVA_BYTE, offset + i) & 0xFF;
            int right = other[i] & 0xFF;
            if (left != right) {
                return left - right;
            }
        }
        return length - other.length;
    }

    void write(int group, BatchBuilder to, int column) {
        if (!present[group]) {
            return;
        }
        switch (type.kind()) {
            case TEXT -> to.setText(column, texts[group], 0, texts[group].length);
            case DOUBLE -> to.setDouble(column, doubles[group]);
            case DECIMAL -> to.setDecimal(column, highs[group], longs[group]);
            case BOOLEAN -> to.setBoolean(column, longs[group] != 0);
            case INTEGER, DATE, TIME -> to.setInt(column, (int) longs[group]);
            case BIGINT, TIMESTAMP, INSTANT -> to.setLong(column, longs[group]);
        }
    }
}
