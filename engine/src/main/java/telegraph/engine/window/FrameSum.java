package telegraph.engine.window;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import telegraph.engine.WindowSpec.Call;
import telegraph.engine.WindowSpec.Function;
import telegraph.engine.vector.Quotient;
import telegraph.engine.vector.Vector;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.Decimals;
import telegraph.memory.Type;

/// COUNT, SUM and AVG of the frame's rows.
///
/// Rows are added as they come into the frame. Whole numbers and decimals are taken away as they
/// leave it, in words enough that no sum overflows, and NaN is counted; sums of floating point are
/// made anew then, because taking away does not give back what was lost. So it is with the rows
/// that a frame leaves out.
final class FrameSum implements WindowCall {
    private static final MathContext DIGITS = new MathContext(60, RoundingMode.HALF_UP);

    private final Function function;
    private final int argument;
    private final Type argumentType;
    private final WindowPart part;
    private final WindowRows.Cursor here;

    /// The frame that is summed up.
    private long start;

    private long end;
    private long count;
    private double real;
    private long low;
    private long mid;
    private long high;

    /// How many decimals of the frame are NaN, and in no sum.
    private long nans;

    /// @param argumentType null for COUNT(*)
    FrameSum(Call call, Type argumentType, WindowPart part, WindowRows rows) {
        this.function = call.function();
        this.argument = call.arguments().length == 0 ? -1 : call.arguments()[0];
        this.argumentType = argumentType;
        this.part = part;
        this.here = rows.cursor(false);
    }

    @Override
    public void begin() {
        clear(part.start);
    }

    private void clear(long at) {
        start = at;
        end = at;
        count = 0;
        real = 0;
        low = 0;
        mid = 0;
        high = 0;
        nans = 0;
    }

    @Override
    public void put(Vector to, int at) {
        if (argument < 0) {
            to.nulls[at] = false;
            to.longs[at] = part.counted();
            return;
        }
        if (part.hasGap() && isReal()) {
            anew();
            put(to, at, count);
            return;
        }
        slide();
        if (part.hasGap()) {
            gap(-1);
            put(to, at, count);
            gap(1);
        } else {
            put(to, at, count);
        }
    }

    /// Adds up the rows of the frame that count, from nothing.
    private void anew() {
        clear(part.frameStart);
        for (long row = part.frameStart; row < part.frameEnd; row++) {
            if (part.counts(row)) {
                add(row, 1);
            }
        }
    }

    /// Adds or takes away the rows of the frame that do not count.
    private void gap(int sign) {
        long last = Math.min(part.gapEnd, part.frameEnd);
        for (long row = Math.max(part.gapStart, part.frameStart); row < last; row++) {
            if (!part.counts(row)) {
                add(row, sign);
            }
        }
    }

    private void put(Vector to, int at, long values) {
        to.nulls[at] = false;
        switch (function) {
            case COUNT -> to.longs[at] = values;
            case SUM0 -> sum(to, at);
            default -> {
                if (values == 0) {
                    to.nulls[at] = true;
                } else if (function == Function.AVG) {
                    mean(to, at);
                } else {
                    sum(to, at);
                }
            }
        }
    }

    private boolean isReal() {
        return argumentType.kind() == Type.Kind.DOUBLE && function != Function.COUNT;
    }

    private void slide() {
        if (part.frameStart >= end || part.frameStart > start && isReal()) {
            clear(part.frameStart);
        }
        for (; start < part.frameStart; start++) {
            add(start, -1);
        }
        for (; end < part.frameEnd; end++) {
            add(end, 1);
        }
    }

    private void add(long row, int sign) {
        here.to(row);
        if (here.isNull(argument)) {
            return;
        }
        count += sign;
        Batch batch = here.batch;
        int place = here.place;
        if (function == Function.COUNT) {
            return;
        }
        switch (argumentType.kind()) {
            case DOUBLE -> real += batch.doubleAt(argument, place);
            case INTEGER -> addWords(batch.intAt(argument, place), sign);
            case BIGINT -> addWords(batch.longAt(argument, place), sign);
            case DECIMAL -> addDecimal(batch, place, sign);
            case BOOLEAN, DATE, TIME, TIMESTAMP, INSTANT, TEXT ->
                    throw new IllegalArgumentException(
                            "sums and means are of numbers: type=" + argumentType);
        }
    }

