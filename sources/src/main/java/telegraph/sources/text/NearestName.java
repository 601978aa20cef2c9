package telegraph.sources.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import telegraph.ground.EditDistance;

/// Finds what somebody may have meant by a name that does not exist.
public final class NearestName {
    private NearestName() {}

    /// The name with the fewest letters to change, if they are few enough to be a slip.
    public static Optional<String> of(String wrong, Collection<String> names) {
        String best = null;
        int fewest = Math.max(2, wrong.length() / 3) + 1;
        for (String name : new TreeSet<>(names)) {
            int edits =
                    EditDistance.withSwaps(
                            wrong.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (edits < fewest) {
                fewest = edits;
                best = name;
            }
        }
        return Optional.ofNullable(best);
    }

    /// A sentence to end a message with: the nearest name, else all of them.
    public static String suggestion(String wrong, Collection<String> names) {
        Optional<String> nearest = of(wrong, names);
        if (nearest.isPresent()) {
            return " Did you mean \"" + nearest.get() + "\"?";
        }
        return " Known: " + String.join(", ", new TreeSet<>(names)) + ".";
    }
}
