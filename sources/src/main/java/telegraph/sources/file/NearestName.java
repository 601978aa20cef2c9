package telegraph.sources.file;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/// Finds what somebody may have meant by a name that does not exist.
final class NearestName {
    private NearestName() {}

    /// The name with the fewest letters to change, if they are few enough to be a slip.
    static Optional<String> of(String wrong, Collection<String> names) {
        String best = null;
        int fewest = Math.max(2, wrong.length() / 3) + 1;
        for (String name : new TreeSet<>(names)) {
            int edits = edits(wrong.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (edits < fewest) {
                fewest = edits;
                best = name;
            }
        }
        return Optional.ofNullable(best);
    }

    /// A sentence to end a message with: the nearest name, else all of them.
    static String suggestion(String wrong, Collection<String> names) {
        Optional<String> nearest = of(wrong, names);
        if (nearest.isPresent()) {
            return " Did you mean \"" + nearest.get() + "\"?";
        }
        return " Known: " + String.join(", ", new TreeSet<>(names)) + ".";
    }

    /// Insertions, deletions, replacements and swaps of neighbours that make one of the other.
    private static int edits(String from, String to) {
        int[][] least = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    least[i][j] = i + j;
                    continue;
                }
                int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                int edit = Math.min(least[i - 1][j], least[i][j - 1]) + 1;
                least[i][j] = Math.min(edit, least[i - 1][j - 1] + change);
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    least[i][j] = Math.min(least[i][j], least[i - 2][j - 2] + 1);
                }
            }
        }
        return least[from.length()][to.length()];
    }
}