    private void addDecimal(Batch batch, int place, int sign) {
        long addLow = batch.decimalLowAt(argument, place);
        long addHigh = batch.decimalHighAt(argument, place);
        if (Decimals.isNaN(addHigh, addLow)) {
            nans += sign;
        } else {
            addWords(addLow, addHigh, sign);
        }
    }

    private void addWords(long value, int sign) {
        addWords(value, value >> 63, sign);
    }

    /// Adds or takes away a number of two words, to a sum of three.
    private void addWords(long addLow, long addMid, int sign) {
        long addHigh = addMid >> 63;
        long byLow = addLow;
        long byMid = addMid;
        if (sign < 0) {
            // Two's complement of three words.
            byLow = -addLow;
            byMid = ~addMid + (addLow == 0 ? 1 : 0);
            addHigh = ~addHigh + (addLow == 0 && addMid == 0 ? 1 : 0);
        }
        long sumLow = low + byLow;
        long carry = Long.compareUnsigned(sumLow, byLow) < 0 ? 1 : 0;
        long sumMid = mid + byMid;
        long carryHigh = Long.compareUnsigned(sumMid, byMid) < 0 ? 1 : 0;
        sumMid += carry;
        carryHigh += carry == 1 && sumMid == 0 ? 1 : 0;
        low = sumLow;
        mid = sumMid;
        high += addHigh + carryHigh;
    }

    private void sum(Vector to, int at) {
        if (nans > 0) {
            putNaN(to, at);
        } else if (isReal()) {
            put(real, to, at);
        } else if (mid == low >> 63
                && high == mid
                && argumentType.scale() == to.type.scale()
                && to.type.kind() != Type.Kind.DOUBLE
                && to.type.kind() != Type.Kind.INTEGER
                && fits(to.type)) {
            to.setDecimal(at, low >> 63, low);
        } else {
            put(exact(), to, at);
        }
    }

    /// Whether any 18 digits fit, so that what fits a word and is not longer than them does.
    private boolean fits(Type type) {
        return type.kind() == Type.Kind.BIGINT
                || type.precision() >= 18 && Math.abs(low) < 1_000_000_000_000_000_000L;
    }

    private void mean(Vector to, int at) {
        if (nans > 0) {
            putNaN(to, at);
        } else if (isReal()) {
            put(real / count, to, at);
        } else {
            BigDecimal by = BigDecimal.valueOf(count);
            put(
                    to.type.kind() == Type.Kind.DECIMAL
                            ? Quotient.of(exact(), by, to.type.scale())
                            : exact().divide(by, DIGITS),
                    to,
                    at);
        }
    }

    private static void putNaN(Vector to, int at) {
        if (to.type.kind() == Type.Kind.DOUBLE) {
            to.doubles[at] = Double.NaN;
        } else {
            to.setNaN(at);
        }
    }

    private BigDecimal exact() {
        BigInteger upper = Decimals.unscaled(high, mid);
        BigInteger lower = Decimals.unscaled(0, low);
        return new BigDecimal(upper.shiftLeft(64).add(lower), argumentType.scale());
    }

    private static void put(double value, Vector to, int at) {
        if (to.type.kind() == Type.Kind.DOUBLE) {
            to.doubles[at] = value;
        } else {
            put(new BigDecimal(value), to, at);
        }
    }

    private static void put(BigDecimal value, Vector to, int at) {
        Type type = to.type;
        if (type.kind() == Type.Kind.DOUBLE) {
            to.doubles[at] = value.doubleValue();
            return;
        }
        BigDecimal scaled = value.setScale(type.scale(), RoundingMode.HALF_UP);
        BigInteger unscaled = scaled.unscaledValue();
        boolean fits =
                switch (type.kind()) {
                    case INTEGER -> unscaled.bitLength() <= 31;
                    case BIGINT -> unscaled.bitLength() <= 63;
                    default -> scaled.precision() <= type.precision();
                };
        if (!fits) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    "a result is out of the range of its type: value=" + value + " type=" + type);
        }
        to.setDecimal(at, Decimals.high(unscaled), unscaled.longValue());
    }
}
