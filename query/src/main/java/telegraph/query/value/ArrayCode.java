package telegraph.query.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import telegraph.ground.TelegraphException;

/// Arrays as they lie in a batch: each as a text, its code, such that codes are equal, and in
/// order, as the arrays are: element by element, the shorter first, NULL behind all values. So the
/// engine moves, keys, sorts and spills them as any texts.
///
/// | element        | in the code                                                         |
/// |----------------|---------------------------------------------------------------------|
/// | exact number   | sign, place of its point, its digits without zeros at the end       |
/// | moment         | the number it lies as in a batch                                    |
/// | floating point | 16 hexadecimal digits, whose order is that of the numbers           |
/// | boolean        | `f` or `t`                                                          |
/// | text           | `+`, the text, U+0001; U+0001 and U+0002 in it stand behind a U+0002 |
/// | array          | `(`, its elements, `!`                                              |
/// | NULL           | `z`                                                                 |
///
/// ```
/// {5,-12,NULL}     1Q5 -N87~z
/// {a,b}            +a␁+b␁
/// {}               the empty text
/// ```
///
/// Intervals, of which several are equal, have no such code. Any thread.
public final class ArrayCode {
    private static final char NULL = 'z';
    private static final char TEXT = '+';
    private static final char TEXT_END = '\u0001';
    private static final char ESCAPE = '\u0002';
    private static final char NESTED = '(';
    private static final char NESTED_END = '!';
    private static final char NEGATIVE = '-';
    private static final char ZERO = '0';
    private static final char POSITIVE = '1';
    private static final char POINT = 'P';
    private static final char POSITIVE_END = ' ';
    private static final char NEGATIVE_END = '~';
    private static final int HEX_DIGITS = 16;

    private ArrayCode() {}

    /// Whether arrays of elements of a type have codes.
    public static boolean holds(RelDataType element) {
        return switch (element.getSqlTypeName()) {
            case INTERVAL_DAY_SECOND -> false;
            case NULL -> false;
            default -> Types.physical(element).isPresent();
        };
    }

    /// @param elements as Calcite's runtime has them
    public static String of(List<?> elements, RelDataType type) {
        StringBuilder code = new StringBuilder();
        append(elements, type, code);
        return code.toString();
    }

    private static void append(List<?> elements, RelDataType type, StringBuilder code) {
        for (Object element : elements) {
            if (element == null) {
                code.append(NULL);
            } else {
                append(element, type, code);
            }
        }
    }

    private static void append(Object element, RelDataType type, StringBuilder code) {
        switch (type.getSqlTypeName()) {
            case BOOLEAN -> code.append((Boolean) element ? 't' : 'f');
            case TINYINT,
                    SMALLINT,
                    INTEGER,
                    BIGINT,
                    DATE,
                    TIME,
                    TIMESTAMP,
                    TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                    exact(BigDecimal.valueOf(((Number) element).longValue()), code);
            case DECIMAL -> exact(RoutineArguments.decimal(element), code);
            case REAL, FLOAT, DOUBLE -> floating(RoutineArguments.real(element), code);
            case ARRAY -> {
                code.append(NESTED);
                append((List<?>) element, type.getComponentType(), code);
                code.append(NESTED_END);
            }
            default -> text(Values.toText(element, type), code);
        }
    }

    private static void exact(BigDecimal number, StringBuilder code) {
        int sign = number.signum();
        if (sign == 0) {
            code.append(ZERO);
            return;
        }
        BigDecimal plain = number.stripTrailingZeros();
        String digits = plain.unscaledValue().abs().toString();
        int point = digits.length() - plain.scale();
        code.append(sign < 0 ? NEGATIVE : POSITIVE).append((char) (POINT + sign * point));
        if (sign > 0) {
            code.append(digits).append(POSITIVE_END);
            return;
        }
        for (int i = 0; i < digits.length(); i++) {
            code.append((char) ('0' + '9' - digits.charAt(i)));
        }
        code.append(NEGATIVE_END);
    }

