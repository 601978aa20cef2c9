package telegraph.query.function;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.regex.Regex;
import telegraph.query.regex.Replacement;
import telegraph.query.regex.Split;
import telegraph.query.value.Allowance;
import telegraph.query.value.GrowingText;

/// Functions on regular expressions and LIKE patterns, keeping the [#PATTERNS_MAX] patterns used
/// last in their compiled form.
///
/// Public because generated code makes instances. Threads: one.
public final class PatternFunctions {
    private static final int PATTERNS_MAX = 64;

    /// Characters of a pattern that is kept.
    private static final int KEPT_MAX = 10_000;

    private final Map<Written, Regex> regexes = latest();
    private final Map<String, LikePattern> likes = latest();

    /// The expression used last, which the next row mostly asks for again.
    private Written last = new Written(Kind.PLAIN, "", "");

    private Regex lastRegex = Regex.compile("", "", false);

    private enum Kind {
        PLAIN,
        GROUPS,
        SIMILAR
    }

    /// @param flags or the escape
    private record Written(Kind kind, String pattern, String flags) {
        boolean is(Kind other, String text, String letters) {
            return kind == other && pattern.equals(text) && flags.equals(letters);
        }

        Regex compile() {
            return kind == Kind.SIMILAR
                    ? Regex.compile(SimilarPattern.regex(pattern, flags), "", false)
                    : Regex.compile(pattern, flags, kind == Kind.GROUPS);
        }
    }

