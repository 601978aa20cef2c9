package telegraph.sql.expression;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;

/// A regular expression as PostgreSQL writes it, made one of Java's.
///
/// | PostgreSQL                    | Java                                                 |
/// |-------------------------------|------------------------------------------------------|
/// | `\m` `\M` `\y` `\Y` `\Z`      | word boundaries, the end of the text                 |
/// | `\b` `\B` `\v`                | a backspace, a backslash, a vertical tab             |
/// | `$`                           | the end of the text, not of its last line            |
/// | `\d` `\s` `\w` `[[:alpha:]]`  | digits of ASCII; blanks and letters of all scripts   |
/// | `[a&&b]` `[a[b]`              | characters that mean nothing within brackets         |
/// | `{` before no digit           | itself                                               |
/// | `(?n)…`, flags `n` `p` `w`    | what `.`, `[^…]`, `^` and `$` make of line ends      |
/// | `***=…`, flag `q`             | a text that stands for itself                        |
///
/// What Java has beyond is left to it. Of several ways to match at one place Java takes the first,
/// PostgreSQL the longest.
///
/// Source: the manual of PostgreSQL 15, 9.7.3. Threads: one.
public final class RegularExpression {
    private static final String SPACES =
            "\\t-\\r \\u1680\\u2000-\\u2006\\u2008-\\u200A\\u2028\\u2029\\u205F\\u3000";
    private static final String WORD = "\\p{IsAlphabetic}\\p{Nd}_";
    private static final String GRAPH = "[^\\p{Cc}\\p{Cn}\\p{Cs}\\p{Z}]\\u00A0\\u2007\\u202F";

    /// The classes as members of a set.
    private static final Map<String, String> CLASSES =
            Map.ofEntries(
                    Map.entry("alnum", "\\p{IsAlphabetic}\\p{Nd}"),
                    Map.entry("alpha", "[\\p{IsAlphabetic}\\p{Nd}&&[^0-9]]"),
                    Map.entry("blank", "\\t "),
                    Map.entry("cntrl", "\\p{Cc}"),
                    Map.entry("digit", "0-9"),
                    Map.entry("graph", GRAPH),
                    Map.entry("lower", "\\p{IsLowercase}"),
                    Map.entry("print", "[^\\p{Cc}\\p{Cn}\\p{Cs}\\u2028\\u2029]"),
                    Map.entry("punct", "[" + GRAPH + "&&[^\\p{IsAlphabetic}\\p{Nd}]]"),
                    Map.entry("space", SPACES),
                    Map.entry("upper", "\\p{IsUppercase}\\p{Lt}"),
                    Map.entry("word", WORD),
                    Map.entry("xdigit", "0-9A-Fa-f"));

    private static final String WORD_BEGINS = "(?<![" + WORD + "])(?=[" + WORD + "])";
    private static final String WORD_ENDS = "(?<=[" + WORD + "])(?![" + WORD + "])";
    private static final String DIRECTOR = "***";

    private final String regex;
    private final StringBuilder java = new StringBuilder();
    private int at;
    private int options;
    private boolean literal;
    private boolean expanded;

    /// Whether `.` and `[^…]` leave out line ends, and whether `^` and `$` stand beside each.
    private boolean inLines;

    private boolean byLines;

    private RegularExpression(String regex) {
        this.regex = regex;
    }

    /// @throws TelegraphException if the expression is none, or a flag unknown
    public static Pattern compile(String regex, String flags) {
        RegularExpression read = new RegularExpression(regex);
        flags.chars().filter(flag -> flag != 'g').forEach(flag -> read.flag((char) flag));
        try {
            return read.compile();
        } catch (PatternSyntaxException e) {
            throw TelegraphException.of(
                    SqlState.INVALID_REGULAR_EXPRESSION,
                    "invalid regular expression: " + e.getDescription() + ": \"" + regex + "\"",
                    e);
        }
    }

    private Pattern compile() {
        director();
        if (literal) {
            return Pattern.compile(regex.substring(at), options | Pattern.LITERAL);
        }
        while (at < regex.length()) {
            next();
        }
        return Pattern.compile(java.toString(), options);
    }

    private void flag(char flag) {
        switch (flag) {
            case 'c' -> options = 0;
            case 'i' -> options = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
            case 'm', 'n' -> lines(true, true);
            case 'p' -> lines(true, false);
            case 'w' -> lines(false, true);
            case 's' -> lines(false, false);
            case 'x' -> expanded = true;
            case 't' -> expanded = false;
            case 'q' -> literal = true;
            default ->
                    throw TelegraphException.input(
                            "a regular expression has the flags c, g, i, m, n, p, q, s, t, w, x:"
                                    + " found="
                                    + flag);
        }
    }

    private void lines(boolean in, boolean by) {
        inLines = in;
        byLines = by;
    }

    /// What stands at the beginning only: `***=`, `***:` and `(?flags)`.
    private void director() {
        if (literal) {
            return;
        }
        if (regex.startsWith(DIRECTOR + "=")) {
            literal = true;
            at = DIRECTOR.length() + 1;
            return;
        }
        if (regex.startsWith(DIRECTOR + ":")) {
            at = DIRECTOR.length() + 1;
        }
        int end = at + 2;
        while (end < regex.length() && isLetter(regex.charAt(end))) {
            end++;
        }
        if (regex.startsWith("(?", at) && end > at + 2 && regex.startsWith(")", end)) {
            regex.substring(at + 2, end).chars().forEach(flag -> flag((char) flag));
            at = end + 1;
        }
    }

