package telegraph.testkit.query;

import java.util.List;
import java.util.Locale;
import java.util.Random;

/// Writes a text piece by piece, in one of the many ways that mean the same.
///
/// ```
/// plain    SELECT ( a + 1 ) AS x FROM t
/// other    seLECT a+/* - */ 1 "x"   FROM "t"
/// ```
///
/// What differs from way to way is drawn from a source of chance of its own, so that two texts of
/// the same query can be had.
///
/// Threads: one.
final class Writing {
    private static final List<String> BLANKS =
            List.of(" ", " ", " ", "  ", "\n", "\t", "\r\n", " /* - /* ' */ \" */ ", " -- ( '\n");

    private final StringBuilder text = new StringBuilder();
    private final Random chance;
    private final boolean plain;

    /// @param plain whether it is the one way that has all parentheses and no freedom
    Writing(Random chance, boolean plain) {
        this.chance = chance;
        this.plain = plain;
    }

    /// Whether to take the rarer of two ways, which is never so in the plain one.
    boolean other() {
        return !plain && chance.nextInt(3) == 0;
    }

    /// Whether something stands in parentheses that need not.
    boolean parenthesised() {
        return plain || chance.nextInt(6) == 0;
    }

    /// A sign, a literal, or another piece that is written in one way.
    Writing put(String piece) {
        if (!text.isEmpty()) {
            boolean tight = "(,[".indexOf(text.charAt(text.length() - 1)) >= 0;
            boolean free = tight || piece.equals(")") || piece.equals(",");
            boolean none = free && !plain && chance.nextInt(3) == 0;
            text.append(plain ? " " : none ? "" : BLANKS.get(chance.nextInt(BLANKS.size())));
        }
        text.append(piece);
        return this;
    }

    /// Keywords with blanks between them.
    Writing words(String words) {
        for (String word : words.split(" ")) {
            put(cased(word));
        }
        return this;
    }

    private String cased(String word) {
        if (plain) {
            return word;
        }
        StringBuilder cased = new StringBuilder();
        for (char c : word.toCharArray()) {
            cased.append(chance.nextBoolean() ? Character.toLowerCase(c) : c);
        }
        return cased.toString();
    }

    /// A name; one that is not all lower case letters stands in quotes.
    Writing name(String name) {
        boolean bare = name.chars().allMatch(c -> c >= 'a' && c <= 'z');
        return put(
                bare && !other()
                        ? cased(name.toUpperCase(Locale.ROOT))
                        : '"' + name.replace("\"", "\"\"") + '"');
    }

    /// A text in quotes.
    Writing text(String value) {
        String quoted = value.replace("'", "''");
        return put(
                !other()
                        ? "'" + quoted + "'"
                        : chance.nextBoolean()
                                ? "E'" + quoted.replace("\\", "\\\\") + "'"
                                : "$q$" + value + "$q$");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
