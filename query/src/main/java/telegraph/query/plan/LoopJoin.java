package telegraph.query.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.JoinType;
import org.apache.calcite.linq4j.function.Function2;
import org.apache.calcite.linq4j.function.Predicate2;

/// The rows of a join that no key leads: each row of one side meets each of the other.
///
/// ```
/// left  ─ one at a time ─┐
/// right ─ all, in a list ┴─► pairs that fit, a left row without any, at the end right rows without any
/// ```
///
/// Calcite's own gathers the whole result of a right or full join before it gives a row; this one
/// gives each row as it is found, so that only the right side takes memory.
///
/// Threads: one.
final class LoopJoin<L, R, T> implements Enumerator<T> {
    private final Enumerator<L> left;
    private final List<R> right = new ArrayList<>();
    private final Predicate2<L, R> fits;
    private final Function2<L, R, T> pair;
    private final JoinType type;
    private final Runnable check;
    private final BitSet met = new BitSet();
    private int at = -1; // the next right row to try; before the first left row -1
    private boolean found;
    private boolean leftEnded;
    private T current;

    LoopJoin(
            Enumerator<L> left,
            Enumerator<R> right,
            Predicate2<L, R> fits,
            Function2<L, R, T> pair,
            JoinType type,
            Runnable check) {
        this.left = left;
        this.fits = fits;
        this.pair = pair;
        this.type = type;
        this.check = check;
        try (right) {
            while (right.moveNext()) {
                this.right.add(right.current());
            }
        }
    }

    @Override
    public boolean moveNext() {
        while (!leftEnded) {
            if (at < 0) {
                check.run();
                if (!left.moveNext()) {
                    leftEnded = true;
                    at = 0;
                    break;
                }
                at = 0;
                found = false;
            }
            if (pairs()) {
                return true;
            }
            at = -1;
            if (!found && (type.generatesNullsOnRight() || type == JoinType.ANTI)) {
                current = pair.apply(left.current(), null);
                return true;
            }
        }
        return type.generatesNullsOnLeft() && alone();
    }

    /// Moves to the next right row that fits the left one, if there is one that gives a row.
    private boolean pairs() {
        L row = left.current();
        while (at < right.size()) {
            int tried = at++;
            if (fits.apply(row, right.get(tried))) {
                found = true;
                met.set(tried);
                if (type == JoinType.SEMI || type == JoinType.ANTI) {
                    at = right.size();
                }
                if (type != JoinType.ANTI) {
                    current = pair.apply(row, right.get(tried));
                    return true;
                }
            }
        }
        return false;
    }

    /// Moves to the next right row that met no left one.
    private boolean alone() {
        at = met.nextClearBit(at);
        if (at >= right.size()) {
            return false;
        }
        current = pair.apply(null, right.get(at++));
        return true;
    }

    @Override
    public T current() {
        return current;
    }

    @Override
    public void reset() {
        throw new UnsupportedOperationException("a join is read once");
    }

    @Override
    public void close() {
        left.close();
    }
}