    private static <K, V> Map<K, V> latest() {
        return new LinkedHashMap<>(PATTERNS_MAX, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > PATTERNS_MAX;
            }
        };
    }

    private Regex regex(Kind kind, String pattern, String flags) {
        if (last.is(kind, pattern, flags)) {
            return lastRegex;
        }
        Written written = new Written(kind, pattern, flags);
        if (pattern.length() > KEPT_MAX) {
            return written.compile();
        }
        Regex regex = regexes.computeIfAbsent(written, Written::compile);
        last = written;
        lastRegex = regex;
        return regex;
    }

    /// The first match, or of its first group if it has one; null without a match.
    public String substring(String text, String regex) {
        Regex known = regex(Kind.GROUPS, regex, "");
        return first(known, text, known.groups() > 0 ? 1 : 0);
    }

    public String regexpSubstr(String text, String regex) {
        return regexpSubstr(text, regex, 1L, 1L, "", 0L);
    }

    public String regexpSubstr(String text, String regex, Long start) {
        return regexpSubstr(text, regex, start, 1L, "", 0L);
    }

    public String regexpSubstr(String text, String regex, Long start, Long number) {
        return regexpSubstr(text, regex, start, number, "", 0L);
    }

    public String regexpSubstr(String text, String regex, Long start, Long number, String flags) {
        return regexpSubstr(text, regex, start, number, flags, 0L);
    }

    /// The n-th match, or one of its groups, from a character on; null if there is none.
    public String regexpSubstr(
            String text, String regex, Long start, Long number, String flags, Long group) {
        return matched(
                "regexp_substr",
                new Place(text, regex, start, number, flags, group),
                (from, end) -> from < 0 ? null : text.substring(from, end));
    }

    public Integer regexpInstr(String text, String regex) {
        return regexpInstr(text, regex, 1L, 1L, 0L, "", 0L);
    }

    public Integer regexpInstr(String text, String regex, Long start) {
        return regexpInstr(text, regex, start, 1L, 0L, "", 0L);
    }

    public Integer regexpInstr(String text, String regex, Long start, Long number) {
        return regexpInstr(text, regex, start, number, 0L, "", 0L);
    }

    public Integer regexpInstr(String text, String regex, Long start, Long number, Long behind) {
        return regexpInstr(text, regex, start, number, behind, "", 0L);
    }

    public Integer regexpInstr(
            String text, String regex, Long start, Long number, Long behind, String flags) {
        return regexpInstr(text, regex, start, number, behind, flags, 0L);
    }

    /// Where the n-th match begins, from a character on, as the number of its character; 0 if there
    /// is none.
    ///
    /// @param behind 1 for the character behind its end, 0 for its first
    public Integer regexpInstr(
            String text,
            String regex,
            Long start,
            Long number,
            Long behind,
            String flags,
            Long group) {
        if (behind != 0 && behind != 1) {
            throw invalid("endoption", behind);
        }
        return matched(
                "regexp_instr",
                new Place(text, regex, start, number, flags, group),
                (from, end) -> from < 0 ? 0 : 1 + text.codePointCount(0, behind == 0 ? from : end));
    }

    /// Which match of an expression in a text is asked for.
    ///
    /// @param start the character to begin with, from 1
    /// @param number of the match, from 1
    /// @param group of it, or 0 for all
    private record Place(
            String text, String regex, long start, long number, String flags, long group) {}

    /// Takes where a match begins and ends, less than 0 if there is none.
    private interface Finding<T> {
        T found(int from, int end);
    }

    private <T> T matched(String function, Place place, Finding<T> finding) {
        if (place.number <= 0) {
            throw invalid("n", place.number);
        }
        if (place.group < 0) {
            throw invalid("subexpr", place.group);
        }
        Split.demandNotGlobal(place.flags, function);
        Regex known = regex(place.group > 0 ? Kind.GROUPS : Kind.PLAIN, place.regex, place.flags);
        if (place.group > 0 && place.group > known.groups()) {
            return finding.found(-1, -1);
        }
        int group = (int) place.group;
        known.over(place.text, skipped(place.start));
        try {
            for (long left = place.number; known.find(); ) {
                if (--left == 0) {
                    return finding.found(known.start(group), known.end(group));
                }
            }
            return finding.found(-1, -1);
        } finally {
            known.release();
        }
    }

    /// How many characters stand before one.
    private static int skipped(long start) {
        if (start <= 0) {
            throw invalid("start", start);
        }
        return (int) Math.min(start - 1, Integer.MAX_VALUE - 1);
    }

    private static TelegraphException invalid(String parameter, long value) {
        return TelegraphException.of(
                SqlState.INVALID_PARAMETER_VALUE,
                "invalid value for parameter \"" + parameter + "\": " + value);
    }

    private static String first(Regex regex, String text, int group) {
        regex.over(text);
        try {
            return regex.find() && regex.start(group) >= 0
                    ? text.substring(regex.start(group), regex.end(group))
                    : null;
        } finally {
            regex.release();
        }
    }

    /// What the groups of the first match have, or all of it if there are none; null without a
    /// match.
    public List<?> regexpMatch(String text, String regex) {
        return regexpMatch(text, regex, "");
    }

    public List<?> regexpMatch(String text, String regex, String flags) {
        if (flags.indexOf('g') >= 0) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "regexp_match() does not support the \"global\" option. Use regexp_matches");
        }
        List<?> all = regexpMatches(text, regex, flags);
        return all.isEmpty() ? null : (List<?>) all.getFirst();
    }

    /// The same of the first match, or of every match with the flag `g`.
    public List<?> regexpMatches(String text, String regex) {
        return regexpMatches(text, regex, "");
    }

    public List<?> regexpMatches(String text, String regex, String flags) {
        boolean each = flags.indexOf('g') >= 0;
        Regex known = regex(Kind.GROUPS, regex, flags);
        known.over(text);
        try {
            List<Object> all = new ArrayList<>();
            while ((each || all.isEmpty()) && known.find()) {
                all.add(groups(known, text));
            }
            return all;
        } finally {
            known.release();
        }
    }

    private static List<Object> groups(Regex match, String text) {
        List<Object> groups = new ArrayList<>();
        for (int g = Math.min(1, match.groups()); g <= match.groups(); g++) {
            groups.add(match.start(g) < 0 ? null : text.substring(match.start(g), match.end(g)));
        }
        return groups;
    }

    /// What stands between matches: see [Split].
    public List<?> regexpSplit(String text, String regex) {
        return regexpSplit(text, regex, "");
    }

    public List<?> regexpSplit(String text, String regex, String flags) {
        Split.demandNotGlobal(flags, "regexp_split_to_array");
        try (Split split = new Split(regex(Kind.PLAIN, regex, flags), text)) {
            List<Object> pieces = new ArrayList<>();
            for (String piece = split.next(); piece != null; piece = split.next()) {
                pieces.add(piece);
            }
            return pieces;
        }
    }

    public Integer regexpCount(String text, String regex) {
        return regexpCount(text, regex, 1L, "");
    }

    public Integer regexpCount(String text, String regex, Long start) {
        return regexpCount(text, regex, start, "");
    }

    /// How many matches there are from a character on.
    public Integer regexpCount(String text, String regex, Long start, String flags) {
        Split.demandNotGlobal(flags, "regexp_count");
        Regex known = regex(Kind.PLAIN, regex, flags);
        known.over(text, skipped(start));
        try {
            int count = 0;
            while (known.find()) {
                count++;
            }
            return count;
        } finally {
            known.release();
        }
    }

    public Boolean regexpLike(String text, String regex) {
        return regexpLike(text, regex, "");
    }

    public Boolean regexpLike(String text, String regex, String flags) {
        if (flags.indexOf('g') >= 0) {
            throw TelegraphException.input("regexp_like has no flag g: it looks for one match");
        }
        return regex(Kind.PLAIN, regex, flags).matches(text);
    }

    public String regexpReplace(
            Allowance allowance, String text, String regex, String replacement) {
        return regexpReplace(allowance, text, regex, replacement, "");
    }

    /// Replaces the first match, with the flag `g` every match; see [Replacement].
    public String regexpReplace(
            Allowance allowance, String text, String regex, String replacement, String flags) {
        Kind kind = Replacement.asksForGroups(replacement) ? Kind.GROUPS : Kind.PLAIN;
        GrowingText result = new GrowingText("regexp_replace", allowance);
        Replacement.replace(
                regex(kind, regex, flags),
                text,
                replacement,
                flags.indexOf('g') >= 0,
                result::append);
        return result.toString();
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

    /// SIMILAR TO: see [SimilarPattern].
    public Boolean similar(String text, String pattern, String escape) {
        return regex(Kind.SIMILAR, pattern, escape).matches(text);
    }

    public String similarToEscape(String pattern) {
        return similarToEscape(pattern, "\\");
    }

    /// The regular expression of a pattern of SIMILAR TO, as which PostgreSQL keeps it.
    public String similarToEscape(String pattern, String escape) {
        return SimilarPattern.regex(pattern, escape);
    }
}
