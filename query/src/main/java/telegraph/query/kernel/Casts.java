package telegraph.query.kernel;

import java.math.BigDecimal;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.engine.vector.Vector;
import telegraph.memory.Micros;
import telegraph.memory.MomentText;
import telegraph.memory.Type;
import telegraph.memory.Type.Kind;
import telegraph.query.function.MomentFunctions;
import telegraph.query.value.Numeric;
import telegraph.query.value.Texts;
import telegraph.query.value.ValueFailures;
import telegraph.query.value.ValueTexts;
import telegraph.query.value.Values;

/// The loops of CAST, as PostgreSQL defines them: numbers round, never truncate; a text that is no
/// value of the type fails, with the text in the message.
final class Casts {
    /// Converts the value at one position, which is not NULL.
    private interface One {
        void convert(Vector from, Vector to, int row, Texts texts);
    }

    /// Digits of seconds after the point that all times have room for.
    private static final int SECOND_DIGITS = 6;

    @FunctionalInterface
    private interface LongBinary {
        long apply(long value, long digits);
    }

    private Casts() {}

    /// The loop for a cast, or empty if there is none.
    static Optional<Kernel.Body> body(Type from, RelDataType sql, Type to) {
        One one = one(from, sql, to);
        if (one == null) {
            return Optional.empty();
        }
        Kernel.Body each = loop(one);
        boolean exact = from.kind() == Kind.INTEGER || from.kind() == Kind.BIGINT;
        boolean scaled =
                to.kind() == Kind.DECIMAL && (exact || from.kind() == Kind.DECIMAL)
                        || to.kind() == Kind.BIGINT && exact;
        return Optional.of(scaled && to.scale() >= from.scale() ? scaled(each) : each);
    }

    /// Whole numbers and decimals to a type with as many digits after the point: in 64 bits if the
    /// largest value shows that they suffice, else one by one.
    private static Kernel.Body scaled(Kernel.Body each) {
        return (in, to, selection, count, texts) -> {
            Vector from = in[0];
            if (count > 0 && WholeLoops.isNarrow(from, selection, count)) {
                int up = to.type.scale() - from.type.scale();
                int bits =
                        WholeLoops.bits(from.longs, selection, count) + WholeLoops.bitsOfPower(up);
                if (bits <= WholeLoops.bitsMax(to.type)) {
                    WholeLoops.multiply(
                            from.longs, DecimalMath.power(up), to.longs, selection, count);
                    to.narrow();
                    WholeLoops.sameNulls(from, to, selection, count);
                    return;
                }
            }
            to.mayBeWide();
            to.mayHaveNulls();
            each.compute(in, to, selection, count, texts);
        };
    }

    private static Kernel.Body loop(One one) {
        return (in, to, selection, count, texts) -> {
            Vector from = in[0];
            boolean maybeLong = from.type.kind() == Kind.TEXT;
            for (int i = 0; i < count; i++) {
                int row = selection[i];
                to.nulls[row] = from.nulls[row];
                if (!from.nulls[row]) {
                    if (maybeLong) {
                        texts.allowance().nextRow();
                    }
                    one.convert(from, to, row, texts);
                }
            }
        };
    }

    private static One one(Type from, RelDataType sql, Type to) {
        return switch (to.kind()) {
            case INTEGER -> toInteger(from, sql);
            case BIGINT -> toBigint(from);
            case DOUBLE -> toDouble(from, sql);
            case DECIMAL -> toDecimal(from);
            case BOOLEAN -> toBoolean(from);
            case DATE -> toDate(from);
            case TIME -> rounded(toTime(from), sql, MomentFunctions::roundedTime);
            case TIMESTAMP -> rounded(toMoment(from, false), sql, MomentFunctions::rounded);
            case INSTANT -> rounded(toMoment(from, true), sql, MomentFunctions::rounded);
            case TEXT -> toText(from, sql);
        };
    }

