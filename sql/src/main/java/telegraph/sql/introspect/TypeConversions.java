package telegraph.sql.introspect;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.ValueOrder;
import telegraph.sql.value.ValueRoom;

/// Turns values of one type into those of another.
///
/// Threads: that of the statement.
final class TypeConversions {
    /// Each can be read as the next.
    private static final List<CatalogType> MOMENTS =
            List.of(CatalogType.DATE, CatalogType.TIMESTAMP, CatalogType.TIMESTAMPTZ);

    private final Surroundings around;
    private final ValueRoom room;

    TypeConversions(Surroundings around, ValueRoom room) {
        this.around = around;
        this.room = room;
    }

    /// An expression as a value of a type; a literal at once.
    Bound cast(Bound from, CatalogType to) {
        CatalogType source = from.type();
        if (from.eval() instanceof BindContext.Parameter parameter) {
            return parameter.as(to);
        }
        if (source.equals(to) && !source.isUnknown()) {
            return from;
        }
        if (from.constant()) {
            return Bound.literal(to, convert(from.value(), source, to));
        }
        return Bound.of(to, frame -> convert(from.in(frame), source, to));
    }

    Object convert(Object value, CatalogType from, CatalogType to) {
        CatalogType source = from.ground();
        CatalogType target = to.ground();
        if (value == null || source.equals(target)) {
            return value;
        }
        if (source.isUnknown() || source.isText() && !target.isText()) {
            return CatalogTexts.read(text(value, source), target, around);
        }
        if (target.name().equals("char")) {
            String text = text(value, source);
            return text.isEmpty() ? "" : text.substring(0, 1);
        }
        if (target.isText() || target.name().equals("json") || target.name().equals("jsonb")) {
            String text = text(value, source);
            return value instanceof String ? text : room.take(text);
        }
        if (value instanceof List<?> list && target.isArray()) {
            return elements(list, source, target);
        }
        return switch (value) {
            case Boolean truth when target.isNumber() -> truth ? 1L : 0L;
            case Number number when target.name().equals("bool") ->
                    ValueOrder.decimal(number).signum() != 0;
            case Number number when target.isWhole() -> whole(number, target);
            case Number number when target.name().equals("numeric") -> ValueOrder.decimal(number);
            case Number number when target.isNumber() -> number.doubleValue();
            case Instant at when target.name().equals("date") ->
                    at.atZone(around.zone()).toLocalDate();
            case Instant at when target.name().equals("timestamp") ->
                    at.atZone(around.zone()).toLocalDateTime();
            case LocalDateTime at when target.name().equals("date") -> at.toLocalDate();
            case LocalDateTime at when target.name().equals("timestamptz") ->
                    at.atZone(around.zone()).toInstant();
            case LocalDate day when target.name().equals("timestamp") -> day.atStartOfDay();
            case LocalDate day when target.name().equals("timestamptz") ->
                    day.atStartOfDay().toInstant(ZoneOffset.UTC);
            default -> CatalogTexts.read(CatalogTexts.write(value, source, around), target, around);
        };
    }

    /// A value as a cast to text gives it.
    String text(Object value, CatalogType type) {
        return value instanceof Boolean truth
                ? truth.toString()
                : CatalogTexts.write(value, type, around);
    }

    private static Long whole(Number number, CatalogType target) {
        RoundingMode rounding =
                number instanceof Double ? RoundingMode.HALF_EVEN : RoundingMode.HALF_UP;
        long whole =
                number instanceof Long exact
                        ? exact
                        : ValueOrder.decimal(number).setScale(0, rounding).longValue();
        boolean fits =
                switch (target.name()) {
                    case "int2" -> whole == (short) whole;
                    case "int4", "cardinal_number" -> whole == (int) whole;
                    default -> true;
                };
        if (!fits) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    "the number is out of its type's range: type="
                            + target.sql()
                            + " number="
                            + whole);
        }
        return whole;
    }

    private List<Object> elements(List<?> list, CatalogType from, CatalogType to) {
        CatalogType source = from.elementType().orElse(CatalogType.TEXT);
        CatalogType target = to.elementType().orElse(CatalogType.TEXT);
        List<Object> converted = new ArrayList<>();
        for (Object value : list) {
            converted.add(
                    value instanceof List<?> inner
                            ? elements(inner, from, to)
                            : convert(value, source, target));
        }
        return converted;
    }

    /// The type that values of both types have in a result, such as that of CASE.
    static CatalogType common(CatalogType a, CatalogType b) {
        if (a.equals(b) || b.isUnknown()) {
            return a;
        }
        if (a.isUnknown()) {
            return b;
        }
        if (a.isReference() && b.isReference()) {
            return CatalogType.OID;
        }
        if (a.isNumber() && b.isNumber()) {
            return rank(a) >= rank(b) ? a : b;
        }
        if (a.isText() && b.isText()) {
            return CatalogType.TEXT;
        }
        return MOMENTS.indexOf(b) > MOMENTS.indexOf(a) && MOMENTS.contains(a) ? b : a;
    }

    private static int rank(CatalogType type) {
        return switch (type.name()) {
            case "int2" -> 1;
            case "int4", "cardinal_number" -> 2;
            case "int8" -> 3;
            case "numeric" -> 4;
            case "float4" -> 5;
            case "float8" -> 6;
            default -> 3;
        };
    }

    static BigDecimal decimal(Object value) {
        return ValueOrder.decimal((Number) value);
    }
}
