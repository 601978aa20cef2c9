package telegraph.query.function;

import static telegraph.query.function.ResultTypes.decimal;
import static telegraph.query.function.ResultTypes.fraction;
import static telegraph.query.function.ResultTypes.interval;
import static telegraph.query.function.ResultTypes.moment;
import static telegraph.query.function.ResultTypes.nullable;
import static telegraph.query.function.ResultTypes.scaled;
import static telegraph.query.function.ResultTypes.zonedLikeAny;
import static telegraph.query.value.Parameter.ANY;
import static telegraph.query.value.Parameter.BOOLEAN;
import static telegraph.query.value.Parameter.BYTEA;
import static telegraph.query.value.Parameter.DATE;
import static telegraph.query.value.Parameter.DECIMAL;
import static telegraph.query.value.Parameter.INTERVAL;
import static telegraph.query.value.Parameter.REAL;
import static telegraph.query.value.Parameter.TEXT;
import static telegraph.query.value.Parameter.TIMESTAMP;
import static telegraph.query.value.Parameter.WHOLE;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.language.query.EachTime;
import telegraph.query.label.EnumFunctions;
import telegraph.query.number.BitFunctions;
import telegraph.query.number.DegreeFunctions;
import telegraph.query.number.NumberFunctions;
import telegraph.query.value.Numeric;
import telegraph.query.value.Parameter;
import telegraph.query.value.ZoneFunctions;

/// Telegraph's own functions: what SQL and PostgreSQL have and Calcite lacks or defines otherwise,
/// and, under names with a `$` that no query can write, what plans put in place of Calcite's.
public final class Routines {
    static final SqlReturnTypeInference TEXT_TYPE = nullable(SqlTypeName.VARCHAR);
    private static final SqlReturnTypeInference BYTEA_TYPE = nullable(SqlTypeName.VARBINARY);
    static final SqlReturnTypeInference TEXT_OR_NULL = ResultTypes.orNull(SqlTypeName.VARCHAR);

    private Routines() {}

    /// All of them, by their names in capitals.
    public static Map<String, Routine> all() {
        Definitions to = new Definitions();
        texts(to);
        bytes(to);
        patterns(to);
        numbers(to);
        moments(to);
        casts(to);
        zones(to);
        seconds(to);
        movements(to);
        enums(to);
        intervals(to);
        eachTime(to);
        ArrayRoutines.define(to);
        JsonRoutines.define(to);
        CatalogRoutines.define(to);
        return to.routines;
    }

    static void harmless(Definitions to, String name) {
        to.define(name, true, false, SqlSyntax.FUNCTION);
    }

    static void throwing(Definitions to, String name) {
        to.define(name, true, true, SqlSyntax.FUNCTION);
    }

    private static void texts(Definitions to) {
        Class<?> owner = TextFunctions.class;
        for (String name : List.of("UPPER", "LOWER", "INITCAP")) {
            to.add(name, owner, name.toLowerCase(Locale.ROOT), TEXT_TYPE, TEXT);
            harmless(to, name);
        }
        to.add("CHR", owner, "chr", TEXT_TYPE, WHOLE);
        throwing(to, "CHR");
        to.add("LEFT", owner, "left", TEXT_TYPE, TEXT, WHOLE);
        harmless(to, "LEFT");
        to.add("RIGHT", owner, "right", TEXT_TYPE, TEXT, WHOLE);
        harmless(to, "RIGHT");
        to.add("LPAD", owner, "lpad", TEXT_TYPE, TEXT, WHOLE)
                .add("LPAD", owner, "lpad", TEXT_TYPE, TEXT, WHOLE, TEXT);
        throwing(to, "LPAD");
        to.add("RPAD", owner, "rpad", TEXT_TYPE, TEXT, WHOLE)
                .add("RPAD", owner, "rpad", TEXT_TYPE, TEXT, WHOLE, TEXT);
        throwing(to, "RPAD");
        to.add("REPEAT", owner, "repeat", TEXT_TYPE, TEXT, WHOLE);
        throwing(to, "REPEAT");
        for (String name : List.of("LTRIM", "RTRIM", "BTRIM")) {
            String method = name.toLowerCase(Locale.ROOT);
            to.add(name, owner, method, TEXT_TYPE, TEXT)
                    .add(name, owner, method, TEXT_TYPE, TEXT, TEXT)
                    .add(name, ByteaFunctions.class, method, BYTEA_TYPE, BYTEA, BYTEA);
            harmless(to, name);
        }
        to.add("REVERSE", owner, "reverse", TEXT_TYPE, TEXT);
        harmless(to, "REVERSE");
        to.add("SPLIT_PART", owner, "splitPart", TEXT_TYPE, TEXT, TEXT, WHOLE);
        throwing(to, "SPLIT_PART");
        to.add("TO_HEX", owner, "toHex", TEXT_TYPE, WHOLE);
        harmless(to, "TO_HEX");
        to.add("$TO_HEX_INTEGER", owner, "toHexOfInteger", TEXT_TYPE, WHOLE);
        harmless(to, "$TO_HEX_INTEGER");
        to.add("QUOTE_IDENT", owner, "quoteIdent", TEXT_TYPE, TEXT);
        harmless(to, "QUOTE_IDENT");
        to.add("QUOTE_LITERAL", owner, "quoteLiteral", TEXT_TYPE, ANY);
        harmless(to, "QUOTE_LITERAL");
        to.add("CONCAT", owner, "concat", true, TEXT_TYPE, ANY);
        to.define("CONCAT", false, false, SqlSyntax.FUNCTION);
        to.add("CONCAT_WS", owner, "concatWs", true, TEXT_OR_NULL, TEXT, ANY);
        to.define("CONCAT_WS", false, false, SqlSyntax.FUNCTION);
        to.add("$CONCAT", owner, "join", true, TEXT_TYPE, TEXT);
        harmless(to, "$CONCAT");
        to.add("$REPLACE", owner, "replace", TEXT_TYPE, TEXT, TEXT, TEXT);
        harmless(to, "$REPLACE");
        to.add("$TRANSLATE", owner, "translate", TEXT_TYPE, TEXT, TEXT, TEXT);
        harmless(to, "$TRANSLATE");
        lengths(to);
        overlays(to);
        to.add("$MADE", owner, "made", TEXT_TYPE, TEXT, TEXT);
        harmless(to, "$MADE");
        to.add("FORMAT", owner, "format", true, TEXT_OR_NULL, TEXT, ANY);
        to.define("FORMAT", false, true, SqlSyntax.FUNCTION);
    }

