package telegraph.engine.join;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.JoinSpec;
import telegraph.engine.operator.RowWords;
import telegraph.memory.Type;

/// A join seen from the side that is read row by row, the *probe*, and the one that is kept, the
/// *build*, whichever of them is the left.
///
/// @param buildIsLeft whether the left rows are kept
/// @param probe what becomes of probe rows
/// @param build what becomes of build rows
/// @param pairs whether pairs come out
record JoinShape(
        JoinSpec spec,
        boolean buildIsLeft,
        Fate probe,
        Fate build,
        boolean pairs,
        List<Type> probeTypes,
        List<Type> buildTypes) {
    /// Which rows of a side come out for their own sake.
    enum Fate {
        NONE,
        /// Those with a partner, alone.
        MATCHED,
        /// Those without a partner: beside NULLs if pairs come out, else alone.
        UNMATCHED
    }

    static JoinShape of(JoinSpec spec, List<Type> left, List<Type> right, boolean buildIsLeft) {
        Fate ofLeft =
                switch (spec.kind()) {
                    case INNER, RIGHT -> Fate.NONE;
                    case LEFT, FULL, ANTI -> Fate.UNMATCHED;
                    case SEMI -> Fate.MATCHED;
                };
        Fate ofRight =
                switch (spec.kind()) {
                    case INNER, LEFT, SEMI, ANTI -> Fate.NONE;
                    case RIGHT, FULL -> Fate.UNMATCHED;
                };
        boolean pairs = spec.kind() != JoinSpec.Kind.SEMI && spec.kind() != JoinSpec.Kind.ANTI;
        return new JoinShape(
                spec,
                buildIsLeft,
                buildIsLeft ? ofRight : ofLeft,
                buildIsLeft ? ofLeft : ofRight,
                pairs,
                buildIsLeft ? right : left,
                buildIsLeft ? left : right);
    }

    int[] probeKeys() {
        return buildIsLeft ? spec.rightKeys() : spec.leftKeys();
    }

    int[] buildKeys() {
        return buildIsLeft ? spec.leftKeys() : spec.rightKeys();
    }

    /// The types of what comes out: left columns, then right ones if pairs do.
    List<Type> types() {
        List<Type> types = new ArrayList<>(buildIsLeft ? buildTypes : probeTypes);
        if (pairs) {
            types.addAll(buildIsLeft ? probeTypes : buildTypes);
        }
        return types;
    }

    /// Whether the words of the keys tell them apart.
    boolean wordsAreKeys() {
        return RowWords.areKeys(RowWords.types(buildTypes, buildKeys()));
    }
}
