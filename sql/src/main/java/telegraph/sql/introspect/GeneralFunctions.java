package telegraph.sql.introspect;

import static telegraph.sql.value.CatalogType.BOOL;
import static telegraph.sql.value.CatalogType.FLOAT8;
import static telegraph.sql.value.CatalogType.INT4;
import static telegraph.sql.value.CatalogType.INT8;
import static telegraph.sql.value.CatalogType.JSON;
import static telegraph.sql.value.CatalogType.NUMERIC;
import static telegraph.sql.value.CatalogType.TEXT;
import static telegraph.sql.value.CatalogType.TIMESTAMPTZ;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Micros;
import telegraph.query.function.TextFunctions;
import telegraph.query.regex.Regex;
import telegraph.query.regex.Replacement;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.ValueOrder;
import telegraph.sql.value.ValueRoom;

/// The functions that need to know nothing of the catalog: of texts, numbers, arrays and moments.
///
/// Threads: any.
final class GeneralFunctions {
    /// The longest series.
    private static final int SERIES_MAX = 1_000_000;

    private static final Map<String, CatalogFunction> ALL = all();

    private GeneralFunctions() {}

    static Optional<CatalogFunction> find(String name) {
        return Optional.ofNullable(ALL.get(name));
    }

    static Collection<String> names() {
        return ALL.keySet();
    }

    private static Map<String, CatalogFunction> all() {
        Map<String, CatalogFunction> all = new HashMap<>();
        for (List<CatalogFunction> some :
                List.of(texts(), patterns(), quotes(), numbers(), arrays(), moments(), json())) {
            some.forEach(function -> all.put(function.name(), function));
        }
        return Map.copyOf(all);
    }

    private static CatalogFunction of(
            String name, CatalogType result, List<CatalogType> types, CatalogFunction.Body body) {
        return CatalogFunction.of(name, result, types, body);
    }

    private static String text(Object value) {
        return (String) value;
    }

