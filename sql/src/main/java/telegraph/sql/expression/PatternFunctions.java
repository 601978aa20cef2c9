package telegraph.sql.expression;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Functions on regular expressions and LIKE patterns, keeping the [#PATTERNS_MAX] patterns used
/// last in their compiled form.
///
/// Public because generated code makes instances. Threads: one.
public final class PatternFunctions {
    private static final int PATTERNS_MAX = 64;

    /// Characters of a pattern that is kept.
    private static final int KEPT_MAX = 10_000;

    private final Map<String, Pattern> patterns = latest();
    private final Map<String, LikePattern> likes = latest();

    private static <V> Map<String, V> latest() {
        return new LinkedHashMap<>(PATTERNS_MAX, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > PATTERNS_MAX;
            }
        };
    }

    private Pattern pattern(String regex, String flags) {
        if (regex.length() > KEPT_MAX) {
            return RegularExpression.compile(regex, flags);
        }
        return patterns.computeIfAbsent(
                flags + '/' + regex, key -> RegularExpression.compile(regex, flags));
    }

    /// The first match, or of its first group if it has one; null without a match.
    public String substring(String text, String regex) {
        Search search = new Search(pattern(regex, ""), text);
        if (!search.find()) {
            return null;
        }
        Matcher matcher = search.matcher();
        return matcher.group(matcher.groupCount() > 0 ? 1 : 0);
    }

    public String regexpSubstr(String text, String regex) {
        Search search = new Search(pattern(regex, ""), text);
        return search.find() ? search.matcher().group() : null;
    }

    public Integer regexpCount(String text, String regex) {
        Search search = new Search(pattern(regex, ""), text);
        int count = 0;
        while (search.find()) {
            count++;
        }
        return count;
    }

    public Boolean regexpLike(String text, String regex) {
        return new Search(pattern(regex, ""), text).find();
    }

    public Boolean regexpLike(String text, String regex, String flags) {
        return new Search(pattern(regex, flags), text).find();
    }

    public String regexpReplace(
            Allowance allowance, String text, String regex, String replacement) {
        return regexpReplace(allowance, text, regex, replacement, "");
    }

    /// Replaces the first match, with the flag `g` every match; `\1` stands for a group and `\&`
    /// for the match.
    public String regexpReplace(
            Allowance allowance, String text, String regex, String replacement, String flags) {
        Search search = new Search(pattern(regex, flags), text);
        Matcher matcher = search.matcher();
        GrowingText result = new GrowingText("regexp_replace", allowance);
        int end = 0;
        while (search.find()) {
            result.append(text, end, matcher.start());
            replace(matcher, replacement, result);
            end = matcher.end();
            if (flags.indexOf('g') < 0) {
                break;
            }
        }
        return result.append(text, end, text.length()).toString();
    }

    private static void replace(Matcher matcher, String replacement, GrowingText to) {
        for (int i = 0; i < replacement.length(); i++) {
            char c = replacement.charAt(i);
            char next = c == '\\' && i + 1 < replacement.length() ? replacement.charAt(i + 1) : 0;
            if (next == 0) {
                to.append(c);
                continue;
            }
            if (next == '&' || next >= '1' && next <= '9') {
                i++;
                int group = next == '&' ? 0 : next - '0';
                String matched = group <= matcher.groupCount() ? matcher.group(group) : null;
                to.append(matched == null ? "" : matched);
            } else {
                i += next == '\\' ? 1 : 0;
                to.append('\\'); // stands for itself before anything else
            }
        }
    }

    public Boolean like(String text, String pattern) {
        return like(text, pattern, "\\");
    }

    /// LIKE: see [LikePattern].
    public Boolean like(String text, String pattern, String escape) {
        return likes("c", pattern, escape).matches(text);
    }

    public Boolean ilike(String text, String pattern) {
        return ilike(text, pattern, "\\");
    }

    public Boolean ilike(String text, String pattern, String escape) {
        return likes("i", pattern, escape).matches(text);
    }

    private LikePattern likes(String kind, String pattern, String escape) {
        boolean anyCase = kind.equals("i");
        return pattern.length() > KEPT_MAX
                ? LikePattern.of(pattern, escape, anyCase)
                : likes.computeIfAbsent(
                        kind + escape + '/' + pattern,
                        _ -> LikePattern.of(pattern, escape, anyCase));
    }

    public Boolean similar(String text, String pattern) {
        return similar(text, pattern, "\\");
    }

    /// SIMILAR TO: a regular expression for the whole text in which `%` and `_` are as in LIKE, and
    /// `.`, `^` and `$` stand for themselves.
    public Boolean similar(String text, String pattern, String escape) {
        Pattern known =
                pattern.length() > KEPT_MAX
                        ? RegularExpression.compile(SimilarPattern.regex(pattern, escape), "")
                        : patterns.computeIfAbsent(
                                "similar" + escape + '/' + pattern,
                                _ ->
                                        RegularExpression.compile(
                                                SimilarPattern.regex(pattern, escape), ""));
        return new Search(known, text).find();
    }
}
