package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.SqlType.Name;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;
import telegraph.memory.Type;

/// Reads the names of types, PostgreSQL's and the standard's, and writes them.
///
/// `char` without a length has one character.
public final class TypeNames {
    private static final int LENGTH_MAX = 10_485_760;

    /// The schema of the types that are always there.
    private static final String SYSTEM = "pg_catalog";

    private static final Map<String, Name> SIMPLE =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("bool", Name.BOOLEAN),
                            Map.entry("boolean", Name.BOOLEAN),
                            Map.entry("smallint", Name.SMALLINT),
                            Map.entry("int2", Name.SMALLINT),
                            Map.entry("int", Name.INTEGER),
                            Map.entry("int4", Name.INTEGER),
                            Map.entry("integer", Name.INTEGER),
                            Map.entry("bigint", Name.BIGINT),
                            Map.entry("int8", Name.BIGINT),
                            Map.entry("real", Name.REAL),
                            Map.entry("float4", Name.REAL),
                            Map.entry("float8", Name.DOUBLE),
                            Map.entry("float", Name.DOUBLE),
                            Map.entry("double", Name.DOUBLE),
                            Map.entry("numeric", Name.NUMERIC),
                            Map.entry("decimal", Name.NUMERIC),
                            Map.entry("dec", Name.NUMERIC),
                            Map.entry("text", Name.TEXT),
                            Map.entry("string", Name.TEXT),
                            Map.entry("varchar", Name.VARCHAR),
                            Map.entry("char", Name.CHAR),
                            Map.entry("character", Name.CHAR),
                            Map.entry("bpchar", Name.CHAR),
                            Map.entry("bytea", Name.BYTEA),
                            Map.entry("json", Name.JSON),
                            Map.entry("jsonb", Name.JSONB),
                            Map.entry("uuid", Name.UUID),
                            Map.entry("date", Name.DATE),
                            Map.entry("time", Name.TIME),
                            Map.entry("timestamp", Name.TIMESTAMP),
                            Map.entry("timestamptz", Name.TIMESTAMPTZ),
                            Map.entry("interval", Name.INTERVAL)));

    private TypeNames() {}

    /// Reads a type that is next, which is not one of the catalog's.
    public static SqlType readSql(Tokens tokens) {
        SqlType type = readAny(tokens);
        UserType user = type.element().orElse(type).user().orElse(null);
        if (user instanceof UserType.Wanted wanted) {
            throw unknown(wanted);
        }
        return type;
    }

    /// Reads a type that is next. One of no known name is [UserType.Wanted] of the catalog.
    public static SqlType readAny(Tokens tokens) {
        Token first = tokens.peek();
        Position position = tokens.position();
        if (!first.isName()) {
            throw tokens.unexpected("a type", List.of());
        }
        tokens.next();
        String schema = tokens.acceptSign(".") ? first.value() : "";
        String called = schema.isEmpty() ? first.value() : tokens.expectName("a type");
        boolean system = schema.isEmpty() || schema.equals(SYSTEM);
        String written = called.toLowerCase(Locale.ROOT);
        Name name = system ? SIMPLE.get(written) : null;
        SqlType type =
                name == null
                        ? SqlType.of(new UserType.Wanted(new TableName(schema, called), position))
                        : parameters(tokens, name, written, position);
        return dimensions(tokens) ? SqlType.array(type) : type;
    }

    /// Nobody knows a type.
    public static TelegraphException unknown(UserType.Wanted wanted) {
        return TelegraphException.of(
                SqlState.UNDEFINED_OBJECT,
                "unknown type \""
                        + wanted.name()
                        + "\" at "
                        + wanted.position()
                        + Nearest.hint(
                                wanted.name().name().toLowerCase(Locale.ROOT), SIMPLE.keySet()));
    }

    /// Reads `[]`, `[4]` or `ARRAY[4]` if it is next; like PostgreSQL it holds no array to how many
    /// of them there are, nor to their numbers.
    private static boolean dimensions(Tokens tokens) {
        boolean array = tokens.accept("array");
        boolean brackets = false;
        while (tokens.acceptSign("[")) {
            brackets = true;
            if (tokens.peek().kind() == Token.Kind.NUMBER) {
                tokens.next();
            }
            tokens.expectSign("]");
        }
        return array || brackets;
    }

    private static SqlType parameters(Tokens tokens, Name name, String written, Position position) {
        return switch (name) {
            case CHAR -> {
                boolean varying = tokens.accept("varying");
                boolean one = !varying && !written.equals("bpchar");
                yield text(tokens, varying ? Name.VARCHAR : Name.CHAR, one ? 1 : 0);
            }
            case VARCHAR -> text(tokens, name, 0);
            case NUMERIC -> decimal(tokens, position);
            case DOUBLE -> {
                if (written.equals("double")) {
                    tokens.accept("precision");
                }
                List<Integer> bits = written.equals("float") ? digits(tokens, 1) : List.of();
                yield SqlType.of(!bits.isEmpty() && bits.getFirst() <= 24 ? Name.REAL : name);
            }
            case TIME, TIMESTAMP -> {
                int digits = digitsOfSeconds(tokens);
                yield SqlType.time(zone(tokens, name), digits);
            }
            case TIMESTAMPTZ -> SqlType.time(name, digitsOfSeconds(tokens));
            case BOOLEAN,
                    SMALLINT,
                    INTEGER,
                    BIGINT,
                    REAL,
                    TEXT,
                    BYTEA,
                    DATE,
                    INTERVAL,
                    UUID,
                    JSON,
                    JSONB ->
                    SqlType.of(name);
            case ARRAY, ENUM -> throw new IllegalStateException("no name of a type: " + written);
        };
    }

    /// More than there are count as all, as in PostgreSQL.
    private static int digitsOfSeconds(Tokens tokens) {
        List<Integer> digits = digits(tokens, 1);
        return digits.isEmpty()
                ? SqlType.MICROSECONDS
                : Math.min(digits.getFirst(), SqlType.MICROSECONDS);
    }

    private static SqlType text(Tokens tokens, Name name, int otherwise) {
        Position position = tokens.position();
        List<Integer> length = digits(tokens, 1);
        if (!length.isEmpty() && (length.getFirst() < 1 || length.getFirst() > LENGTH_MAX)) {
            throw Tokens.error(
                    position,
                    "a text has a length of 1 to " + LENGTH_MAX + ": " + length.getFirst());
        }
        return new SqlType(name, length.isEmpty() ? otherwise : length.getFirst(), 0);
    }

    private static Name zone(Tokens tokens, Name name) {
        if (tokens.accept("without")) {
            tokens.expect("time", "zone");
            return name;
        }
        if (tokens.peek().is("with") && tokens.peek(1).is("time")) {
            if (name == Name.TIME) {
                throw Tokens.error(
                        tokens.position(), "a time has no zone here. Use time, or timestamptz");
            }
            tokens.expect("with", "time", "zone");
            return Name.TIMESTAMPTZ;
        }
        return name;
    }

    private static SqlType decimal(Tokens tokens, Position position) {
        List<Integer> digits = digits(tokens, 2);
        if (digits.isEmpty()) {
            return SqlType.of(Name.NUMERIC);
        }
        int scale = digits.size() == 2 ? digits.get(1) : 0;
        if (digits.get(0) < 1 || digits.get(0) > Type.DECIMAL_DIGITS_MAX || scale > digits.get(0)) {
            throw Tokens.error(
                    position,
                    "a decimal has 1 to 38 digits and a scale within them: precision="
                            + digits.get(0)
                            + " scale="
                            + scale);
        }
        return SqlType.numeric(digits.get(0), scale);
    }

    /// Reads `(n)` or `(n, m)` if it is next.
    private static List<Integer> digits(Tokens tokens, int most) {
        List<Integer> digits = new ArrayList<>();
        if (!tokens.acceptSign("(")) {
            return digits;
        }
        do {
            Token token = tokens.peek();
            if (token.kind() != Token.Kind.NUMBER || !token.value().matches("\\d{1,9}")) {
                throw tokens.unexpected("a whole number", List.of());
            }
            digits.add(Integer.valueOf(tokens.next().value()));
        } while (digits.size() < most && tokens.acceptSign(","));
        tokens.expectSign(")");
        return digits;
    }

    /// A name that [#readSql] reads as `type`.
    public static String name(Type type) {
        return switch (type.kind()) {
            case DOUBLE -> "DOUBLE PRECISION";
            case INSTANT -> "TIMESTAMP WITH TIME ZONE";
            case DECIMAL -> "NUMERIC(" + type.precision() + "," + type.scale() + ")";
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TEXT -> type.kind().name();
        };
    }
}
