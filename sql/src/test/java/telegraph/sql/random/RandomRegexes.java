package telegraph.sql.random;

import java.util.List;
import java.util.random.RandomGenerator;

/// Regular expressions and texts of a few letters, so that many match in more ways than one.
final class RandomRegexes {
    private static final List<String> PLACES =
            List.of("^", "$", "\\y", "\\m", "\\M", "\\Y", "\\A", "\\Z", "[[:<:]]", "[[:>:]]");
    private static final List<String> SETS =
            List.of(
                    ".",
                    "[ab]",
                    "[^a]",
                    "[^b ]",
                    "[[:alpha:]]",
                    "[a-c1]",
                    "\\w",
                    "\\W",
                    "\\s",
                    "\\d",
                    "\\D");
    private static final List<String> LOOKS = List.of("(?=", "(?!", "(?<=", "(?<!");
    private static final List<String> QUANTIFIERS =
            List.of(
                    "*", "*", "+", "+", "?", "?", "{2}", "{1,2}", "{0,2}", "{2,}", "{0}", "{1}",
                    "{0,1}", "{1,1}", "{0,}", "{3}", "{2,3}", "{1,}");

    private final RandomGenerator random;
    private int groups;
    private boolean looking;

    RandomRegexes(RandomGenerator random) {
        this.random = random;
    }

    /// @param flags how the expression is read
    record Case(String regex, String flags, String text) {}

    Case next() {
        groups = 0;
        String regex = choice(random.nextInt(4));
        String flags = random.nextInt(6) == 0 ? pick(List.of("i", "n", "p", "w", "x")) : "";
        return new Case(regex, flags, text());
    }

    private <T> T pick(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String text() {
        String letters = pick(List.of("ab", "ab", "ab", "abA c1\n", "aé😀"));
        int[] points = letters.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(9); i > 0; i--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    private String choice(int depth) {
        StringBuilder choice = new StringBuilder(branch(depth));
        while (random.nextInt(4) == 0) {
            choice.append('|').append(branch(depth));
        }
        return choice.toString();
    }

    private String branch(int depth) {
        StringBuilder branch = new StringBuilder();
        for (int i = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(3); i > 0; i--) {
            if (random.nextInt(12) == 0) {
                branch.append(constraint(depth));
            } else {
                branch.append(atom(depth)).append(quantifier());
            }
        }
        return branch.toString();
    }

    private String constraint(int depth) {
        if (depth == 0 || random.nextInt(2) == 0) {
            return pick(PLACES);
        }
        boolean before = looking;
        looking = true;
        String look = pick(LOOKS) + choice(depth - 1) + ")";
        looking = before;
        return look;
    }

    private String atom(int depth) {
        int kind = random.nextInt(20);
        if (depth > 0 && kind < 5) {
            groups += looking ? 0 : 1;
            return "(" + choice(depth - 1) + ")";
        }
        if (depth > 0 && kind == 5) {
            return "(?:" + choice(depth - 1) + ")";
        }
        if (kind < 8 && groups > 0 && !looking) {
            return "\\" + (1 + random.nextInt(groups));
        }
        return switch (kind) {
            case 8, 9 -> pick(SETS);
            case 10 -> pick(List.of("A", "c", " ", "1", "\\n", "é", "😀"));
            default -> random.nextBoolean() ? "a" : "b";
        };
    }

    private String quantifier() {
        if (random.nextInt(3) == 0) {
            return "";
        }
        return pick(QUANTIFIERS) + (random.nextInt(3) == 0 ? "?" : "");
    }
}
