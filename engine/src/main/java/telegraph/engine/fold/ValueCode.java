package telegraph.engine.fold;

import java.math.BigDecimal;
import java.util.Arrays;
import telegraph.engine.vector.Selection;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.Decimals;
import telegraph.memory.Micros;
import telegraph.memory.Type;

/// Codes the values of a type as numbers, equal values as equal ones, and knows their order.
///
/// | type                            | code                                                      |
/// |---------------------------------|-----------------------------------------------------------|
/// | floating point                  | its bits, all but the sign turned over if it is negative  |
/// | text, decimals over 18 digits   | its number in a table of all that came                    |
/// | anything else                   | its `long`                                                |
///
/// NaN is the greatest number, and there is one zero; text orders by its bytes.
///
/// Threads: one at a time. Memory: the table is charged to the account.
final class ValueCode implements Selection.Order {
    private static final int LONG_DIGITS = 18;

    private final Type type;
    private final KeyTable table;
    private final ValueBytes codec = new ValueBytes();

    ValueCode(Type type, Account account) {
        this.type = type;
        boolean listed =
                type.kind() == Type.Kind.TEXT
                        || type.kind() == Type.Kind.DECIMAL && type.precision() > LONG_DIGITS;
        this.table = listed ? new KeyTable(account) : null;
    }

    long encode(Vector from, int at) {
        if (table != null) {
            codec.clear();
            codec.put(from, at);
            return table.number(codec.buffer(), 0, codec.length());
        }
        return switch (type.kind()) {
            case DOUBLE -> turned(Double.doubleToLongBits(from.doubles[at] + 0.0));
            case DECIMAL -> {
                long low = from.longs[at];
                if (from.highAt(at) != low >> 63) {
                    throw TelegraphException.input(
                            "a number has more digits than its type: value="
                                    + from.valueAt(at)
                                    + " type="
                                    + type);
                }
                yield low;
            }
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT, TEXT -> from.longs[at];
        };
    }

    /// Leads from bits to their order and back.
    private static long turned(long bits) {
        return bits ^ bits >> 63 & Long.MAX_VALUE;
    }

    /// By code of another its code here, or null if both are the same.
    int[] codesOf(ValueCode other) {
        if (table == null) {
            return null;
        }
        KeyTable from = other.table;
        int[] codes = new int[from.size()];
        for (int v = 0; v < codes.length; v++) {
            int start = from.start(v);
            codes[v] = table.number(from.bytes(), start, from.end(v) - start);
        }
        return codes;
    }

    @Override
    public int compare(long left, long right) {
        if (table == null || left == right) {
            return Long.compare(left, right);
        }
        int l = table.start((int) left) + 1;
        int r = table.start((int) right) + 1;
        byte[] bytes = table.bytes();
        if (type.kind() == Type.Kind.TEXT) {
            return Arrays.compareUnsigned(
                    bytes, l + 4, table.end((int) left), bytes, r + 4, table.end((int) right));
        }
        int highs = Long.compare(ValueBytes.longAt(bytes, l + 8), ValueBytes.longAt(bytes, r + 8));
        return highs != 0
                ? highs
                : Long.compareUnsigned(ValueBytes.longAt(bytes, l), ValueBytes.longAt(bytes, r));
    }

    boolean isNumber() {
        return switch (type.kind()) {
            case INTEGER, BIGINT, DOUBLE, DECIMAL -> true;
            case BOOLEAN, DATE, TIME, TIMESTAMP, INSTANT, TEXT -> false;
        };
    }

    /// A number as the nearest floating-point one; a moment as its milliseconds or days.
    double real(long code) {
        return switch (type.kind()) {
            case DOUBLE -> Double.longBitsToDouble(turned(code));
            case DECIMAL -> decimal(code);
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT -> code;
            case TEXT -> throw noNumber();
        };
    }

    private double decimal(long code) {
        if (table == null) {
            return BigDecimal.valueOf(code, type.scale()).doubleValue();
        }
        int at = table.start((int) code) + 1;
        long low = ValueBytes.longAt(table.bytes(), at);
        long high = ValueBytes.longAt(table.bytes(), at + 8);
        return Decimals.isNaN(high, low)
                ? Double.NaN
                : new BigDecimal(Decimals.unscaled(high, low), type.scale()).doubleValue();
    }

    /// Sets a position to a value.
    void write(long code, Vector to, int at) {
        if (table != null) {
            ValueBytes.read(table.bytes(), table.start((int) code), to, at);
            return;
        }
        switch (type.kind()) {
            case DOUBLE -> to.doubles[at] = Double.longBitsToDouble(turned(code));
            case DECIMAL -> to.setDecimal(at, code >> 63, code);
            case BOOLEAN, INTEGER, DATE, TIME, BIGINT, TIMESTAMP, INSTANT -> to.longs[at] = code;
            case TEXT -> throw new IllegalStateException("texts are in the table");
        }
    }

    /// Sets a position to what lies between two values.
    ///
    /// @param share how far from the first to the second, from 0 to 1
    void writeBetween(long first, long second, double share, Vector to, int at) {
        switch (type.kind()) {
            case INTEGER, BIGINT, DOUBLE, DECIMAL ->
                    Numbers.set(between(real(first), real(second), share), to, at);
            case DATE -> to.longs[at] = between(Micros.ofDay(first), Micros.ofDay(second), share);
            case TIME, TIMESTAMP, INSTANT -> to.longs[at] = between(first, second, share);
            case BOOLEAN, TEXT -> throw noNumber();
        }
    }

    private static double between(double first, double second, double share) {
        if (first == second || share == 0) {
            return first;
        }
        double gap = second - first;
        return Double.isFinite(gap) ? first + share * gap : first * (1 - share) + second * share;
    }

    private static long between(long first, long second, double share) {
        return first + Math.round(share * (second - first));
    }

    private IllegalArgumentException noNumber() {
        return new IllegalArgumentException("nothing lies between values of a type: type=" + type);
    }
}
