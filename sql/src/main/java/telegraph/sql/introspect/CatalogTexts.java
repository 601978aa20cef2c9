package telegraph.sql.introspect;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.ValueOrder;
import telegraph.sql.value.ValueRoom;

/// Values as text, in PostgreSQL's forms, and back.
///
/// Threads: any.
public final class CatalogTexts {
    private static final DateTimeFormatter MOMENT =
            new DateTimeFormatterBuilder()
                    .appendPattern("yyyy-MM-dd HH:mm:ss")
                    .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
                    .toFormatter(Locale.ROOT);

    private CatalogTexts() {}

    /// @throws TelegraphException if the text is no value of the type
    public static Object read(String text, CatalogType type, Surroundings around) {
        CatalogType ground = type.ground();
        try {
            if (ground.isArray()) {
                return ground.isVector()
                        ? vector(text, ground, around)
                        : array(text, ground, around);
            }
            if (ground.isReference()) {
                return number(text).orElseGet(() -> around.oid(ground, text));
            }
            return switch (ground.name()) {
                case "bool" -> truth(text);
                case "int2", "int4", "int8", "oid", "xid", "cid", "xid8" ->
                        Long.valueOf(text.strip());
                case "numeric" -> decimal(text.strip());
                case "float4", "float8" -> real(text.strip());
                case "date" -> LocalDate.parse(text.strip());
                case "timestamp" -> LocalDateTime.parse(text.strip().replace(' ', 'T'));
                case "timestamptz" -> moment(text.strip(), around.zone());
                case "char" -> text.isEmpty() ? "" : text.substring(0, 1);
                default -> text;
            };
        } catch (NumberFormatException | DateTimeException e) {
            throw wrong(text, type, e);
        }
    }

    private static Optional<Object> number(String text) {
        if (text.equals("-")) {
            return Optional.of(0L);
        }
        boolean digits = !text.isEmpty() && text.chars().allMatch(Character::isDigit);
        return digits ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    private static TelegraphException wrong(String text, CatalogType type, Throwable cause) {
        return TelegraphException.of(
                SqlState.INVALID_TEXT_REPRESENTATION,
                "the text is no value of its type: type=" + type.sql() + " text='" + text + "'",
                cause);
    }

    private static Boolean truth(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        if (word.equals("1") || word.equals("on") || begins("true", word) || begins("yes", word)) {
            return true;
        }
        if (word.equals("0") || word.equals("off") || begins("false", word) || begins("no", word)) {
            return false;
        }
        throw wrong(text, CatalogType.BOOL, null);
    }

    private static boolean begins(String whole, String word) {
        return !word.isEmpty() && whole.startsWith(word);
    }

    private static BigDecimal decimal(String text) {
        boolean special = text.matches("(?i)nan|[+-]?inf(inity)?");
        if (special) {
            throw ValueOrder.noNumber(text);
        }
        return new BigDecimal(text);
    }

    private static Double real(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "infinity", "inf" -> Double.POSITIVE_INFINITY;
            case "-infinity", "-inf" -> Double.NEGATIVE_INFINITY;
            case "nan" -> Double.NaN;
            default -> Double.valueOf(text);
        };
    }

    private static Instant moment(String text, ZoneId zone) {
        String iso = text.replace(' ', 'T');
        int sign = Math.max(iso.lastIndexOf('+'), iso.lastIndexOf('-'));
        boolean zoned = iso.endsWith("Z") || sign > iso.indexOf('T') && iso.indexOf('T') > 0;
        if (!zoned) {
            return LocalDateTime.parse(iso).atZone(zone).toInstant();
        }
        return OffsetDateTime.parse(iso.matches(".*[+-]\\d\\d") ? iso + ":00" : iso).toInstant();
    }

    private static List<Object> vector(String text, CatalogType type, Surroundings around) {
        CatalogType element = type.elementType().orElseThrow();
        List<Object> values = new ArrayList<>();
        for (String part : text.strip().split(" +")) {
            if (!part.isEmpty()) {
                values.add(read(part, element, around));
            }
        }
        return values;
    }