    private static One toInteger(Type from, RelDataType sql) {
        long greatest =
                switch (sql.getSqlTypeName()) {
                    case TINYINT -> Byte.MAX_VALUE;
                    case SMALLINT -> Short.MAX_VALUE;
                    default -> Integer.MAX_VALUE;
                };
        String name = greatest == Short.MAX_VALUE ? "smallint" : "integer";
        One wide =
                switch (from.kind()) {
                    case INTEGER, BOOLEAN -> Casts::same;
                    case TEXT ->
                            (v, to, row, texts) ->
                                    to.longs[row] = ValueTexts.toInteger(Texts.string(v, row));
                    default -> toBigint(from);
                };
        if (wide == null) {
            return null;
        }
        return (v, to, row, texts) -> {
            try {
                wide.convert(v, to, row, texts);
            } catch (ArithmeticException e) {
                throw ValueFailures.outOfRange(name);
            }
            if (to.longs[row] > greatest || to.longs[row] < -greatest - 1) {
                throw ValueFailures.outOfRange(name);
            }
        };
    }

    private static void same(Vector from, Vector to, int row, Texts texts) {
        to.longs[row] = from.longs[row];
    }

    private static One toBigint(Type from) {
        return switch (from.kind()) {
            case INTEGER, BIGINT, BOOLEAN -> Casts::same;
            case DOUBLE ->
                    (v, to, row, texts) -> {
                        double rounded = Math.rint(v.doubles[row]);
                        if (!(rounded >= -0x1p63 && rounded < 0x1p63)) {
                            throw ValueFailures.outOfRange(name(to));
                        }
                        to.longs[row] = (long) rounded;
                    };
            case DECIMAL ->
                    (v, to, row, texts) -> {
                        try {
                            to.longs[row] = DecimalMath.toLong(v, row, name(to));
                        } catch (ArithmeticException e) {
                            throw ValueFailures.outOfRange(name(to));
                        }
                    };
            case TEXT ->
                    (v, to, row, texts) ->
                            to.longs[row] = ValueTexts.toBigint(Texts.string(v, row));
            case DATE, TIME, TIMESTAMP, INSTANT -> null;
        };
    }

    private static String name(Vector to) {
        return to.type.kind() == Kind.INTEGER ? "integer" : "bigint";
    }

    private static One toDouble(Type from, RelDataType sql) {
        One wide =
                switch (from.kind()) {
                    case INTEGER, BIGINT, DECIMAL, DOUBLE ->
                            (v, to, row, texts) -> to.doubles[row] = Comparison.real(v, row);
                    case TEXT ->
                            (v, to, row, texts) ->
                                    to.doubles[row] = ValueTexts.toDouble(Texts.string(v, row));
                    case BOOLEAN, DATE, TIME, TIMESTAMP, INSTANT -> null;
                };
        if (wide == null || sql.getSqlTypeName() != SqlTypeName.REAL) {
            return wide;
        }
        return (v, to, row, texts) -> {
            wide.convert(v, to, row, texts);
            to.doubles[row] = Double.parseDouble(Float.toString((float) to.doubles[row]));
        };
    }

    private static One toDecimal(Type from) {
        return switch (from.kind()) {
            case INTEGER, BIGINT ->
                    (v, to, row, texts) -> DecimalMath.set(to, row, v.longs[row], 0);
            case DECIMAL ->
                    (v, to, row, texts) -> {
                        if (DecimalMath.isSmall(v, row)) {
                            DecimalMath.set(to, row, v.longs[row], v.type.scale());
                        } else if (v.isNaN(row)) {
                            to.setNaN(row);
                        } else {
                            Values.setDecimal(to, row, DecimalMath.big(v, row));
                        }
                    };
            case DOUBLE ->
                    (v, to, row, texts) -> {
                        double value = v.doubles[row];
                        if (Double.isNaN(value)) {
                            to.setNaN(row);
                        } else {
                            Values.setDecimal(to, row, Numeric.cast(Numeric.of(value), to.type));
                        }
                    };
            case TEXT ->
                    (v, to, row, texts) -> {
                        String text = Texts.string(v, row);
                        if (ValueTexts.isNaN(text)) {
                            to.setNaN(row);
                        } else {
                            BigDecimal value = ValueTexts.toDecimal(text);
                            Values.setDecimal(to, row, Numeric.cast(value, to.type));
                        }
                    };
            case BOOLEAN, DATE, TIME, TIMESTAMP, INSTANT -> null;
        };
    }

