package telegraph.engine;

import java.util.Optional;
import telegraph.engine.vector.Predicate;

/// How the rows of two streams meet.
///
/// @param leftKeys columns of the left rows that must be equal to those of `rightKeys`, of the same
///   types; NULL equals nothing. None for a join by the condition alone
/// @param condition what else must be true of a pair: over input 0 for the left and input 1 for the
///   right columns
public record JoinSpec(Kind kind, int[] leftKeys, int[] rightKeys, Optional<Predicate> condition) {
    /// Which rows come out.
    public enum Kind {
        /// Pairs.
        INNER,
        /// Pairs, and left rows without a partner beside NULLs.
        LEFT,
        /// Pairs, and right rows without a partner beside NULLs.
        RIGHT,
        /// Pairs, and rows of both sides without a partner.
        FULL,
        /// Left rows that have a partner, once each.
        SEMI,
        /// Left rows that have none.
        ANTI
    }

    public JoinSpec {
        if (leftKeys.length != rightKeys.length) {
            throw new IllegalArgumentException(
                    "keys come in pairs: left=" + leftKeys.length + " right=" + rightKeys.length);
        }
    }
}
