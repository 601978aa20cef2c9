package telegraph.sql.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import telegraph.memory.TelegraphException;
import telegraph.memory.Type;

/// Reads the names of types, PostgreSQL's and the standard's, and writes them.
///
/// Types without one of their own in a batch take the next that loses nothing: `smallint` is an
/// INTEGER, `real` a DOUBLE, and `json` and `uuid` are TEXT. Lengths of texts and digits of seconds
/// are accepted and not enforced. `numeric` without digits has [#DECIMAL] of them.
final class TypeNames {
    private static final Type DECIMAL = Type.decimal(38, 10);

    private static final Map<String, Type> SIMPLE =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("bool", Type.BOOLEAN),
                            Map.entry("boolean", Type.BOOLEAN),
                            Map.entry("smallint", Type.INTEGER),
                            Map.entry("int2", Type.INTEGER),
                            Map.entry("int", Type.INTEGER),
                            Map.entry("int4", Type.INTEGER),
                            Map.entry("integer", Type.INTEGER),
                            Map.entry("bigint", Type.BIGINT),
                            Map.entry("int8", Type.BIGINT),
                            Map.entry("real", Type.DOUBLE),
                            Map.entry("float4", Type.DOUBLE),
                            Map.entry("float8", Type.DOUBLE),
                            Map.entry("float", Type.DOUBLE),
                            Map.entry("double", Type.DOUBLE),
                            Map.entry("numeric", DECIMAL),
                            Map.entry("decimal", DECIMAL),
                            Map.entry("text", Type.TEXT),
                            Map.entry("string", Type.TEXT),
                            Map.entry("varchar", Type.TEXT),
                            Map.entry("char", Type.TEXT),
                            Map.entry("character", Type.TEXT),
                            Map.entry("json", Type.TEXT),
                            Map.entry("jsonb", Type.TEXT),
                            Map.entry("uuid", Type.TEXT),
                            Map.entry("date", Type.DATE),
                            Map.entry("time", Type.TIME),
                            Map.entry("timestamp", Type.TIMESTAMP),
                            Map.entry("timestamptz", Type.INSTANT)));

    private TypeNames() {}

    /// Reads a type that is next.
    static Type read(Tokens tokens) {
        Token first = tokens.peek();
        Position position = tokens.position();
        if (!first.isName()) {
            throw tokens.unexpected("a type", List.of());
        }
        String name = first.value().toLowerCase(Locale.ROOT);
        Type type = SIMPLE.get(name);
        if (type == null) {
            throw TelegraphException.input(
                    "unknown type \""
                            + first.value()
                            + "\" at "
                            + position
                            + Nearest.hint(name, SIMPLE.keySet()));
        }
        tokens.next();
        return switch (name) {
            case "double" -> {
                tokens.accept("precision");
                yield type;
            }
            case "char", "character" -> {
                tokens.accept("varying");
                digits(tokens, 1);
                yield type;
            }
            case "varchar", "float" -> {
                digits(tokens, 1);
                yield type;
            }
            case "numeric", "decimal" -> decimal(tokens, position);
            case "time", "timestamp" -> {
                digits(tokens, 1);
                yield zone(tokens, type);
            }
            case "timestamptz" -> {
                digits(tokens, 1);
                yield type;
            }
            default -> type;
        };
    }

    private static Type zone(Tokens tokens, Type type) {
        if (tokens.accept("without")) {
            tokens.expect("time", "zone");
            return type;
        }
        if (tokens.peek().is("with") && tokens.peek(1).is("time")) {
            if (type.equals(Type.TIME)) {
                throw Tokens.error(
                        tokens.position(), "a time has no zone here. Use time, or timestamptz");
            }
            tokens.expect("with", "time", "zone");
            return Type.INSTANT;
        }
        return type;
    }

    private static Type decimal(Tokens tokens, Position position) {
        List<Integer> digits = digits(tokens, 2);
        if (digits.isEmpty()) {
            return DECIMAL;
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
        return Type.decimal(digits.get(0), scale);
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

    /// A name that [#read] reads as `type`.
    static String name(Type type) {
        return switch (type.kind()) {
            case DOUBLE -> "DOUBLE PRECISION";
            case INSTANT -> "TIMESTAMP WITH TIME ZONE";
            case DECIMAL -> "NUMERIC(" + type.precision() + "," + type.scale() + ")";
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TEXT -> type.kind().name();
        };
    }
}