    private static One toBoolean(Type from) {
        return switch (from.kind()) {
            case BOOLEAN -> Casts::same;
            case INTEGER, BIGINT ->
                    (v, to, row, texts) -> to.longs[row] = v.longs[row] == 0 ? 0 : 1;
            case TEXT ->
                    (v, to, row, texts) ->
                            to.longs[row] = ValueTexts.toBoolean(Texts.string(v, row)) ? 1 : 0;
            case DOUBLE, DECIMAL, DATE, TIME, TIMESTAMP, INSTANT -> null;
        };
    }

    private static One toDate(Type from) {
        return switch (from.kind()) {
            case DATE -> Casts::same;
            case TIMESTAMP, INSTANT ->
                    (v, to, row, texts) -> to.longs[row] = Math.floorDiv(v.longs[row], Micros.DAY);
            case TEXT ->
                    (v, to, row, texts) -> to.longs[row] = ValueTexts.toDate(Texts.string(v, row));
            default -> null;
        };
    }

    private static One toTime(Type from) {
        return switch (from.kind()) {
            case TIME -> Casts::same;
            case TIMESTAMP, INSTANT ->
                    (v, to, row, texts) -> to.longs[row] = Math.floorMod(v.longs[row], Micros.DAY);
            case TEXT ->
                    (v, to, row, texts) -> to.longs[row] = ValueTexts.toTime(Texts.string(v, row));
            default -> null;
        };
    }

    private static One toMoment(Type from, boolean zoned) {
        return switch (from.kind()) {
            case TIMESTAMP, INSTANT -> Casts::same;
            case DATE ->
                    (v, to, row, texts) -> to.longs[row] = MomentFunctions.midnight(v.longs[row]);
            case TEXT ->
                    (v, to, row, texts) -> {
                        String text = Texts.string(v, row);
                        to.longs[row] =
                                zoned ? ValueTexts.toInstant(text) : ValueTexts.toTimestamp(text);
                    };
            default -> null;
        };
    }

    /// With as many digits of seconds as the type has.
    private static One rounded(One exact, RelDataType sql, LongBinary rounding) {
        long digits = sql.getPrecision();
        if (exact == null || digits < 0 || digits >= SECOND_DIGITS) {
            return exact;
        }
        return (v, to, row, texts) -> {
            exact.convert(v, to, row, texts);
            to.longs[row] = rounding.apply(to.longs[row], digits);
        };
    }

    private static One toText(Type from, RelDataType sql) {
        int max = sql.getPrecision();
        boolean limited = max > 0 && max < Integer.MAX_VALUE;
        boolean blank = sql.getSqlTypeName() == SqlTypeName.CHAR;
        if (from.kind() == Kind.TEXT && !limited && !blank) {
            return (v, to, row, texts) -> {
                to.segments[row] = v.segments[row];
                to.offsets[row] = v.offsets[row];
                to.lengths[row] = v.lengths[row];
            };
        }
        return (v, to, row, texts) -> {
            String text = text(v, row);
            if (limited && text.length() > max && text.codePointCount(0, text.length()) > max) {
                text = text.substring(0, text.offsetByCodePoints(0, max));
            }
            texts.set(to, row, blank ? Values.stripBlanks(text) : text);
        };
    }

    private static String text(Vector v, int row) {
        return switch (v.type.kind()) {
            case BOOLEAN -> ValueTexts.of(v.longs[row] != 0);
            case INTEGER, BIGINT -> Long.toString(v.longs[row]);
            case DOUBLE -> ValueTexts.of(v.doubles[row]);
            case DECIMAL -> {
                if (v.isNaN(row)) {
                    yield ValueTexts.NAN;
                }
                BigDecimal value = DecimalMath.big(v, row);
                yield (Numeric.isFree(v.type) ? Numeric.shown(value) : value).toPlainString();
            }
            case DATE -> MomentText.date(v.longs[row]);
            case TIME -> MomentText.time(v.longs[row]);
            case TIMESTAMP -> MomentText.timestamp(v.longs[row]);
            case INSTANT -> MomentText.instant(v.longs[row]);
            case TEXT -> Texts.string(v, row);
        };
    }
}
