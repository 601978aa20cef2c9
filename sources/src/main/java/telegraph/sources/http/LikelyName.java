package telegraph.sources.http;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import telegraph.ground.EditDistance;

/// Finds the name somebody probably meant.
final class LikelyName {
    private LikelyName() {}

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

    private static int distance(String left, String right) {
        return EditDistance.of(left.toLowerCase(Locale.ROOT), right.toLowerCase(Locale.ROOT));
    }
}
