package telegraph.query.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.ValueFailures;

/// Reads a path of SQL/JSON, as PostgreSQL does:
///
/// ```
/// path      = [ strict | lax ] term
/// term      = and { "||" and }        and = not { "&&" not }       not = [ "!" ] compared
/// compared  = sum [ ( "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=" ) sum | starts with sum ]
/// sum       = product { ( "+" | "-" ) product }     product = signed { ( "*" | "%" ) signed }
/// signed    = [ "+" | "-" ] primary { step }
/// primary   = "$" | "$" name | "@" | last | constant | "(" term ")" [ is unknown ] | exists "(" term ")"
/// step      = "." ( name | "*" | "**" [ "{" n [ to n ] "}" ] | method "(" ")" )
///           | "[" ( "*" | sum [ to sum ] { "," … } ) "]" | "?" "(" term ")"
/// ```
///
/// Division, whose digits are PostgreSQL's own, `like_regex`, `datetime()` and `keyvalue()` are
/// refused by name. Threads: one, once.
final class PathReader {
    /// How deep parts lie in each other at most.
    private static final int DEPTH_MAX = 200;

    private static final Set<String> METHODS =
            Set.of("type", "size", "double", "abs", "floor", "ceiling");
    private static final Set<String> REFUSED = Set.of("datetime", "keyvalue");

    private final String path;
    private int at;
    private int depth;
    private int filters;
    private int subscripts;

    private PathReader(String path) {
        this.path = path;
    }

    /// @param strict whether a step that does not fit what it is taken from fails
    record Path(boolean strict, PathNode node) {}

    /// @throws TelegraphException of 42601 if it is none, of 0A000 if it has what is not there
    static Path read(String text) {
        PathReader reader = new PathReader(text);
        boolean strict = reader.acceptWord("strict");
        if (!strict) {
            reader.acceptWord("lax");
        }
        PathNode node = reader.term();
        reader.blanks();
        if (reader.at < text.length()) {
            throw reader.unexpected();
        }
        return new Path(strict, node);
    }

    private PathNode term() {
        if (++depth > DEPTH_MAX) {
            throw TelegraphException.of(
                    SqlState.PROGRAM_LIMIT, "a path lies too deep in itself: limit=" + DEPTH_MAX);
        }
        PathNode left = conjunction();
        while (accept("||")) {
            left = new PathNode.Both(false, predicate(left), predicate(conjunction()));
        }
        depth--;
        return left;
    }

    private PathNode conjunction() {
        PathNode left = negation();
        while (accept("&&")) {
            left = new PathNode.Both(true, predicate(left), predicate(negation()));
        }
        return left;
    }

    private PathNode negation() {
        if (!next("!=") && accept("!")) {
            blanks();
            boolean delimited = next("(") || isWord("exists");
            PathNode negated = primary();
            if (!delimited) {
                throw unexpected();
            }
            return new PathNode.Not(predicate(negated));
        }
        return compared();
    }

    private PathNode compared() {
        PathNode left = sum();
        for (String operator : List.of("==", "!=", "<>", "<=", ">=", "<", ">")) {
            if (accept(operator)) {
                PathNode right = value(sum());
                String name = operator.equals("<>") ? "!=" : operator;
                return new PathNode.Compared(name, value(left), right);
            }
        }
        if (acceptWord("starts")) {
            demand(acceptWord("with"));
            PathNode beginning = primary();
            demand(
                    beginning instanceof PathNode.Variable
                            || beginning instanceof PathNode.Constant(JsonValue.Text _));
            return new PathNode.Starts(value(left), beginning);
        }
        if (isWord("like_regex")) {
            throw refused("like_regex");
        }
        return left;
    }

    private PathNode sum() {
        PathNode left = product();
        while (true) {
            char sign = acceptOne("+-");
            if (sign == 0) {
                return left;
            }
            left = new PathNode.Arithmetic(sign, value(left), value(product()));
        }
    }

    private PathNode product() {
        PathNode left = signed();
        while (true) {
            if (next("/") && !next("/*")) {
                throw refused("/");
            }
            char sign = acceptOne("*%");
            if (sign == 0) {
                return left;
            }
            left = new PathNode.Arithmetic(sign, value(left), value(signed()));
        }
    }

    private PathNode signed() {
        char sign = acceptOne("+-");
        if (sign == 0) {
            return stepped(primary());
        }
        if (++depth > DEPTH_MAX) {
            throw unexpected();
        }
        PathNode signed = new PathNode.Signed(sign, value(signed()));
        depth--;
        return signed;
    }

    private PathNode stepped(PathNode first) {
        List<PathNode.Step> steps = new ArrayList<>();
        while (true) {
            if (accept(".")) {
                steps.add(afterDot());
            } else if (accept("[")) {
                steps.add(subscripts());
            } else if (accept("?")) {
                demand(accept("("));
                filters++;
                steps.add(new PathNode.Filter(predicate(term())));
                filters--;
                demand(accept(")"));
            } else {
                return steps.isEmpty() ? first : new PathNode.Chain(first, List.copyOf(steps));
            }
        }
    }

    private PathNode.Step afterDot() {
        if (accept("**")) {
            return below();
        }
        if (accept("*")) {
            return new PathNode.Members();
        }
        if (next("\"")) {
            return new PathNode.Member(string());
        }
        String name = name();
        if (!next("(")) {
            return new PathNode.Member(name);
        }
        String method = name.toLowerCase(Locale.ROOT);
        if (REFUSED.contains(method)) {
            throw refused("." + method + "()");
        }
        demand(METHODS.contains(method) && accept("(") && accept(")"));
        return new PathNode.Method(method);
    }

