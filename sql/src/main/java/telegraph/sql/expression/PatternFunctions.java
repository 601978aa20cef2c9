package telegraph.sql.expression;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import telegraph.memory.TelegraphException;

/// Functions on regular expressions and LIKE patterns, keeping the [#PATTERNS_MAX] patterns used
/// last in their compiled form.
///
/// Regular expressions are Java's, which agree with PostgreSQL's on all but exotic syntax. Public
/// because generated code makes instances. Threads: one.
public final class PatternFunctions {
    private static final int PATTERNS_MAX = 64;

    private final Map<String, Pattern> patterns =
            new LinkedHashMap<>(PATTERNS_MAX, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Pattern> eldest) {
                    return size() > PATTERNS_MAX;
                }
            };

    private Pattern pattern(String regex, String flags) {
        return patterns.computeIfAbsent(flags + '/' + regex, key -> compile(regex, flags));
    }

    private static Pattern compile(String regex, String flags) {
        int options = Pattern.DOTALL;
        for (char flag : flags.toCharArray()) {
            switch (flag) {
                case 'i' -> options |= Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                case 'n', 'm' -> options = (options & ~Pattern.DOTALL) | Pattern.MULTILINE;
                case 'x' -> options |= Pattern.COMMENTS;
                case 'c', 's', 'g' -> {
                    // The default, or of no concern to the pattern.
                }
                default ->
                        throw TelegraphException.input(
                                "a regular expression has the flags c, g, i, m, n, s, x: found="
                                        + flag);
            }
        }
        try {
            return Pattern.compile(regex, options);
        } catch (PatternSyntaxException e) {
            throw TelegraphException.input(
                    "invalid regular expression: " + e.getDescription() + ": \"" + regex + "\"", e);
        }
    }

    /// The first match, or of its first group if it has one; null without a match.
    public String substring(String text, String regex) {
        Matcher matcher = pattern(regex, "").matcher(text);
        if (!matcher.find()) {
            return null;
        }
        return matcher.group(matcher.groupCount() > 0 ? 1 : 0);
    }

    public String regexpSubstr(String text, String regex) {
        Matcher matcher = pattern(regex, "").matcher(text);
        return matcher.find() ? matcher.group() : null;
    }

    public Integer regexpCount(String text, String regex) {
        return (int) pattern(regex, "").matcher(text).results().count();
    }

    public Boolean regexpLike(String text, String regex) {
        return pattern(regex, "").matcher(text).find();
    }

    public Boolean regexpLike(String text, String regex, String flags) {
        return pattern(regex, flags).matcher(text).find();
    }

    public String regexpReplace(String text, String regex, String replacement) {
        return regexpReplace(text, regex, replacement, "");
    }

    /// Replaces the first match, with the flag `g` every match; `\1` stands for a group and `\&`
    /// for the match.
    public String regexpReplace(String text, String regex, String replacement, String flags) {
        Matcher matcher = pattern(regex, flags).matcher(text);
        StringBuilder result = new StringBuilder();
        int end = 0;
        while (matcher.find()) {
            result.append(text, end, matcher.start());
            replace(matcher, replacement, result);
            end = matcher.end();
            if (flags.indexOf('g') < 0) {
                break;
            }
        }
        return result.append(text, end, text.length()).toString();
    }

    private static void replace(Matcher matcher, String replacement, StringBuilder to) {
        for (int i = 0; i < replacement.length(); i++) {
            char c = replacement.charAt(i);
            char next = c == '\\' && i + 1 < replacement.length() ? replacement.charAt(i + 1) : 0;
            if (next == 0) {
                to.append(c);
                continue;
            }
            i++;
            if (next == '&' || Character.isDigit(next)) {
                int group = next == '&' ? 0 : next - '0';
                String matched = group <= matcher.groupCount() ? matcher.group(group) : null;
                to.append(matched == null ? "" : matched);
            } else {
                to.append(next);
            }
        }
    }

    public Boolean like(String text, String pattern) {
        return like(text, pattern, "\\");
    }

    /// LIKE: `%` stands for any characters, `_` for one, and the escape makes the next one plain.
    public Boolean like(String text, String pattern, String escape) {
        return patterns.computeIfAbsent(
                        "like/" + escape + '/' + pattern, key -> likeRegex(pattern, escape, 0))
                .matcher(text)
                .matches();
    }

    public Boolean ilike(String text, String pattern) {
        return ilike(text, pattern, "\\");
    }

    public Boolean ilike(String text, String pattern, String escape) {
        int options = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
        return patterns.computeIfAbsent(
                        "ilike/" + escape + '/' + pattern,
                        key -> likeRegex(pattern, escape, options))
                .matcher(text)
                .matches();
    }

    private static Pattern likeRegex(String pattern, String escape, int options) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (!escape.isEmpty() && c == escape.charAt(0)) {
                if (++i == pattern.length()) {
                    throw TelegraphException.input(
                            "LIKE pattern must not end with escape character: \"" + pattern + "\"");
                }
                regex.append(quoted(pattern.charAt(i)));
            } else {
                regex.append(c == '%' ? ".*" : c == '_' ? "." : quoted(c));
            }
        }
        return Pattern.compile(regex.toString(), options | Pattern.DOTALL);
    }

    private static String quoted(char c) {
        return Character.isLetterOrDigit(c) || Character.isSurrogate(c) || c == ' '
                ? String.valueOf(c)
                : "\\" + c;
    }
}
