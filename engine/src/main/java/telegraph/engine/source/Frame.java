package telegraph.engine.source;

import java.util.SplittableRandom;
import telegraph.engine.Basis;

/// The units a scan reads: pages of an API, row groups, blocks of a file. Each row belongs to one.
///
/// A unit is known by its *rank*, from 0 on without gaps: its place in the order in which the units
/// are drawn. It is the rank that makes a sample; in which order units arrive does not matter.
///
/// @param basis [Basis#SAMPLED] if the ranks are a random permutation of all units, drawn before
///   the first is read; [Basis#ASSUMED] if they are the source's own order, which is declared to
///   have nothing to do with the values; else [Basis#SO_FAR]
/// @param units how many there are, or -1 if unknown
/// @param unitRowsMax the most rows a unit has, or -1 if unknown
/// @param even whether units are known to be equally large, the last one too, so that their rows
///   differ by chance alone
public record Frame(Basis basis, long units, long unitRowsMax, boolean even) {
    /// Units of which one may be a short rest.
    public Frame(Basis basis, long units, long unitRowsMax) {
        this(basis, units, unitRowsMax, false);
    }

    /// A random order of units: each of 0 to `count` - 1 once, all orders being equally likely
    /// (Fisher and Yates).
    ///
    /// @return the unit of each rank
    public static int[] draw(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
