package telegraph.jdbc;

import java.util.List;

/// Rows that are all there.
///
/// Threads: one at a time.
final class KeptCells extends ResultCells {
    private final List<Object[]> rows;
    private int next;

    KeptCells(List<Object[]> rows) {
        this.rows = rows;
    }

    @Override
    boolean next() {
        if (next == rows.size()) {
            return false;
        }
        next++;
        return true;
    }

    @Override
    boolean isNull(int column) {
        return valueAt(column) == null;
    }

    @Override
    long wholeAt(int column) {
        return ((Number) valueAt(column)).longValue();
    }

    @Override
    Object valueAt(int column) {
        return rows.get(next - 1)[column];
    }

    @Override
    void close() {
        next = rows.size();
    }
}