    private static void floating(double number, StringBuilder code) {
        long bits = Double.doubleToLongBits(number == 0 ? 0.0 : number);
        long ordered = bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
        String digits = Long.toHexString(ordered);
        code.repeat('0', HEX_DIGITS - digits.length()).append(digits);
    }

    /// Adds a text, which ends where it says, so that others may follow.
    public static void text(String text, StringBuilder code) {
        code.append(TEXT);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == TEXT_END || c == ESCAPE) {
                code.append(ESCAPE);
            }
            code.append(c);
        }
        code.append(TEXT_END);
    }

    /// The elements of an array, as Calcite's runtime has them.
    ///
    /// @param type that of the elements
    public static List<Object> read(String code, RelDataType type) {
        Reading reading = new Reading(code);
        List<Object> elements = reading.elements(type);
        reading.demand(reading.at == code.length());
        return elements;
    }

    /// One reading of a code.
    private static final class Reading {
        private final String code;
        private int at;

        Reading(String code) {
            this.code = code;
        }

        List<Object> elements(RelDataType type) {
            List<Object> elements = new ArrayList<>();
            while (at < code.length() && code.charAt(at) != NESTED_END) {
                if (code.charAt(at) == NULL) {
                    at++;
                    elements.add(null);
                } else {
                    elements.add(element(type));
                }
            }
            return elements;
        }

        private Object element(RelDataType type) {
            return switch (type.getSqlTypeName()) {
                case BOOLEAN -> next() == 't';
                case TINYINT -> exact().byteValueExact();
                case SMALLINT -> exact().shortValueExact();
                case INTEGER, DATE -> exact().intValueExact();
                case BIGINT, TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                        exact().longValueExact();
                case DECIMAL -> exact().setScale(type.getScale());
                case REAL -> (float) floating();
                case FLOAT, DOUBLE -> floating();
                case ARRAY -> nested(type.getComponentType());
                default -> text();
            };
        }

        private BigDecimal exact() {
            char sign = next();
            if (sign == ZERO) {
                return BigDecimal.ZERO;
            }
            int scale = sign == NEGATIVE ? POINT - next() : next() - POINT;
            int end = code.indexOf(sign == NEGATIVE ? NEGATIVE_END : POSITIVE_END, at);
            demand(end > at);
            String digits = code.substring(at, end);
            at = end + 1;
            if (sign == POSITIVE) {
                return new BigDecimal(new BigInteger(digits), digits.length() - scale);
            }
            StringBuilder complements = new StringBuilder(digits.length());
            for (int i = 0; i < digits.length(); i++) {
                complements.append((char) ('0' + '9' - digits.charAt(i)));
            }
            return new BigDecimal(
                    new BigInteger(complements.toString()).negate(), digits.length() - scale);
        }

        private double floating() {
            demand(at + HEX_DIGITS <= code.length());
            long ordered = Long.parseUnsignedLong(code, at, at + HEX_DIGITS, HEX_DIGITS);
            at += HEX_DIGITS;
            return Double.longBitsToDouble(ordered < 0 ? ordered ^ Long.MIN_VALUE : ~ordered);
        }

        private List<Object> nested(RelDataType type) {
            demand(next() == NESTED);
            List<Object> elements = elements(type);
            demand(next() == NESTED_END);
            return elements;
        }

        private String text() {
            demand(next() == TEXT);
            StringBuilder text = new StringBuilder();
            char c = next();
            while (c != TEXT_END) {
                text.append(c == ESCAPE ? next() : c);
                c = next();
            }
            return text.toString();
        }

        private char next() {
            demand(at < code.length());
            return code.charAt(at++);
        }

        void demand(boolean right) {
            if (!right) {
                throw TelegraphException.bug("no code of an array: at=" + at, null);
            }
        }
    }
}