    private static int number(Object value) {
        return Math.clamp((Long) value, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static List<CatalogFunction> texts() {
        List<CatalogType> one = List.of(TEXT);
        List<CatalogType> two = List.of(TEXT, TEXT);
        return List.of(
                of(
                        "lower",
                        TEXT,
                        one,
                        (v, call) -> TextFunctions.lower(call.allowance(), text(v[0]))),
                of(
                        "upper",
                        TEXT,
                        one,
                        (v, call) -> TextFunctions.upper(call.allowance(), text(v[0]))),
                of("length", INT4, one, (v, _) -> length(v[0])),
                of("char_length", INT4, one, (v, _) -> length(v[0])),
                of("character_length", INT4, one, (v, _) -> length(v[0])),
                of(
                        "octet_length",
                        INT4,
                        one,
                        (v, _) -> (long) TextFunctions.octetLength(text(v[0]))),
                of(
                        "replace",
                        TEXT,
                        List.of(TEXT, TEXT, TEXT),
                        (v, call) ->
                                TextFunctions.replace(
                                        call.allowance(), text(v[0]), text(v[1]), text(v[2]))),
                of(
                        "strpos",
                        INT4,
                        two,
                        (v, _) -> (long) TextFunctions.strpos(text(v[0]), text(v[1]))),
                of("starts_with", BOOL, two, (v, _) -> text(v[0]).startsWith(text(v[1]))),
                of(
                        "left",
                        TEXT,
                        List.of(TEXT, INT4),
                        (v, _) -> TextFunctions.left(text(v[0]), (long) number(v[1]))),
                of(
                        "right",
                        TEXT,
                        List.of(TEXT, INT4),
                        (v, _) -> TextFunctions.right(text(v[0]), (long) number(v[1]))),
                of(
                        "repeat",
                        TEXT,
                        List.of(TEXT, INT4),
                        (v, call) ->
                                TextFunctions.repeat(call.allowance(), text(v[0]), (Long) v[1])),
                of("reverse", TEXT, one, (v, _) -> TextFunctions.reverse(text(v[0]))),
                of(
                        "ascii",
                        INT4,
                        one,
                        (v, _) -> text(v[0]).isEmpty() ? 0L : (long) text(v[0]).codePointAt(0)),
                of("chr", TEXT, List.of(INT4), (v, _) -> TextFunctions.chr((Long) v[0])),
                of(
                        "initcap",
                        TEXT,
                        one,
                        (v, call) -> TextFunctions.initcap(call.allowance(), text(v[0]))),
                of(
                                "btrim",
                                TEXT,
                                two,
                                (v, _) ->
                                        TextFunctions.btrim(
                                                text(v[0]), v.length > 1 ? text(v[1]) : " "))
                        .needing(1),
                of(
                                "ltrim",
                                TEXT,
                                two,
                                (v, _) ->
                                        TextFunctions.ltrim(
                                                text(v[0]), v.length > 1 ? text(v[1]) : " "))
                        .needing(1),
                of(
                                "rtrim",
                                TEXT,
                                two,
                                (v, _) ->
                                        TextFunctions.rtrim(
                                                text(v[0]), v.length > 1 ? text(v[1]) : " "))
                        .needing(1),
                of(
                        "split_part",
                        TEXT,
                        List.of(TEXT, TEXT, INT4),
                        (v, _) -> TextFunctions.splitPart(text(v[0]), text(v[1]), (Long) v[2])),
                of(
                                "concat",
                                TEXT,
                                one,
                                (v, call) ->
                                        TextFunctions.concat(call.allowance(), call.texts(v, 0)))
                        .ofAny()
                        .withNulls()
                        .repeating()
                        .needing(0),
                of(
                                "concat_ws",
                                TEXT,
                                two,
                                (v, call) ->
                                        TextFunctions.concatWs(
                                                call.allowance(),
                                                v[0] == null ? null : call.text(v[0], 0),
                                                call.texts(v, 1)))
                        .ofAny()
                        .withNulls()
                        .repeating(),
                of("like_escape", TEXT, two, (v, _) -> escaped(text(v[0]), text(v[1]))),
                of("md5", TEXT, one, (v, _) -> md5(text(v[0]))),
                of(
                                "lpad",
                                TEXT,
                                List.of(TEXT, INT4, TEXT),
                                (v, call) ->
                                        TextFunctions.lpad(
                                                call.allowance(),
                                                text(v[0]),
                                                (Long) v[1],
                                                v.length > 2 ? text(v[2]) : " "))
                        .needing(2),
                of(
                                "rpad",
                                TEXT,
                                List.of(TEXT, INT4, TEXT),
                                (v, call) ->
                                        TextFunctions.rpad(
                                                call.allowance(),
                                                text(v[0]),
                                                (Long) v[1],
                                                v.length > 2 ? text(v[2]) : " "))
                        .needing(2));
    }

    private static Long length(Object text) {
        return (long) text(text).codePointCount(0, text(text).length());
    }

    /// A LIKE pattern whose escape is another sign, with the usual one.
    private static String escaped(String pattern, String escape) {
        StringBuilder usual = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (!escape.isEmpty() && c == escape.charAt(0) && i + 1 < pattern.length()) {
                usual.append('\\').append(pattern.charAt(++i));
            } else {
                usual.append(c == '\\' ? "\\\\" : c);
            }
        }
        return usual.toString();
    }

    private static String md5(String text) {
        try {
            byte[] digest =
                    java.security.MessageDigest.getInstance("MD5")
                            .digest(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            return java.util.HexFormat.of().formatHex(digest);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    private static List<CatalogFunction> patterns() {
        return List.of(
                of("regexp_replace", TEXT, List.of(TEXT, TEXT, TEXT, TEXT), (v, _) -> replaced(v))
                        .needing(3),
                of(
                        "regexp_match",
                        CatalogType.named("_text"),
                        List.of(TEXT, TEXT),
                        (v, _) -> matched(v)),
                of("substring", TEXT, List.of(TEXT, TEXT, INT4), (v, call) -> substring(v, call))
                        .ofAny()
                        .needing(2),
                of("substr", TEXT, List.of(TEXT, INT4, INT4), (v, call) -> substring(v, call))
                        .needing(2),
                of(
                        "translate",
                        TEXT,
                        List.of(TEXT, TEXT, TEXT),
                        (v, call) ->
                                TextFunctions.translate(
                                        call.allowance(), text(v[0]), text(v[1]), text(v[2]))));
    }

    private static String replaced(Object[] values) {
        String flags = values.length > 3 ? text(values[3]) : "";
        String with = text(values[2]);
        Regex regex = Regex.compile(text(values[1]), flags, Replacement.asksForGroups(with));
        StringBuilder made = new StringBuilder();
        Replacement.replace(
                regex,
                text(values[0]),
                with,
                flags.contains("g"),
                (piece, start, end) -> {
                    ValueRoom.fits((long) made.length() + end - start);
                    made.append(piece, start, end);
                });
        return made.toString();
    }

    private static List<Object> matched(Object[] values) {
        String text = text(values[0]);
        Regex regex = Regex.compile(text(values[1]), "", true);
        regex.over(text);
        if (!regex.find()) {
            return null;
        }
        List<Object> groups = new ArrayList<>();
        for (int i = Math.min(1, regex.groups()); i <= regex.groups(); i++) {
            groups.add(regex.start(i) < 0 ? null : text.substring(regex.start(i), regex.end(i)));
        }
        return groups;
    }

    private static String substring(Object[] values, CatalogFunction.Call call) {
        String text = call.text(values[0], 0);
        if (values[1] instanceof String pattern) {
            List<Object> groups = matched(new Object[] {text, pattern});
            return groups == null ? null : (String) groups.getFirst();
        }
        Long from = (Long) values[1];
        return values.length > 2
                ? TextFunctions.substring(text, from, (Long) values[2])
                : TextFunctions.substring(text, from);
    }

    private static List<CatalogFunction> quotes() {
        return List.of(
                of(
                        "quote_ident",
                        TEXT,
                        List.of(TEXT),
                        (v, call) -> TextFunctions.quoteIdent(call.allowance(), text(v[0]))),
                of(
                        "quote_literal",
                        TEXT,
                        List.of(TEXT),
                        (v, call) -> TextFunctions.quoteLiteral(call.allowance(), text(v[0]))),
                of(
                                "quote_nullable",
                                TEXT,
                                List.of(TEXT),
                                (v, call) ->
                                        v[0] == null
                                                ? "NULL"
                                                : TextFunctions.quoteLiteral(
                                                        call.allowance(), text(v[0])))
                        .withNulls(),
                of(
                                "format",
                                TEXT,
                                List.of(TEXT, TEXT),
                                (v, call) ->
                                        TextFunctions.format(
                                                call.allowance(), text(v[0]), call.texts(v, 1)))
                        .ofAny()
                        .withNulls()
                        .repeating()
                        .needing(1));
    }

    private static List<CatalogFunction> numbers() {
        return List.of(
                of(
                                "abs",
                                NUMERIC,
                                List.of(NUMERIC),
                                (v, _) ->
                                        v[0] instanceof Long n
                                                ? (Object) Math.abs(n)
                                                : ValueOrder.decimal((Number) v[0]).abs())
                        .ofAny()
                        .returning(List::getFirst),
                of(
                                "round",
                                NUMERIC,
                                List.of(NUMERIC, INT4),
                                (v, _) ->
                                        v.length == 1 && real(v[0])
                                                ? (Object) Math.rint(((Number) v[0]).doubleValue())
                                                : scaled(
                                                        v[0],
                                                        v.length > 1 ? number(v[1]) : 0,
                                                        RoundingMode.HALF_UP))
                        .needing(1)
                        .ofAny()
                        .returning(GeneralFunctions::kept),
                of(
                                "floor",
                                NUMERIC,
                                List.of(NUMERIC),
                                (v, _) ->
                                        real(v[0])
                                                ? (Object) Math.floor(((Number) v[0]).doubleValue())
                                                : scaled(v[0], 0, RoundingMode.FLOOR))
                        .ofAny()
                        .returning(GeneralFunctions::kept),
                of(
                                "ceil",
                                NUMERIC,
                                List.of(NUMERIC),
                                (v, _) ->
                                        real(v[0])
                                                ? (Object) Math.ceil(((Number) v[0]).doubleValue())
                                                : scaled(v[0], 0, RoundingMode.CEILING))
                        .ofAny()
                        .returning(GeneralFunctions::kept),
                of("mod", NUMERIC, List.of(NUMERIC, NUMERIC), (v, _) -> remainder(v[0], v[1]))
                        .ofAny()
                        .returning(types -> TypeConversions.common(types.get(0), types.get(1))),
                of("sqrt", FLOAT8, List.of(FLOAT8), (v, _) -> Math.sqrt((Double) v[0])),
                of("generate_series", INT4, List.of(INT8, INT8, INT8), (v, _) -> series(v))
                        .needing(2)
                        .ofAny()
                        .returning(types -> types.stream().anyMatch(INT8::equals) ? INT8 : INT4)
                        .ofSet());
    }

    /// Doubles stay doubles, other numbers are decimals.
    private static CatalogType kept(List<CatalogType> types) {
        return types.getFirst().name().startsWith("float") ? FLOAT8 : NUMERIC;
    }

    private static boolean real(Object value) {
        return value instanceof Double || value instanceof Float;
    }

    private static BigDecimal scaled(Object value, int digits, RoundingMode mode) {
        if (real(value) || !(value instanceof Number exact)) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "in queries about the catalog this is there for numeric alone. Cast the value");
        }
        return ValueOrder.decimal(exact).setScale(digits, mode);
    }

    private static Object remainder(Object value, Object by) {
        if (!(value instanceof Number a) || !(by instanceof Number b)) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "in queries about the catalog mod is there for numbers alone. Cast the values");
        }
        if (ValueOrder.decimal(b).signum() == 0) {
            throw TelegraphException.of(SqlState.DIVISION_BY_ZERO, "division by zero");
        }
        return a instanceof Long x && b instanceof Long y
                ? (Object) (x % y)
                : ValueOrder.decimal(a).remainder(ValueOrder.decimal(b));
    }

