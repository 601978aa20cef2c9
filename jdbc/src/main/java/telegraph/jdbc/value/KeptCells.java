package telegraph.jdbc.value;

import java.util.List;

/// Rows that are all there.
///
/// Threads: one at a time.
public final class KeptCells extends ResultCells {
    private final List<Object[]> rows;
    private int next;

    public KeptCells(List<Object[]> rows) {
        this.rows = rows;
    }

    @Override
    public boolean next() {
        if (next == rows.size()) {
            return false;
        }
        next++;
        return true;
    }

    @Override
    public boolean isNull(int column) {
        return valueAt(column) == null;
    }

    @Override
    public long wholeAt(int column) {
        return ((Number) valueAt(column)).longValue();
    }

    @Override
    public Object valueAt(int column) {
        return rows.get(next - 1)[column];
    }

    @Override
    public void close() {
        next = rows.size();
    }
}