    private static void lengths(Definitions to) {
        Class<?> owner = TextFunctions.class;
        Class<?> bytea = ByteaFunctions.class;
        SqlReturnTypeInference whole = nullable(SqlTypeName.INTEGER);
        for (String name : List.of("CHAR_LENGTH", "CHARACTER_LENGTH")) {
            to.add(name, owner, "length", whole, TEXT);
            harmless(to, name);
        }
        to.add("LENGTH", owner, "length", whole, TEXT).add("LENGTH", bytea, "length", whole, BYTEA);
        harmless(to, "LENGTH");
        to.add("OCTET_LENGTH", owner, "octetLength", whole, TEXT)
                .add("OCTET_LENGTH", bytea, "length", whole, BYTEA);
        harmless(to, "OCTET_LENGTH");
        to.add("BIT_LENGTH", owner, "bitLength", whole, TEXT)
                .add("BIT_LENGTH", bytea, "bitLength", whole, BYTEA);
        harmless(to, "BIT_LENGTH");
    }

    /// Where texts and bytes stand in others, and with what in their place.
    private static void overlays(Definitions to) {
        Class<?> owner = TextFunctions.class;
        Class<?> bytea = ByteaFunctions.class;
        SqlReturnTypeInference whole = nullable(SqlTypeName.INTEGER);
        to.add("POSITION", owner, "position", whole, TEXT, TEXT)
                .add("POSITION", bytea, "position", whole, BYTEA, BYTEA);
        harmless(to, "POSITION");
        to.add("STRPOS", owner, "strpos", whole, TEXT, TEXT);
        harmless(to, "STRPOS");
        to.add("OVERLAY", owner, "overlay", TEXT_TYPE, TEXT, TEXT, WHOLE)
                .add("OVERLAY", owner, "overlay", TEXT_TYPE, TEXT, TEXT, WHOLE, WHOLE)
                .add("OVERLAY", bytea, "overlay", BYTEA_TYPE, BYTEA, BYTEA, WHOLE)
                .add("OVERLAY", bytea, "overlay", BYTEA_TYPE, BYTEA, BYTEA, WHOLE, WHOLE);
        throwing(to, "OVERLAY");
    }

    private static void bytes(Definitions to) {
        Class<?> owner = ByteaFunctions.class;
        SqlReturnTypeInference whole = nullable(SqlTypeName.INTEGER);
        to.add("$BYTEA", owner, "toBytea", BYTEA_TYPE, TEXT);
        throwing(to, "$BYTEA");
        to.add("$CONCAT_BYTEA", owner, "join", true, BYTEA_TYPE, BYTEA);
        harmless(to, "$CONCAT_BYTEA");
        for (String name : List.of("SHA224", "SHA256", "SHA384", "SHA512")) {
            to.add(name, owner, name.toLowerCase(Locale.ROOT), BYTEA_TYPE, BYTEA);
            harmless(to, name);
        }
        to.add("MD5", owner, "md5OfText", TEXT_TYPE, TEXT)
                .add("MD5", owner, "md5", TEXT_TYPE, BYTEA);
        harmless(to, "MD5");
        to.add("BIT_COUNT", owner, "bitCount", nullable(SqlTypeName.BIGINT), BYTEA);
        harmless(to, "BIT_COUNT");
        to.add("GET_BYTE", owner, "getByte", whole, BYTEA, WHOLE)
                .add("SET_BYTE", owner, "setByte", BYTEA_TYPE, BYTEA, WHOLE, WHOLE)
                .add("GET_BIT", owner, "getBit", whole, BYTEA, WHOLE)
                .add("SET_BIT", owner, "setBit", BYTEA_TYPE, BYTEA, WHOLE, WHOLE)
                .add("ENCODE", owner, "encode", TEXT_TYPE, BYTEA, TEXT)
                .add("DECODE", owner, "decode", BYTEA_TYPE, TEXT, TEXT)
                .add("CONVERT_TO", owner, "convertTo", BYTEA_TYPE, TEXT, TEXT)
                .add("CONVERT_FROM", owner, "convertFrom", TEXT_TYPE, BYTEA, TEXT);
        for (String name :
                List.of(
                        "GET_BYTE",
                        "SET_BYTE",
                        "GET_BIT",
                        "SET_BIT",
                        "ENCODE",
                        "DECODE",
                        "CONVERT_TO",
                        "CONVERT_FROM")) {
            throwing(to, name);
        }
    }

