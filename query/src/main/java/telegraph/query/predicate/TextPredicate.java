package telegraph.query.predicate;

import java.lang.foreign.MemorySegment;
import java.util.List;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.query.kernel.TextMatch;
import telegraph.query.kernel.WholeLoops;

/// Keeps the rows whose text is one of a few constants, or none of them.
public final class TextPredicate implements Predicate {
    /// More are looked up better in order: see [MembershipPredicate].
    static final int CONSTANTS_MAX = 8;

    private final Expression operand;
    private final TextMatch[] wanted;
    private final boolean negated;
    private final String text;

    TextPredicate(Expression operand, TextMatch[] wanted, boolean negated, String text) {
        this.operand = operand;
        this.wanted = wanted;
        this.negated = negated;
        this.text = text;
    }

    @Override
    public List<ColumnRef> columns() {
        return operand.columns();
    }

    @Override
    public boolean canThrow() {
        return operand.canThrow();
    }

    @Override
    public int narrow(Rows rows, int[] selection, int count) {
        int kept = narrow(operand.evaluate(rows, selection, count), selection, count);
        operand.release(rows);
        return kept;
    }

    private int narrow(Vector values, int[] selection, int count) {
        int present = WholeLoops.withoutNulls(values, selection, count);
        return wanted.length == 1
                ? narrowOne(values, wanted[0], selection, present)
                : narrowSome(values, selection, present);
    }

    private int narrowOne(Vector values, TextMatch constant, int[] selection, int count) {
        MemorySegment[] segments = values.segments;
        long[] offsets = values.offsets;
        int[] lengths = values.lengths;
        boolean not = negated;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            kept += constant.isAt(segments[row], offsets[row], lengths[row]) != not ? 1 : 0;
        }
        return kept;
    }

    private int narrowSome(Vector values, int[] selection, int count) {
        TextMatch[] constants = wanted;
        boolean not = negated;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            boolean found = false;
            for (TextMatch constant : constants) {
                found |=
                        constant.isAt(
                                values.segments[row], values.offsets[row], values.lengths[row]);
            }
            kept += found != not ? 1 : 0;
        }
        return kept;
    }

    @Override
    public Predicate fork() {
        return new TextPredicate(operand.fork(), wanted, negated, text);
    }

    @Override
    public String toString() {
        return text;
    }
}
