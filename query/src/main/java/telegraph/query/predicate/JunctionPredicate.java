package telegraph.query.predicate;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.memory.Batch;

/// AND or OR of predicates, left to right.
///
/// Each part sees only the rows still undecided, so a part guards those after it. Threads: one
/// worker.
final class JunctionPredicate implements Predicate {
    private final boolean all;
    private final List<Predicate> parts;
    private final List<ColumnRef> columns;
    private final boolean[] kept = new boolean[Batch.ROWS_MAX];
    private final int[] open = new int[Batch.ROWS_MAX];
    private final int[] trial = new int[Batch.ROWS_MAX];

    /// @param all whether every part must hold, else one is enough
    JunctionPredicate(boolean all, List<Predicate> parts) {
        this.all = all;
        this.parts = List.copyOf(parts);
        Set<ColumnRef> read = new LinkedHashSet<>();
        parts.forEach(part -> read.addAll(part.columns()));
        this.columns = List.copyOf(read);
    }

    @Override
    public List<ColumnRef> columns() {
        return columns;
    }

    @Override
    public boolean canThrow() {
        return parts.stream().anyMatch(Predicate::canThrow);
    }

    @Override
    public int narrow(Rows rows, int[] selection, int count) {
        return all ? narrowAll(rows, selection, count) : narrowAny(rows, selection, count);
    }

    private int narrowAll(Rows rows, int[] selection, int count) {
        int left = count;
        for (Predicate part : parts) {
            if (left == 0) {
                return 0;
            }
            left = part.narrow(rows, selection, left);
        }
        return left;
    }

    private int narrowAny(Rows rows, int[] selection, int count) {
        for (ColumnRef column : columns) {
            // A column first asked for with few rows would be missing the others later.
            rows.column(column, selection, count);
        }
        for (int i = 0; i < count; i++) {
            kept[selection[i]] = false;
        }
        System.arraycopy(selection, 0, open, 0, count);
        int undecided = count;
        for (Predicate part : parts) {
            System.arraycopy(open, 0, trial, 0, undecided);
            int hits = part.narrow(rows, trial, undecided);
            for (int i = 0; i < hits; i++) {
                kept[trial[i]] = true;
            }
            undecided = withoutKept(undecided);
            if (undecided == 0) {
                break;
            }
        }
        int result = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[result] = row;
            result += kept[row] ? 1 : 0;
        }
        return result;
    }

    private int withoutKept(int count) {
        int left = 0;
        for (int i = 0; i < count; i++) {
            int row = open[i];
            open[left] = row;
            left += kept[row] ? 0 : 1;
        }
        return left;
    }

    @Override
    public Predicate fork() {
        return new JunctionPredicate(all, parts.stream().map(Predicate::fork).toList());
    }

    @Override
    public String toString() {
        return parts.stream()
                .map(Object::toString)
                .collect(Collectors.joining(all ? " AND " : " OR ", "(", ")"));
    }
}