    private static void patterns(Definitions to) {
        Class<?> owner = PatternFunctions.class;
        SqlReturnTypeInference truth = nullable(SqlTypeName.BOOLEAN);
        for (String name : List.of("SUBSTRING", "SUBSTR")) {
            to.add(name, TextFunctions.class, "substring", TEXT_TYPE, TEXT, WHOLE)
                    .add(name, TextFunctions.class, "substring", TEXT_TYPE, TEXT, WHOLE, WHOLE)
                    .add(name, owner, "substring", TEXT_OR_NULL, TEXT, TEXT)
                    .add(name, ByteaFunctions.class, "substring", BYTEA_TYPE, BYTEA, WHOLE)
                    .add(name, ByteaFunctions.class, "substring", BYTEA_TYPE, BYTEA, WHOLE, WHOLE);
            throwing(to, name);
        }
        SqlReturnTypeInference whole = nullable(SqlTypeName.INTEGER);
        // The arguments behind the first two may be left out, the last first.
        prefixes(
                to,
                "REGEXP_SUBSTR",
                "regexpSubstr",
                TEXT_OR_NULL,
                TEXT,
                TEXT,
                WHOLE,
                WHOLE,
                TEXT,
                WHOLE);
        prefixes(
                to,
                "REGEXP_INSTR",
                "regexpInstr",
                whole,
                TEXT,
                TEXT,
                WHOLE,
                WHOLE,
                WHOLE,
                TEXT,
                WHOLE);
        prefixes(to, "REGEXP_COUNT", "regexpCount", whole, TEXT, TEXT, WHOLE, TEXT);
        to.add("REGEXP_LIKE", owner, "regexpLike", truth, TEXT, TEXT)
                .add("REGEXP_LIKE", owner, "regexpLike", truth, TEXT, TEXT, TEXT);
        throwing(to, "REGEXP_LIKE");
        to.add("REGEXP_REPLACE", owner, "regexpReplace", TEXT_TYPE, TEXT, TEXT, TEXT)
                .add("REGEXP_REPLACE", owner, "regexpReplace", TEXT_TYPE, TEXT, TEXT, TEXT, TEXT);
        throwing(to, "REGEXP_REPLACE");
        to.add("$LIKE", owner, "like", truth, TEXT, TEXT)
                .add("$LIKE", owner, "like", truth, TEXT, TEXT, TEXT);
        throwing(to, "$LIKE");
        to.add("$ILIKE", owner, "ilike", truth, TEXT, TEXT)
                .add("$ILIKE", owner, "ilike", truth, TEXT, TEXT, TEXT);
        throwing(to, "$ILIKE");
        to.add("$SIMILAR", owner, "similar", truth, TEXT, TEXT)
                .add("$SIMILAR", owner, "similar", truth, TEXT, TEXT, TEXT);
        throwing(to, "$SIMILAR");
        to.add("SIMILAR_TO_ESCAPE", owner, "similarToEscape", TEXT_TYPE, TEXT)
                .add("SIMILAR_TO_ESCAPE", owner, "similarToEscape", TEXT_TYPE, TEXT, TEXT);
        throwing(to, "SIMILAR_TO_ESCAPE");
    }

    /// A function on a text and a pattern of which all arguments but these may be left out.
    private static void prefixes(
            Definitions to,
            String name,
            String method,
            SqlReturnTypeInference result,
            Parameter... all) {
        for (int i = 2; i <= all.length; i++) {
            to.add(name, PatternFunctions.class, method, result, Arrays.copyOf(all, i));
        }
        throwing(to, name);
    }

