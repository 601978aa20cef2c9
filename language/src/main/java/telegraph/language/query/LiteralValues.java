package telegraph.language.query;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// Reads the arguments of a table function: constants, lists, maps, and names before them.
///
/// ```
/// arguments = [ argument { "," argument } ]
/// argument  = [ name ( "=>" | ":=" | "=" ) ] value
/// value     = string | [ sign ] number | TRUE | FALSE | NULL | list | map
/// list      = [ ARRAY ] "[" [ value { "," value } ] "]"
/// map       = "{" [ ( string | name ) ":" value { "," … } ] "}"
/// ```
final class LiteralValues {
    private static final int DEPTH_MAX = 32;

    private final Tokens tokens;
    private final String function;
    private int depth;

    LiteralValues(Tokens tokens, String function) {
        this.tokens = tokens;
        this.function = function;
    }

    /// What stood between the parentheses.
    record Arguments(List<Object> plain, Map<String, Object> named) {}

    /// Reads the arguments with the parentheses around them.
    Arguments read() {
        List<Object> plain = new ArrayList<>();
        Map<String, Object> named = new LinkedHashMap<>();
        tokens.expectSign("(");
        if (!tokens.acceptSign(")")) {
            do {
                argument(plain, named);
            } while (tokens.acceptSign(","));
            tokens.expectSign(")");
        }
        return new Arguments(
                Collections.unmodifiableList(plain), Collections.unmodifiableMap(named));
    }

    private void argument(List<Object> plain, Map<String, Object> named) {
        Token sign = tokens.peek(1);
        boolean hasName =
                tokens.peek().isName()
                        && (sign.isSign("=>") || sign.isSign(":=") || sign.isSign("="));
        if (!hasName) {
            if (!named.isEmpty()) {
                throw Tokens.error(
                        tokens.position(),
                        function + " takes arguments without a name before those with one");
            }
            plain.add(value());
            return;
        }
        Position position = tokens.position();
        String name = tokens.next().value().toLowerCase(Locale.ROOT);
        tokens.next();
        Object value = value();
        if (named.containsKey(name)) {
            throw Tokens.error(position, function + " is given " + name + " twice");
        }
        named.put(name, value);
    }

    private Object value() {
        if (depth == DEPTH_MAX) {
            throw Tokens.error(
                    tokens.position(), "values are nested at most " + DEPTH_MAX + " deep");
        }
        depth++;
        try {
            return anyValue();
        } finally {
            depth--;
        }
    }

    private Object anyValue() {
        if (tokens.peek().isString()) {
            return tokens.next().value();
        }
        if (tokens.acceptSign("-")) {
            return number(true);
        }
        if (tokens.acceptSign("+") || tokens.peek().kind() == Token.Kind.NUMBER) {
            return number(false);
        }
        if (tokens.accept("true")) {
            return true;
        }
        if (tokens.accept("false")) {
            return false;
        }
        if (tokens.accept("null")) {
            return null;
        }
        if (tokens.peek().is("array") && tokens.peek(1).isSign("[")) {
            tokens.next();
        }
        if (tokens.acceptSign("[")) {
            return list();
        }
        if (tokens.acceptSign("{")) {
            return map();
        }
        throw tokens.unexpected("a constant for " + function, List.of());
    }

    private Object number(boolean negative) {
        if (tokens.peek().kind() != Token.Kind.NUMBER) {
            throw tokens.unexpected("a number", List.of());
        }
        String written = tokens.next().value().replace("_", "");
        String signed = negative ? "-" + written : written;
        BigDecimal number = new BigDecimal(signed.endsWith(".") ? signed + "0" : signed);
        boolean whole = written.chars().allMatch(c -> c >= '0' && c <= '9');
        if (whole && number.toBigInteger().bitLength() < Long.SIZE) {
            return number.longValueExact();
        }
        return number.doubleValue();
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        if (!tokens.acceptSign("]")) {
            do {
                list.add(value());
            } while (tokens.acceptSign(","));
            tokens.expectSign("]");
        }
        return Collections.unmodifiableList(list);
    }

    private Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        if (!tokens.acceptSign("}")) {
            do {
                Token key = tokens.peek();
                if (!key.isString() && !key.isName()) {
                    throw tokens.unexpected("a key", List.of());
                }
                Position position = tokens.position();
                tokens.next();
                tokens.expectSign(":");
                Object value = value();
                if (map.containsKey(key.value())) {
                    throw Tokens.error(position, "key \"" + key.value() + "\" stands twice");
                }
                map.put(key.value(), value);
            } while (tokens.acceptSign(","));
            tokens.expectSign("}");
        }
        return Collections.unmodifiableMap(map);
    }
}