    /// `{a,"b c",NULL}`; arrays in arrays are lists in lists.
    private static List<Object> array(String text, CatalogType type, Surroundings around) {
        CatalogType element = type.elementType().orElseThrow();
        String trimmed = text.strip();
        if (!trimmed.startsWith("{") || !trimmed.endsWith("}")) {
            throw wrong(text, type, null);
        }
        List<Object> values = new ArrayList<>();
        int i = 1;
        int end = trimmed.length() - 1;
        while (i < end) {
            StringBuilder part = new StringBuilder();
            boolean quoted = false;
            int depth = 0;
            while (i < end && (depth > 0 || trimmed.charAt(i) != ',')) {
                char c = trimmed.charAt(i++);
                if (c == '"' && depth == 0) {
                    quoted = true;
                    while (i < end && trimmed.charAt(i) != '"') {
                        if (trimmed.charAt(i) == '\\') {
                            i++;
                        }
                        part.append(trimmed.charAt(i++));
                    }
                    i++;
                } else {
                    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
                    part.append(c);
                }
            }
            i++;
            String value = quoted ? part.toString() : part.toString().strip();
            if (!quoted && value.equalsIgnoreCase("null")) {
                values.add(null);
            } else if (!quoted && value.startsWith("{")) {
                values.add(array(value, type, around));
            } else {
                values.add(read(value, element, around));
            }
        }
        return values;
    }

    /// A value as text; null stays null.
    public static String write(Object value, CatalogType type, Surroundings around) {
        CatalogType ground = type.ground();
        return switch (value) {
            case null -> null;
            case Boolean truth -> truth ? "t" : "f";
            case Long oid when ground.isReference() -> oid == 0 ? "-" : around.name(ground, oid);
            case Double real -> real(real);
            case BigDecimal decimal -> decimal.toPlainString();
            case LocalDateTime at -> MOMENT.format(at);
            case Instant at -> {
                var zoned = at.atZone(around.zone());
                String offset = zoned.getOffset().getId();
                yield MOMENT.format(zoned)
                        + (offset.equals("Z") ? "+00" : offset.replaceFirst(":00$", ""));
            }
            case List<?> list -> list(list, ground, around);
            case Object[] record -> record(record);
            default -> value.toString();
        };
    }

    private static String real(Double real) {
        if (real.isInfinite()) {
            return real > 0 ? "Infinity" : "-Infinity";
        }
        boolean whole = real == Math.rint(real) && Math.abs(real) < 1e15;
        return whole ? Long.toString(real.longValue()) : real.toString();
    }

    private static String list(List<?> list, CatalogType type, Surroundings around) {
        CatalogType element = type.elementType().orElse(CatalogType.TEXT);
        List<String> parts = new ArrayList<>();
        long characters = 0;
        for (Object value : list) {
            if (value instanceof List<?> inner) {
                parts.add(list(inner, type, around));
                characters += parts.getLast().length() + 1;
            } else {
                String text = write(value, element, around);
                parts.add(text == null ? "NULL" : type.isVector() ? text : quoted(text));
                characters += parts.getLast().length() + 1;
            }
            ValueRoom.fits(characters);
        }
        if (type.isVector()) {
            return String.join(" ", parts);
        }
        return "{" + String.join(",", parts) + "}";
    }

    private static String quoted(String text) {
        boolean plain =
                !text.isEmpty()
                        && !text.equalsIgnoreCase("null")
                        && text.chars().noneMatch(c -> "{}\",\\".indexOf(c) >= 0 || c <= ' ');
        return plain ? text : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static String record(Object[] record) {
        List<String> parts = new ArrayList<>();
        for (Object value : record) {
            parts.add(value == null ? "" : value.toString());
        }
        return "(" + String.join(",", parts) + ")";
    }
}
