package telegraph.tables.point;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import telegraph.language.ast.PointStatement.Operand;
import telegraph.language.ast.SqlType;
import telegraph.memory.Type;
import telegraph.query.value.Uuids;
import telegraph.tables.row.StatementMoment;

/// Where the value for a column comes from, a parameter or a literal, and whether its class is
/// plainly the column's, so that no conversion of SQL has a say.
///
/// Threads: any; immutable.
final class Given {
    /// Stands for a place where the value is the moment of the statement.
    private static final int NOW = -2;

    private final SqlType type;
    private final int place;
    private final Object literal;

    private Given(SqlType type, int place, Object literal) {
        this.type = type;
        this.place = place;
        this.literal = literal;
    }

    static Given of(Operand operand, SqlType type) {
        return switch (operand) {
            case Operand.Place at -> new Given(type, at.parameter(), null);
            case Operand.Literal value -> new Given(type, -1, value.value());
            case Operand.Now _ -> new Given(type, NOW, null);
            case Operand.Sum sum -> of(sum.other(), type);
        };
    }

    /// Whether a column takes a literal as it is, or rounded.
    static boolean isPlain(Object literal, SqlType type) {
        return !(literal instanceof String text && hasLoneSurrogate(text))
                && new Given(type, -1, literal).isValue(null);
    }

    /// Whether half of a character stands alone in a text, which has no bytes of its own.
    private static boolean hasLoneSurrogate(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (Character.isSurrogate(text.charAt(at))
                    && !Character.isSupplementaryCodePoint(text.codePointAt(at++))) {
                return true;
            }
        }
        return false;
    }

    /// Whether it is a whole number now, which [#whole] gives.
    boolean isWhole(PointValues values) {
        return place >= 0 && values.isWhole(place);
    }

    long whole(PointValues values) {
        return values.whole(place);
    }

    Object value(PointValues values) {
        return place >= 0 ? values.value(place) : place == NOW ? now(values.asked()) : literal;
    }

    /// The moment of the statement, as a column of this type has it.
    private Object now(StatementMoment asked) {
        Instant at = asked.now().truncatedTo(ChronoUnit.MICROS);
        LocalDateTime local = LocalDateTime.ofInstant(at, asked.zone().toZoneId());
        return switch (type.name()) {
            case DATE -> local.toLocalDate();
            case TIMESTAMP -> local;
            default -> at;
        };
    }

    /// Whether a column of this type takes the moment of the statement.
    private boolean takesNow() {
        boolean exact = type.length() == SqlType.MICROSECONDS;
        return type.name() == SqlType.Name.DATE
                || type.name() == SqlType.Name.TIMESTAMP && exact
                || type.name() == SqlType.Name.TIMESTAMPTZ && exact;
    }

    /// Whether `column = value` is plainly a comparison of one type, or with NULL.
    boolean isKey(PointValues values) {
        if (place == NOW) {
            return false;
        }
        if (isWhole(values)) {
            return type.isNumber();
        }
        Object value = value(values);
        if (value == null) {
            return true;
        }
        return switch (type.name()) {
            case BOOLEAN -> value instanceof Boolean;
            case SMALLINT, INTEGER, BIGINT, NUMERIC -> isExact(value);
            case REAL, DOUBLE ->
                    value instanceof Integer || value instanceof Double d && !d.isNaN();
            case TEXT, VARCHAR -> value instanceof String;
            case CHAR -> value instanceof String text && !text.endsWith(" ");
            case UUID ->
                    value instanceof UUID
                            || value instanceof String text && Uuids.isCanonical(text);
            case BYTEA -> value instanceof byte[];
            case DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> isMoment(value);
            case INTERVAL, JSON, JSONB, ARRAY, ENUM -> false;
        };
    }

    /// Whether the column takes the value as it is, or rounded.
    boolean isValue(PointValues values) {
        if (place == NOW) {
            return takesNow();
        }
        if (isWhole(values)) {
            return type.isNumber();
        }
        Object value = value(values);
        if (value == null) {
            return true;
        }
        return switch (type.name()) {
            case BOOLEAN -> value instanceof Boolean;
            case SMALLINT, INTEGER, BIGINT, NUMERIC -> isExact(value);
            case REAL, DOUBLE -> value instanceof Double || isExact(value);
            case TEXT, VARCHAR, CHAR, JSON, JSONB -> value instanceof String;
            case UUID -> value instanceof UUID;
            case BYTEA -> value instanceof byte[];
            case DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> isMoment(value);
            case INTERVAL, ARRAY, ENUM -> false;
        };
    }

    /// Whether the column is of a type of integers.
    boolean isInteger() {
        return type.isWhole();
    }

    private static boolean isExact(Object value) {
        return value instanceof Integer
                || value instanceof Long
                || value instanceof BigDecimal number
                        && number.scale() >= 0
                        && number.scale() <= Type.DECIMAL_DIGITS_MAX
                        && number.precision() <= Type.DECIMAL_DIGITS_MAX;
    }

    /// What has more digits than the column is the planner's to round.
    private boolean isMoment(Object value) {
        return switch (value) {
            case LocalDate _ -> type.name() == SqlType.Name.DATE;
            case LocalTime at ->
                    type.name() == SqlType.Name.TIME && at.getNano() % nanosKept() == 0;
            case LocalDateTime at ->
                    type.name() == SqlType.Name.TIMESTAMP && at.getNano() % nanosKept() == 0;
            case Instant at ->
                    type.name() == SqlType.Name.TIMESTAMPTZ && at.getNano() % nanosKept() == 0;
            default -> false;
        };
    }

    /// The nanoseconds of the last digit that the column has.
    private int nanosKept() {
        int nanos = 1_000_000_000;
        for (int i = 0; i < type.length(); i++) {
            nanos /= 10;
        }
        return nanos;
    }
}