    /// By the place of each, which [telegraph.query.syntax] puts in.
    private static void eachTime(Definitions to) {
        Class<?> owner = RandomFunctions.class;
        to.add("$RANDOM", owner, "random", nullable(SqlTypeName.DOUBLE), WHOLE)
                .add("$GEN_RANDOM_UUID", owner, "uuid", TEXT_TYPE, WHOLE);
        Class<?> clock = ClockFunctions.class;
        SqlReturnTypeInference moment = moment(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
        to.add("$CLOCK_TIMESTAMP", clock, "now", moment, WHOLE)
                .add("$STATEMENT_TIMESTAMP", clock, "began", moment, WHOLE)
                .add("$TIMEOFDAY", clock, "timeOfDay", TEXT_TYPE, WHOLE)
                .add("$PG_SLEEP", clock, "sleep", TEXT_TYPE, REAL, WHOLE)
                .add("$PG_SLEEP_FOR", clock, "sleepFor", TEXT_TYPE, INTERVAL, WHOLE)
                .add("$PG_SLEEP_UNTIL", clock, "sleepUntil", TEXT_TYPE, TIMESTAMP, WHOLE);
        Class<?> counting = SequenceFunctions.class;
        SqlReturnTypeInference number = nullable(SqlTypeName.BIGINT);
        to.add("$NEXTVAL", counting, "next", number, TEXT, WHOLE)
                .add("$CURRVAL", counting, "current", number, TEXT, WHOLE)
                .add("$SETVAL", counting, "set", number, TEXT, WHOLE, WHOLE)
                .add("$SETVAL", counting, "set", number, TEXT, WHOLE, BOOLEAN, WHOLE)
                .add("$LASTVAL", counting, "last", number, WHOLE);
        AdvisoryFunctions.define(to);
        EachTime.OPERATORS.forEach(to::changing);
    }

    /// Operators over bits. What is computed of integers is one in the end.
    private static void bits(Definitions to) {
        Class<?> owner = BitFunctions.class;
        for (String name : List.of("and", "or", "xor")) {
            String operator = "$BIT_" + name.toUpperCase(Locale.ROOT);
            to.add(operator, owner, name, widest(2), WHOLE, WHOLE);
            harmless(to, operator);
        }
        for (String name : List.of("left", "right")) {
            String shift = "$BIT_" + name.toUpperCase(Locale.ROOT);
            String ofInteger = shift + "_INTEGER";
            SqlReturnTypeInference integer = nullable(SqlTypeName.INTEGER);
            to.add(shift, owner, name, widest(1), WHOLE, WHOLE)
                    .add(ofInteger, owner, name + "OfInteger", integer, WHOLE, WHOLE);
            harmless(to, shift);
            harmless(to, ofInteger);
        }
        String ofSmallint = "$BIT_LEFT_SMALLINT";
        to.add(ofSmallint, owner, "leftOfSmallint", nullable(SqlTypeName.INTEGER), WHOLE, WHOLE);
        harmless(to, ofSmallint);
        to.add("$BIT_NOT", owner, "not", widest(1), WHOLE);
        harmless(to, "$BIT_NOT");
    }

    /// The widest type of the first operands.
    private static SqlReturnTypeInference widest(int operands) {
        return binding -> {
            List<SqlTypeName> types =
                    IntStream.range(0, operands)
                            .mapToObj(i -> binding.getOperandType(i).getSqlTypeName())
                            .toList();
            SqlTypeName narrow =
                    types.stream().allMatch(SqlTypeName.SMALLINT::equals)
                            ? SqlTypeName.SMALLINT
                            : SqlTypeName.INTEGER;
            return nullable(types.contains(SqlTypeName.BIGINT) ? SqlTypeName.BIGINT : narrow)
                    .inferReturnType(binding);
        };
    }

    private static void numbers(Definitions to) {
        Class<?> owner = NumberFunctions.class;
        SqlReturnTypeInference real = nullable(SqlTypeName.DOUBLE);
        for (String name : List.of("ROUND", "TRUNC")) {
            String method = name.toLowerCase(Locale.ROOT);
            to.add(name, owner, method, scaled(false), DECIMAL)
                    .add(name, owner, method, scaled(true), DECIMAL, WHOLE)
                    .add(name, owner, method, real, REAL)
                    .add(name, owner, method, real, REAL, WHOLE);
            harmless(to, name);
        }
        bits(to);
        to.add("SIGN", owner, "sign", real, WHOLE)
                .add("SIGN", owner, "sign", decimal(0), DECIMAL)
                .add("SIGN", owner, "sign", real, REAL);
        harmless(to, "SIGN");
        for (String name : List.of("ABS", "FLOOR", "CEIL")) {
            String own = "$" + name + "_DECIMAL";
            to.add(own, owner, name.toLowerCase(Locale.ROOT), decimal(0), DECIMAL);
            harmless(to, own);
        }
        to.add("DIV", owner, "div", scaled(false), DECIMAL, DECIMAL);
        throwing(to, "DIV");
        to.add("GCD", owner, "gcd", nullable(SqlTypeName.BIGINT), WHOLE, WHOLE);
        throwing(to, "GCD");
        to.add("LCM", owner, "lcm", nullable(SqlTypeName.BIGINT), WHOLE, WHOLE);
        throwing(to, "LCM");
        to.add("$TIES_COUNT", owner, "tiesCount", nullable(SqlTypeName.BIGINT), WHOLE);
        throwing(to, "$TIES_COUNT");
        to.add("FACTORIAL", owner, "factorial", decimal(0), WHOLE);
        throwing(to, "FACTORIAL");
        for (String name : List.of("SQRT", "EXP", "LN", "ASIN", "ACOS")) {
            to.add(name, owner, name.toLowerCase(Locale.ROOT), real, REAL);
            throwing(to, name);
        }
        Class<?> degrees = DegreeFunctions.class;
        for (String name : List.of("SIND", "COSD", "TAND", "COTD", "ASIND", "ACOSD", "ATAND")) {
            to.add(name, degrees, name.toLowerCase(Locale.ROOT), real, REAL);
            throwing(to, name);
        }
        to.add("ATAN2D", degrees, "atan2d", real, REAL, REAL);
        harmless(to, "ATAN2D");
        to.add("LOG", owner, "log", real, REAL).add("LOG", owner, "log", real, REAL, REAL);
        throwing(to, "LOG");
        to.add("LOG10", owner, "log", real, REAL);
        throwing(to, "LOG10");
        for (String name : List.of("POWER", "POW")) {
            to.add(name, owner, "power", real, REAL, REAL);
            throwing(to, name);
        }
        to.add(
                "WIDTH_BUCKET",
                owner,
                "widthBucket",
                nullable(SqlTypeName.INTEGER),
                REAL,
                REAL,
                REAL,
                WHOLE);
        throwing(to, "WIDTH_BUCKET");
    }

    private static void moments(Definitions to) {
        Class<?> owner = MomentFunctions.class;
        SqlReturnTypeInference timestamp = moment(SqlTypeName.TIMESTAMP);
        SqlReturnTypeInference date = nullable(SqlTypeName.DATE);
        SqlReturnTypeInference whole = nullable(SqlTypeName.BIGINT);
        to.add("$EXTRACT", owner, "extractDate", whole, TEXT, DATE)
                .add("$EXTRACT", owner, "extract", whole, TEXT, TIMESTAMP)
                .add("$EXTRACT", owner, "extractTime", whole, TEXT, Parameter.TIME)
                .add("$EXTRACT", IntervalFunctions.class, "extract", whole, TEXT, INTERVAL);
        harmless(to, "$EXTRACT");
        to.add("DATE_TRUNC", owner, "truncDate", timestamp, TEXT, DATE)
                .add("DATE_TRUNC", owner, "dateTrunc", zonedLikeAny(), TEXT, TIMESTAMP)
                .add(
                        "DATE_TRUNC",
                        IntervalFunctions.class,
                        "truncated",
                        interval(),
                        TEXT,
                        INTERVAL);
        throwing(to, "DATE_TRUNC");
        to.add("DATE_BIN", owner, "dateBin", zonedLikeAny(), INTERVAL, TIMESTAMP, TIMESTAMP);
        throwing(to, "DATE_BIN");
        to.add("MAKE_DATE", owner, "makeDate", date, WHOLE, WHOLE, WHOLE);
        throwing(to, "MAKE_DATE");
        to.add("MAKE_TIME", owner, "makeTime", moment(SqlTypeName.TIME), WHOLE, WHOLE, REAL);
        throwing(to, "MAKE_TIME");
        to.add(
                "MAKE_TIMESTAMP",
                owner,
                "makeTimestamp",
                timestamp,
                WHOLE,
                WHOLE,
                WHOLE,
                WHOLE,
                WHOLE,
                REAL);
        throwing(to, "MAKE_TIMESTAMP");
        to.add("TO_CHAR", owner, "dateToChar", TEXT_TYPE, DATE, TEXT)
                .add("TO_CHAR", owner, "toChar", TEXT_TYPE, TIMESTAMP, TEXT)
                .add("TO_CHAR", owner, "toChar", TEXT_TYPE, DECIMAL, TEXT)
                .add("TO_CHAR", owner, "toChar", TEXT_TYPE, REAL, TEXT);
        throwing(to, "TO_CHAR");
        to.add("TO_DATE", owner, "toDate", date, TEXT, TEXT);
        throwing(to, "TO_DATE");
        to.add(
                        "TO_TIMESTAMP",
                        owner,
                        "toTimestamp",
                        moment(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE),
                        TEXT,
                        TEXT)
                .add(
                        "TO_TIMESTAMP",
                        owner,
                        "toTimestamp",
                        moment(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE),
                        REAL);
        throwing(to, "TO_TIMESTAMP");
        to.add("TO_NUMBER", owner, "toNumber", decimal(Numeric.SCALE), TEXT, TEXT);
        throwing(to, "TO_NUMBER");
        to.add("ISFINITE", owner, "isFinite", nullable(SqlTypeName.BOOLEAN), DATE)
                .add(
                        "ISFINITE",
                        IntervalFunctions.class,
                        "isFinite",
                        nullable(SqlTypeName.BOOLEAN),
                        INTERVAL)
                .add("ISFINITE", owner, "isFinite", nullable(SqlTypeName.BOOLEAN), TIMESTAMP);
        harmless(to, "ISFINITE");
        to.add("$PLUS_DAYS", owner, "plusDays", date, DATE, WHOLE)
                .add("$PLUS_DAYS", owner, "plusDaysMirrored", date, WHOLE, DATE);
        harmless(to, "$PLUS_DAYS");
        to.add("$MINUS_DAYS", owner, "minusDays", date, DATE, WHOLE);
        harmless(to, "$MINUS_DAYS");
        to.add("$DAYS_BETWEEN", owner, "daysBetween", nullable(SqlTypeName.INTEGER), DATE, DATE);
        harmless(to, "$DAYS_BETWEEN");
        to.add("AGE", owner, "ageOfDates", interval(), DATE, DATE)
                .add("AGE", owner, "age", interval(), TIMESTAMP, TIMESTAMP)
                .add("AGE", owner, "ageSinceDate", interval(), TIMESTAMP, DATE)
                .add("AGE", owner, "ageOfDate", interval(), DATE, TIMESTAMP);
        harmless(to, "AGE");
    }

    /// Under names no query can write, for [Exact]: times, and what lies between.
    private static void movements(Definitions to) {
        Class<?> owner = MomentFunctions.class;
        SqlReturnTypeInference first = ReturnTypes.ARG0_NULLABLE;
        SqlReturnTypeInference second = ReturnTypes.ARG1_NULLABLE;
        SqlReturnTypeInference whole = nullable(SqlTypeName.BIGINT);
        to.add("$LATER", owner, "later", first, TIMESTAMP, INTERVAL)
                .add("$LATER", owner, "dateLater", first, DATE, INTERVAL)
                .add("$LATER", owner, "timeLater", first, Parameter.TIME, INTERVAL)
                .add("$EARLIER", owner, "earlier", first, TIMESTAMP, INTERVAL)
                .add("$EARLIER", owner, "dateEarlier", first, DATE, INTERVAL)
                .add("$EARLIER", owner, "timeEarlier", first, Parameter.TIME, INTERVAL)
                .add("$LATER_IN", owner, "laterIn", first, TIMESTAMP, INTERVAL, TEXT)
                .add("$EARLIER_IN", owner, "earlierIn", first, TIMESTAMP, INTERVAL, TEXT)
                .add("$SPAN", owner, "between", interval(), TIMESTAMP, TIMESTAMP)
                .add("$SPAN", owner, "sinceDate", interval(), TIMESTAMP, DATE)
                .add("$SPAN", owner, "untilDate", interval(), DATE, TIMESTAMP)
                .add("$SPAN", owner, "betweenDates", interval(), DATE, DATE)
                .add(
                        "$TIME_SPAN",
                        owner,
                        "betweenTimes",
                        interval(),
                        Parameter.TIME,
                        Parameter.TIME)
                .add("$FLOOR", owner, "floor", second, TEXT, TIMESTAMP)
                .add("$FLOOR", owner, "floorDate", second, TEXT, DATE)
                .add("$CEIL", owner, "ceiling", second, TEXT, TIMESTAMP)
                .add("$CEIL", owner, "ceilingDate", second, TEXT, DATE)
                .add("$ROUNDED", owner, "rounded", first, TIMESTAMP, WHOLE)
                .add("$ROUNDED", owner, "roundedTime", first, Parameter.TIME, WHOLE)
                .add("$MICROS", owner, "micros", whole, WHOLE);
        for (Parameter kind : List.of(DATE, TIMESTAMP, Parameter.TIME)) {
            to.add(
                    "$OVERLAPS",
                    owner,
                    "overlaps",
                    nullable(SqlTypeName.BOOLEAN),
                    kind,
                    kind,
                    kind,
                    kind);
        }
        to.define("$OVERLAPS", false, false, SqlSyntax.FUNCTION);
        for (String name :
                List.of(
                        "$LATER",
                        "$EARLIER",
                        "$LATER_IN",
                        "$EARLIER_IN",
                        "$SPAN",
                        "$TIME_SPAN",
                        "$FLOOR",
                        "$CEIL",
                        "$ROUNDED",
                        "$MICROS")) {
            harmless(to, name);
        }
    }

    /// Values of enums, under names that queries cannot write.
    private static void enums(Definitions to) {
        to.add("$ENUM_READ", EnumFunctions.class, "read", nullable(SqlTypeName.BIGINT), TEXT, TEXT)
                .add("$ENUM_TEXT", EnumFunctions.class, "text", TEXT_TYPE, WHOLE, TEXT);
        throwing(to, "$ENUM_READ");
        throwing(to, "$ENUM_TEXT");
    }

    /// Intervals: what queries ask for, and under names they cannot write what is made of literals,
    /// casts, operators and aggregates.
    private static void intervals(Definitions to) {
        Class<?> owner = IntervalFunctions.class;
        SqlReturnTypeInference whole = nullable(SqlTypeName.BIGINT);
        to.add("$INTERVAL", owner, "of", interval(), WHOLE, WHOLE, WHOLE)
                .add("$INTERVAL_OF_TEXT", owner, "read", interval(), TEXT)
                .add("$INTERVAL_TEXT", owner, "text", TEXT_TYPE, INTERVAL)
                .add("$INTERVAL_PLUS", owner, "plus", interval(), INTERVAL, INTERVAL)
                .add("$INTERVAL_MINUS", owner, "minus", interval(), INTERVAL, INTERVAL)
                .add("$INTERVAL_NEGATED", owner, "negated", interval(), INTERVAL)
                .add("$INTERVAL_TIMES", owner, "times", interval(), INTERVAL, REAL)
                .add("$INTERVAL_PART", owner, "part", interval(), INTERVAL, REAL)
                .add("$INTERVAL_SPAN", owner, "span", decimal(0), INTERVAL)
                .add("$INTERVAL_MONTHS", owner, "months", whole, INTERVAL)
                .add("$INTERVAL_DAYS", owner, "days", whole, INTERVAL)
                .add("$INTERVAL_MICROS", owner, "micros", whole, INTERVAL)
                .add("$INTERVAL_TOTAL", owner, "total", interval(), DECIMAL, DECIMAL, DECIMAL)
                .add("$INTERVAL_MEAN", owner, "mean", interval(), DECIMAL, DECIMAL, DECIMAL, WHOLE)
                .add("JUSTIFY_HOURS", owner, "justifiedHours", interval(), INTERVAL)
                .add("JUSTIFY_DAYS", owner, "justifiedDays", interval(), INTERVAL)
                .add("JUSTIFY_INTERVAL", owner, "justified", interval(), INTERVAL)
                .add(
                        "MAKE_INTERVAL",
                        owner,
                        "made",
                        interval(),
                        WHOLE,
                        WHOLE,
                        WHOLE,
                        WHOLE,
                        WHOLE,
                        WHOLE,
                        REAL);
        for (String name :
                List.of(
                        "$INTERVAL_OF_TEXT",
                        "$INTERVAL_PLUS",
                        "$INTERVAL_MINUS",
                        "$INTERVAL_TIMES",
                        "$INTERVAL_PART",
                        "$INTERVAL_TOTAL",
                        "$INTERVAL_MEAN",
                        "MAKE_INTERVAL")) {
            throwing(to, name);
        }
        for (String name :
                List.of(
                        "$INTERVAL",
                        "$INTERVAL_TEXT",
                        "$INTERVAL_NEGATED",
                        "$INTERVAL_SPAN",
                        "$INTERVAL_MONTHS",
                        "$INTERVAL_DAYS",
                        "$INTERVAL_MICROS",
                        "JUSTIFY_HOURS",
                        "JUSTIFY_DAYS",
                        "JUSTIFY_INTERVAL")) {
            harmless(to, name);
        }
    }

    /// Under names no query can write, for EXTRACT and date_part of what has fractions.
    private static void seconds(Definitions to) {
        Class<?> owner = SecondFunctions.class;
        SqlReturnTypeInference real = nullable(SqlTypeName.DOUBLE);
        to.add("$SECONDS", owner, "ofMoment", fraction(), TEXT, TIMESTAMP)
                .add("$SECONDS", owner, "ofDate", fraction(), TEXT, DATE)
                .add("$SECONDS", owner, "ofTime", fraction(), TEXT, Parameter.TIME)
                .add("$SECONDS", owner, "ofInterval", fraction(), TEXT, INTERVAL)
                .add("$SECONDS_REAL", owner, "realOfMoment", real, TEXT, TIMESTAMP)
                .add("$SECONDS_REAL", owner, "realOfDate", real, TEXT, DATE)
                .add("$SECONDS_REAL", owner, "realOfTime", real, TEXT, Parameter.TIME)
                .add("$SECONDS_REAL", owner, "realOfInterval", real, TEXT, INTERVAL);
        harmless(to, "$SECONDS");
        harmless(to, "$SECONDS_REAL");
    }

    /// Under names no query can write, for the plans of a session that is in a zone.
    private static void zones(Definitions to) {
        Class<?> owner = ZoneFunctions.class;
        SqlReturnTypeInference moment = moment(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
        to.add("$LOCAL", owner, "local", moment(SqlTypeName.TIMESTAMP), TIMESTAMP, TEXT)
                .add("$MOMENT", owner, "moment", moment, TIMESTAMP, TEXT)
                .add("$MOMENT_OF_TEXT", owner, "parsed", moment, TEXT, TEXT)
                .add("$TEXT_OF_MOMENT", owner, "shown", TEXT_TYPE, TIMESTAMP, TEXT);
        // Conversions replace TIMEZONE by one of the next two.
        to.add("TIMEZONE", owner, "momentIn", Routines::otherThanZoned, TEXT, TIMESTAMP)
                .add("$LOCAL_IN", owner, "localIn", moment(SqlTypeName.TIMESTAMP), TEXT, TIMESTAMP)
                .add("$MOMENT_IN", owner, "momentIn", moment, TEXT, TIMESTAMP);
        throwing(to, "TIMEZONE");
        throwing(to, "$LOCAL_IN");
        throwing(to, "$MOMENT_IN");
        to.add("$NOW", MomentFunctions.class, "micros", moment, TIMESTAMP);
        harmless(to, "$NOW");
        harmless(to, "$LOCAL");
        harmless(to, "$MOMENT");
        harmless(to, "$TEXT_OF_MOMENT");
        throwing(to, "$MOMENT_OF_TEXT");
    }

    /// A moment in a zone is what a clock shows there; that, in a zone, is a moment.
    private static RelDataType otherThanZoned(SqlOperatorBinding binding) {
        boolean moment =
                binding.getOperandType(1).getSqlTypeName()
                        == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
        return moment(moment ? SqlTypeName.TIMESTAMP : SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE)
                .inferReturnType(binding);
    }

    /// Under names no query can write, for [Exact].
    private static void casts(Definitions to) {
        Class<?> owner = CastFunctions.class;
        SqlReturnTypeInference integer = nullable(SqlTypeName.INTEGER);
        SqlReturnTypeInference bigint = nullable(SqlTypeName.BIGINT);
        SqlReturnTypeInference real = nullable(SqlTypeName.DOUBLE);
        for (Parameter from : List.of(TEXT, DECIMAL, REAL)) {
            to.add("$INTEGER", owner, "toInteger", integer, from)
                    .add("$BIGINT", owner, "toBigint", bigint, from)
                    .add("$DECIMAL", owner, "toDecimal", decimal(0), from, WHOLE, WHOLE);
        }
        to.add("$DOUBLE", owner, "toDouble", real, TEXT)
                .add("$BOOLEAN", owner, "toBoolean", nullable(SqlTypeName.BOOLEAN), TEXT)
                .add("$TRUTH", owner, "truth", nullable(SqlTypeName.BOOLEAN), BOOLEAN)
                .add("$DATE", owner, "toDate", nullable(SqlTypeName.DATE), TEXT)
                .add("$DATE", owner, "toDate", nullable(SqlTypeName.DATE), TIMESTAMP)
                .add("$TIME", owner, "toTime", moment(SqlTypeName.TIME), TEXT)
                .add("$TIME", owner, "toTime", moment(SqlTypeName.TIME), TIMESTAMP)
                .add("$TIMESTAMP", owner, "toTimestamp", moment(SqlTypeName.TIMESTAMP), TEXT)
                .add(
                        "$TIMESTAMP",
                        MomentFunctions.class,
                        "midnight",
                        moment(SqlTypeName.TIMESTAMP),
                        DATE)
                .add(
                        "$TIMESTAMP",
                        MomentFunctions.class,
                        "micros",
                        moment(SqlTypeName.TIMESTAMP),
                        TIMESTAMP)
                .add(
                        "$INSTANT",
                        MomentFunctions.class,
                        "midnight",
                        moment(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE),
                        DATE)
                .add(
                        "$INSTANT",
                        MomentFunctions.class,
                        "micros",
                        moment(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE),
                        TIMESTAMP)
                .add("$INSTANT_TEXT", owner, "instantToText", TEXT_TYPE, TIMESTAMP)
                .add(
                        "$INSTANT",
                        owner,
                        "toInstant",
                        moment(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE),
                        TEXT)
                .add("$TEXT", owner, "toText", TEXT_TYPE, REAL)
                .add("$TEXT", owner, "toText", TEXT_TYPE, BOOLEAN)
                .add("$TEXT", ByteaFunctions.class, "toText", TEXT_TYPE, BYTEA)
                .add("$TEXT", owner, "timeToText", TEXT_TYPE, Parameter.TIME)
                .add("$TEXT", owner, "toText", TEXT_TYPE, TIMESTAMP)
                .add("$ABS_INTEGER", owner, "absoluteInteger", integer, WHOLE)
                .add("$ABS_BIGINT", owner, "absoluteBigint", bigint, WHOLE)
                .add("$DIVIDE", owner, "divide", real, REAL, REAL)
                .add("$DIVIDE", owner, "divide", decimal(0), DECIMAL, DECIMAL, WHOLE);
        for (String name :
                List.of(
                        "$INTEGER",
                        "$BIGINT",
                        "$DECIMAL",
                        "$DOUBLE",
                        "$BOOLEAN",
                        "$DATE",
                        "$TIME",
                        "$TIMESTAMP",
                        "$INSTANT",
                        "$ABS_INTEGER",
                        "$ABS_BIGINT",
                        "$DIVIDE")) {
            throwing(to, name);
        }
        harmless(to, "$TRUTH");
        harmless(to, "$TEXT");
        harmless(to, "$INSTANT_TEXT");
    }

    /// Collects the variants of one function.
    static final class Definitions {
        private final Map<String, List<Routine.Variant>> variants = new LinkedHashMap<>();
        private final Map<String, Routine> routines = new TreeMap<>();

        /// Starts a function of variants; see [#add].
        void define(String name, boolean strict, boolean throwing, SqlSyntax syntax) {
            routines.put(
                    name,
                    new Routine(
                            name,
                            syntax,
                            strict,
                            throwing,
                            Routine.Volatility.IMMUTABLE,
                            "",
                            variants.remove(name)));
        }

        /// As [#define], for a function that gives another value each time.
        void changing(String name) {
            routines.put(
                    name,
                    new Routine(
                            name,
                            SqlSyntax.FUNCTION,
                            true,
                            false,
                            Routine.Volatility.VOLATILE,
                            "",
                            variants.remove(name)));
        }

        /// As [#define], for a function that the catalog is asked for as long as a statement lasts.
        void asking(String name, boolean strict, String declared) {
            routines.put(
                    name,
                    new Routine(
                            name,
                            SqlSyntax.FUNCTION,
                            strict,
                            true,
                            Routine.Volatility.STABLE,
                            declared,
                            variants.remove(name)));
        }

        /// Adds a variant by which the catalog is asked.
        void ask(
                String name,
                Method method,
                SqlReturnTypeInference result,
                List<Parameter> parameters) {
            String asked = name.toLowerCase(Locale.ROOT);
            variants.computeIfAbsent(name, key -> new ArrayList<>())
                    .add(new Routine.Variant(parameters, false, result, method, asked));
        }

        Definitions add(
                String name,
                Class<?> owner,
                String method,
                SqlReturnTypeInference result,
                Parameter... parameters) {
            return add(name, owner, method, false, result, parameters);
        }

        Definitions add(
                String name,
                Class<?> owner,
                String method,
                boolean variadic,
                SqlReturnTypeInference result,
                Parameter... parameters) {
            List<Parameter> list = List.of(parameters);
            variants.computeIfAbsent(name, key -> new ArrayList<>())
                    .add(
                            new Routine.Variant(
                                    list,
                                    variadic,
                                    result,
                                    Routine.method(owner, method, list, variadic),
                                    ""));
            return this;
        }
    }
}