    private void next() {
        char c = regex.charAt(at);
        switch (c) {
            case '\\' -> escape(false);
            case '[' -> set();
            case '.' -> put(inLines ? "[^\\n]" : "(?s:.)");
            case '^' -> put(byLines ? "(?:\\A|(?<=\\n))" : "\\A");
            case '$' -> put(byLines ? "(?=\\n|\\z)" : "\\z");
            case '{' -> {
                boolean counts = at + 1 < regex.length() && isDigit(regex.charAt(at + 1));
                if (counts) {
                    quantifier(regex.indexOf('}', at));
                } else {
                    put("\\{");
                }
            }
            case '*', '+', '?' -> quantifier(at);
            case '(' -> {
                if (regex.startsWith("(?#", at)) {
                    int end = regex.indexOf(')', at);
                    at = end < 0 ? regex.length() : end + 1;
                } else {
                    int mark = regex.startsWith("(?", at) ? 2 : 1;
                    java.append(regex, at, at + mark);
                    at += mark;
                }
            }
            default -> {
                if (expanded && c == '#') {
                    int end = regex.indexOf('\n', at);
                    at = end < 0 ? regex.length() : end + 1;
                } else if (expanded && Character.isWhitespace(c)) {
                    at++;
                } else {
                    put(String.valueOf(c));
                }
            }
        }
    }

    private void put(String text) {
        java.append(text);
        at++;
    }

    /// A quantifier that ends there, and a `?` behind it; a third is an error, which Java takes for
    /// a possessive one.
    private void quantifier(int end) {
        if (end < 0) {
            throw wrong("braces {} not balanced");
        }
        java.append(regex, at, end + 1);
        at = end + 1;
        if (regex.startsWith("?", at)) {
            put("?");
        }
        if (at < regex.length() && "*+?".indexOf(regex.charAt(at)) >= 0) {
            throw wrong("quantifier operand invalid");
        }
    }

    /// An escape, within brackets or not.
    private void escape(boolean inSet) {
        if (at + 1 == regex.length()) {
            throw wrong("invalid escape \\ sequence");
        }
        char c = regex.charAt(at + 1);
        at += 2;
        String set =
                switch (c) {
                    case 'd', 'D' -> CLASSES.get("digit");
                    case 's', 'S' -> SPACES;
                    case 'w', 'W' -> WORD;
                    default -> null;
                };
        if (set != null) {
            boolean others = Character.isUpperCase(c);
            java.append(inSet && !others ? set : (others ? "[^" : "[") + set + "]");
            return;
        }
        java.append(
                switch (c) {
                    case 'b' -> "\\x08";
                    case 'B' -> "\\\\";
                    case 'v' -> "\\x0B";
                    case 'x' -> hexadecimal(Integer.MAX_VALUE);
                    case 'U' -> hexadecimal(8);
                    case 'm' -> WORD_BEGINS;
                    case 'M' -> WORD_ENDS;
                    case 'y' -> "(?:" + WORD_BEGINS + "|" + WORD_ENDS + ")";
                    case 'Y' -> "(?!" + WORD_BEGINS + "|" + WORD_ENDS + ")";
                    case 'Z' -> "\\z";
                    case '0' -> "\\x00";
                    default -> "\\" + c;
                });
    }

    private String hexadecimal(int digits) {
        int begin = at;
        while (at < regex.length()
                && at - begin < digits
                && Character.digit(regex.charAt(at), 16) >= 0
                && regex.charAt(at) < 128) {
            at++;
        }
        if (at == begin) {
            throw wrong("invalid escape \\ sequence");
        }
        return "\\x{" + regex.substring(begin, at) + "}";
    }

    /// What stands in brackets.
    private void set() {
        for (String word : new String[] {"[[:<:]]", "[[:>:]]"}) {
            if (regex.startsWith(word, at)) {
                java.append(word.equals("[[:<:]]") ? WORD_BEGINS : WORD_ENDS);
                at += word.length();
                return;
            }
        }
        put("[");
        boolean others = regex.startsWith("^", at);
        if (others) {
            put("^");
        }
        if (regex.startsWith("]", at)) {
            put("\\]");
        }
        while (true) {
            if (at == regex.length()) {
                throw wrong("brackets [] not balanced");
            }
            char c = regex.charAt(at);
            if (c == ']') {
                put(others && inLines ? "\\n]" : "]");
                return;
            }
            if (c == '\\') {
                escape(true);
            } else if (c == '[' && at + 1 < regex.length() && isOpening(regex.charAt(at + 1))) {
                named(regex.charAt(at + 1));
            } else {
                put(c == '[' || c == '&' || c == '^' ? "\\" + c : String.valueOf(c));
            }
        }
    }

    private static boolean isOpening(char c) {
        return c == ':' || c == '.' || c == '=';
    }

    /// `[:alpha:]`, or a character in `[.` `.]` or `[=` `=]`.
    private void named(char mark) {
        int end = regex.indexOf(mark + "]", at + 2);
        if (end < 0) {
            throw wrong("brackets [] not balanced");
        }
        String name = regex.substring(at + 2, end);
        at = end + 2;
        if (mark == ':') {
            String set = CLASSES.get(name);
            if (set == null) {
                throw wrong("invalid character class");
            }
            java.append(set);
        } else if (name.length() == 1) {
            java.append(isLetter(name.charAt(0)) || isDigit(name.charAt(0)) ? "" : "\\");
            java.append(name);
        } else {
            throw wrong("invalid collating element");
        }
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private TelegraphException wrong(String why) {
        return TelegraphException.of(
                SqlState.INVALID_REGULAR_EXPRESSION,
                "invalid regular expression: " + why + ": \"" + regex + "\"");
    }
}
