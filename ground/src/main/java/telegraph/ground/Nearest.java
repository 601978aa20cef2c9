package telegraph.ground;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/// The known word a user most likely meant by an unknown one.
///
/// Distance is the number of letters inserted, deleted, changed, or swapped with their neighbour
/// (Damerau 1964; the restricted form, where no letter is edited twice), ignoring case. A word of
/// up to two letters may differ in one of them, longer ones in a third of their letters, at most
/// three; beyond that a guess confuses more than it helps. Words that continue or begin the unknown
/// one are the second choice, since names are often cut short.
///
/// Threads: any.
public final class Nearest {
    private static final int DISTANCE_MAX = 3;
    private static final int PREFIX_MIN = 3;

    private Nearest() {}

    /// The candidate nearest to `word`; of several the first in alphabetical order.
    public static Optional<String> of(String word, Collection<String> candidates) {
        String unknown = word.toLowerCase(Locale.ROOT);
        int limit = Math.clamp(unknown.length() / 3, 1, DISTANCE_MAX);
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : candidates) {
            int distance = rank(unknown, candidate.toLowerCase(Locale.ROOT), limit);
            if (distance < bestDistance
                    || distance == bestDistance && best != null && candidate.compareTo(best) < 0) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /// The sentence to add to a message about the unknown `word`, or nothing.
    public static String hint(String word, Collection<String> candidates) {
        return of(word, candidates).map(found -> ". Did you mean \"" + found + "\"?").orElse("");
    }

    /// The end of a sentence about the unknown `word`: the nearest candidate, else all there are.
    public static String advice(String word, Collection<String> candidates) {
        String hint = hint(word, candidates);
        if (!hint.isEmpty() || candidates.isEmpty()) {
            return hint.isEmpty() ? "." : hint;
        }
        return ". There are: " + String.join(", ", new TreeSet<>(candidates)) + ".";
    }

    /// The distance if it is within the limit, more if one word begins the other, else the maximum.
    private static int rank(String unknown, String candidate, int limit) {
        int difference = Math.abs(unknown.length() - candidate.length());
        if (difference <= limit) {
            int distance = EditDistance.of(unknown, candidate);
            // A word all of whose letters would change is no neighbour, however short.
            if (distance <= limit && distance < Math.max(unknown.length(), candidate.length())) {
                return distance;
            }
        }
        boolean begins =
                Math.min(unknown.length(), candidate.length()) >= PREFIX_MIN
                        && (candidate.startsWith(unknown) || unknown.startsWith(candidate));
        return begins ? DISTANCE_MAX + difference : Integer.MAX_VALUE;
    }
}