    private PathNode.Step below() {
        if (!accept("{")) {
            return new PathNode.Below(0, PathNode.Below.LEAVES - 1);
        }
        int first = level();
        int last = acceptWord("to") ? level() : first;
        demand(accept("}"));
        return new PathNode.Below(first, last);
    }

    private int level() {
        if (acceptWord("last")) {
            return PathNode.Below.LEAVES;
        }
        String digits = digits();
        demand(!digits.isEmpty() && digits.length() < 9);
        return Integer.parseInt(digits);
    }

    private PathNode.Step subscripts() {
        if (accept("*")) {
            demand(accept("]"));
            return new PathNode.Elements();
        }
        List<PathNode.Range> ranges = new ArrayList<>();
        subscripts++;
        do {
            PathNode first = value(sum());
            ranges.add(new PathNode.Range(first, acceptWord("to") ? value(sum()) : null));
        } while (accept(","));
        subscripts--;
        demand(accept("]"));
        return new PathNode.Subscripts(List.copyOf(ranges));
    }

    private PathNode primary() {
        blanks();
        if (accept("(")) {
            PathNode inner = term();
            demand(accept(")"));
            if (inner.isPredicate() && acceptWord("is")) {
                demand(acceptWord("unknown"));
                return new PathNode.IsUnknown(inner);
            }
            return inner;
        }
        if (accept("@")) {
            demand(filters > 0);
            return new PathNode.Current();
        }
        if (next("$")) {
            at++;
            boolean named =
                    at < path.length() && (isNamePart(path.charAt(at)) || path.charAt(at) == '"');
            return named
                    ? new PathNode.Variable(path.charAt(at) == '"' ? string() : name())
                    : new PathNode.Root();
        }
        if (next("\"")) {
            return new PathNode.Constant(new JsonValue.Text(string()));
        }
        if (at < path.length() && (Character.isDigit(path.charAt(at)) || path.charAt(at) == '.')) {
            return new PathNode.Constant(new JsonValue.Number(number()));
        }
        if (acceptWord("exists")) {
            demand(accept("("));
            PathNode inner = value(term());
            demand(accept(")"));
            return new PathNode.Exists(inner);
        }
        if (acceptWord("last")) {
            demand(subscripts > 0);
            return new PathNode.Last();
        }
        for (JsonValue.Word word : JsonValue.Word.values()) {
            if (path.startsWith(word.toString(), at) && acceptWord(word.toString())) {
                return new PathNode.Constant(word);
            }
        }
        throw unexpected();
    }

    private PathNode predicate(PathNode node) {
        demand(node.isPredicate());
        return node;
    }

    private PathNode value(PathNode node) {
        demand(!node.isPredicate());
        return node;
    }

    private BigDecimal number() {
        int start = at;
        digits();
        if (at + 1 < path.length()
                && path.charAt(at) == '.'
                && Character.isDigit(path.charAt(at + 1))) {
            at++;
            digits();
        }
        if (at < path.length() && "eE".indexOf(path.charAt(at)) >= 0) {
            at++;
            if (at < path.length() && "+-".indexOf(path.charAt(at)) >= 0) {
                at++;
            }
            demand(!digits().isEmpty());
        }
        String written = path.substring(start, at);
        demand(written.matches("((0|[1-9]\\d*)(\\.\\d+)?|\\.\\d+)([eE][+-]?\\d+)?") && !isName());
        return JsonFunctions.number(written);
    }

    private String digits() {
        int start = at;
        while (at < path.length() && path.charAt(at) >= '0' && path.charAt(at) <= '9') {
            at++;
        }
        return path.substring(start, at);
    }

    /// A string, whose escapes are those of JSON.
    private String string() {
        int start = at++;
        while (at < path.length() && path.charAt(at) != '"') {
            at += path.charAt(at) == '\\' ? 2 : 1;
        }
        demand(at < path.length());
        at++;
        String written = path.substring(start, at);
        if (written.matches("(?s).*\\\\[xv0'].*|(?s).*\\\\u\\{.*")) {
            throw refused("an escape that JSON has not");
        }
        return ((JsonValue.Text) JsonValue.string(written)).text();
    }

    private String name() {
        blanks();
        int start = at;
        while (isName()) {
            at++;
        }
        demand(at > start && !Character.isDigit(path.charAt(start)));
        return path.substring(start, at);
    }

    private boolean isName() {
        return at < path.length() && isNamePart(path.charAt(at));
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || Character.isSurrogate(c);
    }

    private boolean isWord(String word) {
        blanks();
        int end = at + word.length();
        return path.regionMatches(true, at, word, 0, word.length())
                && (end == path.length() || !isNamePart(path.charAt(end)));
    }

    private boolean acceptWord(String word) {
        if (!isWord(word)) {
            return false;
        }
        at += word.length();
        return true;
    }

    private boolean next(String sign) {
        blanks();
        return path.startsWith(sign, at);
    }

    private boolean accept(String sign) {
        if (!next(sign)) {
            return false;
        }
        at += sign.length();
        return true;
    }

    /// One of some signs, or 0.
    private char acceptOne(String signs) {
        blanks();
        return at < path.length() && signs.indexOf(path.charAt(at)) >= 0 ? path.charAt(at++) : 0;
    }

    private void blanks() {
        while (at < path.length() && " \t\n\r\f".indexOf(path.charAt(at)) >= 0) {
            at++;
        }
    }

    private void demand(boolean fits) {
        if (!fits) {
            throw unexpected();
        }
    }

    private TelegraphException unexpected() {
        return TelegraphException.of(
                SqlState.SYNTAX_ERROR,
                "syntax error in a path of JSON at character "
                        + (Math.min(at, path.length()) + 1)
                        + ": "
                        + ValueFailures.quoted(path));
    }

    private static TelegraphException refused(String what) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "not supported: " + what + " in a path of JSON. Take the items, and do it in SQL");
    }
}