    private static List<Object> series(Object[] values) {
        if (!(values[0] instanceof Long from) || !(values[1] instanceof Long to)) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "in queries about the catalog generate_series goes over whole numbers");
        }
        long step = values.length > 2 ? (Long) values[2] : 1;
        if (step == 0) {
            throw TelegraphException.of(
                    SqlState.INVALID_TEXT_REPRESENTATION, "the step of a series is not zero");
        }
        List<Object> series = new ArrayList<>();
        for (long i = from; step > 0 ? i <= to : i >= to; i += step) {
            series.add(i);
            if (series.size() > SERIES_MAX) {
                throw TelegraphException.resource(
                        "a series in a query about the catalog has at most "
                                + SERIES_MAX
                                + " numbers");
            }
        }
        return series;
    }

    private static List<?> list(Object value) {
        return (List<?>) value;
    }

    private static List<CatalogFunction> arrays() {
        CatalogType any = CatalogType.named("anyarray");
        Relation.Column x = new Relation.Column("x", INT4);
        Relation.Column n = new Relation.Column("n", INT4);
        return List.of(
                of("array_length", INT4, List.of(any, INT4), (v, _) -> upper(v)).ofAny(),
                of("cardinality", INT4, List.of(any), (v, _) -> (long) list(v[0]).size()).ofAny(),
                of("array_upper", INT4, List.of(any, INT4), (v, call) -> bound(v, call, true))
                        .ofAny(),
                of("array_lower", INT4, List.of(any, INT4), (v, call) -> bound(v, call, false))
                        .ofAny(),
                of("array_ndims", INT4, List.of(any), (v, _) -> list(v[0]).isEmpty() ? null : 1L)
                        .ofAny(),
                of("array_to_string", TEXT, List.of(any, TEXT, TEXT), GeneralFunctions::joined)
                        .ofAny()
                        .needing(2)
                        .withNulls(),
                of(
                                "string_to_array",
                                CatalogType.named("_text"),
                                List.of(TEXT, TEXT, TEXT),
                                (v, _) -> cut(v))
                        .needing(2)
                        .withNulls(),
                of("array_append", any, List.of(any, TEXT), (v, _) -> appended(v))
                        .ofAny()
                        .returning(List::getFirst)
                        .withNulls(),
                of("array_cat", any, List.of(any, any), (v, _) -> concat(v))
                        .ofAny()
                        .returning(List::getFirst)
                        .withNulls(),
                of("array_remove", any, List.of(any, TEXT), (v, _) -> removed(v))
                        .ofAny()
                        .returning(List::getFirst)
                        .withNulls(),
                of("array_position", INT4, List.of(any, TEXT), (v, _) -> position(v)).ofAny(),
                of("unnest", TEXT, List.of(any), (v, _) -> flat(list(v[0])))
                        .ofAny()
                        .returning(types -> types.getFirst().elementType().orElse(TEXT))
                        .ofSet(),
                of("generate_subscripts", INT4, List.of(any, INT4), GeneralFunctions::subscripts)
                        .ofAny()
                        .ofSet(),
                of(
                                "_pg_expandarray",
                                CatalogType.RECORD,
                                List.of(any),
                                (v, _) -> expanded(list(v[0])))
                        .ofAny()
                        .ofSet()
                        .ofRecords(x, n));
    }

    private static Long upper(Object[] values) {
        return list(values[0]).isEmpty() ? null : (long) list(values[0]).size();
    }

    private static Long bound(Object[] values, CatalogFunction.Call call, boolean upper) {
        int first = call.types().getFirst().isVector() ? 0 : 1;
        if (list(values[0]).isEmpty()) {
            return null;
        }
        return upper ? first + list(values[0]).size() - 1L : (long) first;
    }

    private static String joined(Object[] values, CatalogFunction.Call call) {
        if (values[0] == null || values[1] == null) {
            return null;
        }
        CatalogType element = call.types().getFirst().elementType().orElse(TEXT);
        List<String> parts = new ArrayList<>();
        for (Object value : flat(list(values[0]))) {
            if (value != null) {
                parts.add(CatalogTexts.write(value, element, call.around()));
            } else if (values.length > 2 && values[2] != null) {
                parts.add((String) values[2]);
            }
        }
        return joined(call.text(values[1], 1), parts);
    }

    private static String joined(String by, List<String> parts) {
        long characters = (long) by.length() * parts.size();
        for (String part : parts) {
            characters += part.length();
        }
        ValueRoom.fits(characters);
        return String.join(by, parts);
    }

    private static List<Object> cut(Object[] values) {
        if (values[0] == null) {
            return null;
        }
        if (text(values[0]).isEmpty()) {
            return List.of();
        }
        if (values[1] != null && text(values[1]).isEmpty()) {
            boolean isNull = values.length > 2 && text(values[0]).equals(values[2]);
            return Collections.singletonList(isNull ? null : text(values[0]));
        }
        String by = values[1] == null ? "" : java.util.regex.Pattern.quote(text(values[1]));
        ValueRoom.fitsElements(
                text(values[0]).length()
                        / Math.max(values[1] == null ? 1 : text(values[1]).length(), 1));
        List<Object> parts = new ArrayList<>();
        for (String part : text(values[0]).split(by, by.isEmpty() ? 0 : -1)) {
            boolean isNull = values.length > 2 && part.equals(values[2]);
            parts.add(isNull ? null : part);
        }
        return parts;
    }

    private static List<Object> appended(Object[] values) {
        List<Object> all = values[0] == null ? new ArrayList<>() : new ArrayList<>(list(values[0]));
        all.add(values[1]);
        return all;
    }

    private static List<Object> concat(Object[] values) {
        List<Object> all = new ArrayList<>();
        Arrays.stream(values).filter(Objects::nonNull).forEach(v -> all.addAll(list(v)));
        return all;
    }

    private static List<Object> removed(Object[] values) {
        List<Object> left = new ArrayList<>(values[0] == null ? List.of() : list(values[0]));
        left.removeIf(value -> Objects.equals(value, values[1]));
        return left;
    }

    private static Long position(Object[] values) {
        int at = list(values[0]).indexOf(values[1]);
        return at < 0 ? null : at + 1L;
    }

    private static List<Object> flat(List<?> list) {
        List<Object> flat = new ArrayList<>();
        for (Object value : list) {
            if (value instanceof List<?> inner) {
                flat.addAll(flat(inner));
            } else {
                flat.add(value);
            }
            ValueRoom.fitsElements(flat.size());
        }
        return flat;
    }

    private static List<Object> subscripts(Object[] values, CatalogFunction.Call call) {
        List<Object> subscripts = new ArrayList<>();
        long first = call.types().getFirst().isVector() ? 0 : 1;
        for (int i = 0; i < list(values[0]).size(); i++) {
            subscripts.add(first + i);
        }
        return subscripts;
    }

    private static List<Object> expanded(List<?> list) {
        List<Object> records = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            records.add(new Object[] {list.get(i), i + 1L});
        }
        return records;
    }

    private static List<CatalogFunction> moments() {
        List<CatalogType> none = List.of();
        return List.of(
                of("now", TIMESTAMPTZ, none, (_, call) -> call.around().now()),
                of("current_timestamp", TIMESTAMPTZ, none, (_, call) -> call.around().now()),
                of("transaction_timestamp", TIMESTAMPTZ, none, (_, call) -> call.around().now()),
                of(
                        "statement_timestamp",
                        TIMESTAMPTZ,
                        none,
                        (_, call) -> call.around().time().began()),
                of(
                        "clock_timestamp",
                        TIMESTAMPTZ,
                        none,
                        (_, call) -> call.around().time().clock().instant()),
                of(
                        "current_date",
                        CatalogType.DATE,
                        none,
                        (_, call) ->
                                call.around().now().atZone(call.around().zone()).toLocalDate()),
                of(
                        "localtimestamp",
                        CatalogType.TIMESTAMP,
                        none,
                        (_, call) ->
                                call.around().now().atZone(call.around().zone()).toLocalDateTime()),
                of(
                        "timezone",
                        CatalogType.TIMESTAMP,
                        List.of(TEXT, TIMESTAMPTZ),
                        (v, _) -> ((Instant) v[1]).atZone(ZoneId.of(text(v[0]))).toLocalDateTime()),
                of(
                        "date_part",
                        FLOAT8,
                        List.of(TEXT, TIMESTAMPTZ),
                        (v, call) -> part(text(v[0]), (Instant) v[1], call.around().zone())));
    }

    private static Double part(String field, Instant at, ZoneId zone) {
        var zoned = at.atZone(zone);
        return switch (field.toLowerCase(Locale.ROOT)) {
            case "epoch" -> Micros.of(at) / 1e6;
            case "year" -> (double) zoned.getYear();
            case "month" -> (double) zoned.getMonthValue();
            case "day" -> (double) zoned.getDayOfMonth();
            case "hour" -> (double) zoned.getHour();
            case "minute" -> (double) zoned.getMinute();
            case "second" -> zoned.getSecond() + zoned.getNano() / 1e9;
            default ->
                    throw TelegraphException.of(
                            SqlState.INVALID_TEXT_REPRESENTATION,
                            "a moment has no such part: part=" + field);
        };
    }

    private static List<CatalogFunction> json() {
        return List.of(
                of("json_build_object", JSON, List.of(TEXT), GeneralFunctions::object)
                        .ofAny()
                        .withNulls()
                        .repeating()
                        .needing(0),
                of("jsonb_build_object", JSON, List.of(TEXT), GeneralFunctions::object)
                        .ofAny()
                        .withNulls()
                        .repeating()
                        .needing(0),
                of(
                                "to_json",
                                JSON,
                                List.of(TEXT),
                                (v, call) ->
                                        CatalogJson.of(
                                                v[0], call.types().getFirst(), call.around()))
                        .ofAny(),
                of(
                                "row_to_json",
                                JSON,
                                List.of(TEXT),
                                (v, call) ->
                                        CatalogJson.of(
                                                v[0], call.types().getFirst(), call.around()))
                        .ofAny());
    }

    private static String object(Object[] values, CatalogFunction.Call call) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i + 1 < values.length; i += 2) {
            pairs.add(
                    CatalogJson.of(call.text(values[i], i), TEXT, call.around())
                            + " : "
                            + CatalogJson.of(
                                    values[i + 1], call.types().get(i + 1), call.around()));
        }
        return "{" + joined(", ", pairs) + "}";
    }
}
