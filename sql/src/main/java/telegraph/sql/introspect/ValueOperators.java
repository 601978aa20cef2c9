package telegraph.sql.introspect;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.function.LikePattern;
import telegraph.query.function.SimilarPattern;
import telegraph.query.regex.Regex;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.QueryFrame;
import telegraph.sql.value.ValueOrder;
import telegraph.sql.value.ValueRoom;

/// The operators between values.
///
/// Threads: that of the statement.
final class ValueOperators {
    /// Patterns kept from one row to the next.
    private static final int PATTERNS_MAX = 100;

    /// Numbers, truth values and moments: no value of one kind is compared with one of another.
    private static final Set<String> PLAIN = Set.of("N", "B", "D");

    private final TypeConversions conversions;
    private final ValueRoom room;
    private final Map<String, Regex> patterns =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Regex> eldest) {
                    return size() > PATTERNS_MAX;
                }
            };

    ValueOperators(TypeConversions conversions, ValueRoom room) {
        this.conversions = conversions;
        this.room = room;
    }

    /// @param place where it stands, for messages
    Bound bind(String operator, Bound left, Bound right, String place) {
        return switch (operator) {
            case "=", "<>", "<", ">", "<=", ">=" -> comparison(operator, left, right);
            case "||" -> concatenation(left, right);
            case "+", "-", "*", "/", "%", "^", "&", "|", "#", "<<", ">>" ->
                    arithmetic(operator, left, right);
            case "~", "~*", "!~", "!~*" ->
                    matching(left, right, operator.endsWith("*"), operator.startsWith("!"), false);
            case "like", "~~" -> matching(left, right, false, false, true);
            case "ilike", "~~*" -> matching(left, right, true, false, true);
            case "!~~" -> matching(left, right, false, true, true);
            case "!~~*" -> matching(left, right, true, true, true);
            case "similar" -> similar(left, right);
            case "@>" -> within(right, left);
            case "<@" -> within(left, right);
            case "&&" -> overlap(left, right);
            case "->", "->>" -> strict(CatalogType.TEXT, left, right, (_, _) -> refused(operator));
            default ->
                    throw TelegraphException.of(
                            SqlState.UNDEFINED_FUNCTION,
                            "there is no such operator: operator=" + operator + " at " + place);
        };
    }

    /// Brings both sides to one type.
    record Sides(Bound left, Bound right) {}

    Sides alike(Bound left, Bound right) {
        CatalogType a = left.type();
        CatalogType b = right.type();
        if (a.isUnknown() && b.isUnknown()) {
            return new Sides(text(left), text(right));
        }
        if (a.isUnknown()) {
            return new Sides(conversions.cast(left, b), right);
        }
        if (b.isUnknown()) {
            return new Sides(left, conversions.cast(right, a));
        }
        if (a.isArray() && b.isArray() || a.isNumber() && b.isNumber()) {
            return new Sides(left, right);
        }
        if (a.isText() != b.isText()) {
            // A text beside something else is read as that, as a driver that sends texts means it.
            return a.isText()
                    ? new Sides(conversions.cast(left, b), right)
                    : new Sides(left, conversions.cast(right, a));
        }
        if (PLAIN.contains(kind(a)) && PLAIN.contains(kind(b)) && !kind(a).equals(kind(b))) {
            throw undefined("=", left, right);
        }
        CatalogType common = TypeConversions.common(a, b);
        return new Sides(conversions.cast(left, common), conversions.cast(right, common));
    }

    private static String kind(CatalogType type) {
        return type.isNumber() ? "N" : type.category();
    }

    private static Object refused(String operator) {
        throw TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "members of JSON are not there in queries about the catalog: operator=" + operator);
    }

    private Bound text(Bound bound) {
        return conversions.cast(bound, CatalogType.TEXT);
    }

    private Bound comparison(String operator, Bound left, Bound right) {
        Sides sides = alike(left, right);
        Predicate<Integer> holds = holds(operator);
        return Bound.of(
                CatalogType.BOOL,
                frame -> {
                    Object a = sides.left().in(frame);
                    Object b = sides.right().in(frame);
                    return a == null || b == null ? null : holds.test(ValueOrder.compare(a, b));
                });
    }

    static Predicate<Integer> holds(String operator) {
        return switch (operator) {
            case "=" -> order -> order == 0;
            case "<>" -> order -> order != 0;
            case "<" -> order -> order < 0;
            case ">" -> order -> order > 0;
            case "<=" -> order -> order <= 0;
            default -> order -> order >= 0;
        };
    }

    private Bound concatenation(Bound left, Bound right) {
        if (left.type().isArray() || right.type().isArray()) {
            CatalogType type = left.type().isArray() ? left.type() : right.type();
            CatalogType element = type.elementType().orElseThrow();
            Bound a = left.type().isUnknown() ? conversions.cast(left, type) : left;
            Bound b = right.type().isUnknown() ? conversions.cast(right, type) : right;
            boolean prepends = !a.type().isArray();
            boolean appends = !b.type().isArray();
            return Bound.of(
                    type,
                    frame -> {
                        List<Object> all = new ArrayList<>();
                        add(all, prepends ? cast(a, element, frame) : a.in(frame), prepends);
                        add(all, appends ? cast(b, element, frame) : b.in(frame), appends);
                        return room.take(all);
                    });
        }
        return strict(
                CatalogType.TEXT,
                left,
                right,
                (a, b) ->
                        room.take(
                                conversions.text(a, left.type())
                                        + conversions.text(b, right.type())));
    }

    private Object cast(Bound bound, CatalogType type, QueryFrame frame) {
        return conversions.convert(bound.in(frame), bound.type(), type);
    }

    private static void add(List<Object> all, Object value, boolean single) {
        if (single) {
            all.add(value);
        } else if (value instanceof List<?> list) {
            all.addAll(list);
        }
    }

    static Bound strict(
            CatalogType type, Bound left, Bound right, BinaryOperator<Object> operation) {
        return Bound.of(
                type,
                frame -> {
                    Object a = left.in(frame);
                    Object b = right.in(frame);
                    return a == null || b == null ? null : operation.apply(a, b);
                });
    }

    private Bound arithmetic(String operator, Bound left, Bound right) {
        Bound a = left.type().isUnknown() ? conversions.cast(left, right.type()) : left;
        Bound b = right.type().isUnknown() ? conversions.cast(right, left.type()) : right;
        if (!a.type().isNumber() || !b.type().isNumber()) {
            throw undefined(operator, a, b);
        }
        CatalogType type = TypeConversions.common(a.type(), b.type());
        if (type.isWhole() && !type.name().startsWith("int")) {
            type = CatalogType.INT8;
        }
        CatalogType result = operator.equals("^") ? CatalogType.FLOAT8 : type;
        return strict(
                result,
                a,
                b,
                (x, y) -> {
                    if (x instanceof Long m && y instanceof Long n) {
                        return conversions.convert(
                                whole(operator, m, n), CatalogType.NUMERIC, result);
                    }
                    if (result.name().startsWith("float")) {
                        return real(operator, ((Number) x).doubleValue(), (Number) y);
                    }
                    Object value = decimal(operator, TypeConversions.decimal(x), y);
                    return conversions.convert(value, CatalogType.NUMERIC, result);
                });
    }

    /// Times and days are only written and compared by queries about the catalog.
    private static TelegraphException undefined(String operator, Bound a, Bound b) {
        return TelegraphException.of(
                SqlState.UNDEFINED_FUNCTION,
                "there is no such operator between these types in a query about the catalog:"
                        + " operator="
                        + operator
                        + " left="
                        + a.type()
                        + " right="
                        + b.type());
    }

    private static Object whole(String operator, long a, long b) {
        if (b == 0 && (operator.equals("/") || operator.equals("%"))) {
            throw TelegraphException.of(SqlState.DIVISION_BY_ZERO, "division by zero");
        }
        BigInteger exact =
                switch (operator) {
                    case "+" -> BigInteger.valueOf(a).add(BigInteger.valueOf(b));
                    case "-" -> BigInteger.valueOf(a).subtract(BigInteger.valueOf(b));
                    case "*" -> BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
                    default -> BigInteger.ZERO;
                };
        if (exact.bitLength() >= Long.SIZE) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    "the number is out of its type's range: type=bigint number=" + exact);
        }
        return switch (operator) {
            case "+", "-", "*" -> exact.longValue();
            case "/" -> a / b;
            case "%" -> a % b;
            case "&" -> a & b;
            case "|" -> a | b;
            case "#" -> a ^ b;
            case "<<" -> a << b;
            case ">>" -> a >> b;
            default -> Math.pow(a, b);
        };
    }

    private static Object real(String operator, double a, Number other) {
        double b = other.doubleValue();
        if (b == 0 && (operator.equals("/") || operator.equals("%"))) {
            throw TelegraphException.of(SqlState.DIVISION_BY_ZERO, "division by zero");
        }
        return switch (operator) {
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            case "/" -> a / b;
            case "%" -> a % b;
            default -> Math.pow(a, b);
        };
    }

    private static Object decimal(String operator, BigDecimal a, Object other) {
        BigDecimal b = TypeConversions.decimal(other);
        if (b.signum() == 0 && (operator.equals("/") || operator.equals("%"))) {
            throw TelegraphException.of(SqlState.DIVISION_BY_ZERO, "division by zero");
        }
        return switch (operator) {
            case "+" -> a.add(b);
            case "-" -> a.subtract(b);
            case "*" -> a.multiply(b);
            case "/" -> a.divide(b, MathContext.DECIMAL64);
            case "%" -> a.remainder(b);
            default -> BigDecimal.valueOf(Math.pow(a.doubleValue(), b.doubleValue()));
        };
    }

    private Bound matching(
            Bound left, Bound right, boolean anyCase, boolean negated, boolean like) {
        Bound text = text(left);
        Bound pattern = text(right);
        return strict(
                CatalogType.BOOL,
                text,
                pattern,
                (value, written) -> {
                    String looked = (String) value;
                    boolean found =
                            like
                                    ? LikePattern.of((String) written, "\\", anyCase)
                                            .matches(looked)
                                    : regex((String) written, anyCase).matches(looked);
                    return found != negated;
                });
    }

    private Bound similar(Bound left, Bound right) {
        return strict(
                CatalogType.BOOL,
                text(left),
                text(right),
                (value, written) ->
                        regex(SimilarPattern.regex((String) written, "\\"), false)
                                .matches((String) value));
    }

    private Regex regex(String regex, boolean anyCase) {
        String flags = anyCase ? "i" : "";
        return patterns.computeIfAbsent(
                flags + '/' + regex, _ -> Regex.compile(regex, flags, false));
    }

    private Bound within(Bound part, Bound whole) {
        Sides sides = arrays(part, whole);
        return strict(
                CatalogType.BOOL,
                sides.left(),
                sides.right(),
                (a, b) -> keys((List<?>) b).containsAll(keys((List<?>) a)));
    }

    private Bound overlap(Bound left, Bound right) {
        Sides sides = arrays(left, right);
        return strict(
                CatalogType.BOOL,
                sides.left(),
                sides.right(),
                (a, b) -> keys((List<?>) a).stream().anyMatch(keys((List<?>) b)::contains));
    }

    private Sides arrays(Bound left, Bound right) {
        Sides sides = alike(left, right);
        if (!sides.left().type().isArray() || !sides.right().type().isArray()) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "both sides of the operator are arrays: left="
                            + left.type()
                            + " right="
                            + right.type());
        }
        return sides;
    }

    private static List<Object> keys(List<?> list) {
        return list.stream().map(ValueOrder::key).toList();
    }
}
