package telegraph.sources.http;

import java.util.Collection;
import java.util.Comparator;

/// Finds the name somebody probably meant.
final class Nearest {
    private Nearest() {}

    /// ` Did you mean "x"?`, or what there is when nothing is near.
    static String advice(String word, Collection<String> names) {
        if (names.isEmpty()) {
            return "";
        }
        String best =
                names.stream()
                        .sorted()
                        .min(Comparator.comparingInt(name -> distance(word, name)))
                        .orElseThrow();
        if (distance(word, best) <= Math.max(2, word.length() / 3)) {
            return " Did you mean \"" + best + "\"?";
        }
        return " There are: " + String.join(", ", names.stream().sorted().toList()) + ".";
    }

    /// The least number of letters to insert, delete or replace (Levenshtein), whatever the case.
    private static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                char a = Character.toLowerCase(left.charAt(i - 1));
                char b = Character.toLowerCase(right.charAt(j - 1));
                int replaced = diagonal + (a == b ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[right.length()];
    }
}
