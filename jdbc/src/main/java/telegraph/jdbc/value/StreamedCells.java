package telegraph.jdbc.value;

import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.List;
import telegraph.jdbc.JdbcAnswer;

/// Rows that come while they are read, until something needs them to have come.
///
/// Threads: one at a time.
public final class StreamedCells extends ResultCells {
    /// The most rows that are kept.
    static final int KEPT_MAX = 1_000_000;

    private final JdbcAnswer answer;
    private List<Object[]> piece = List.of();
    private int next;
    private Object[] row;
    private boolean ended;

    public StreamedCells(JdbcAnswer answer) {
        this.answer = answer;
    }

    @Override
    public boolean next() throws SQLException {
        while (piece != null && next == piece.size()) {
            piece = ended ? null : answer.next();
            next = 0;
        }
        if (piece == null) {
            return false;
        }
        row = piece.get(next++);
        return true;
    }

    /// Takes the rows that are still to come, so that the statement ends.
    ///
    /// @throws SQLException if they are too many
    public void keep() throws SQLException {
        if (piece == null || ended) {
            return;
        }
        List<Object[]> kept = new ArrayList<>(piece.subList(next, piece.size()));
        for (List<Object[]> more = answer.next(); more != null; more = answer.next()) {
            kept.addAll(more);
            if (kept.size() > KEPT_MAX) {
                throw new SQLTransientException(
                        "a result open in a transaction is read into memory before the next"
                                + " statement, unless it is too large: rows_max="
                                + KEPT_MAX
                                + ". Read or close it first, or use a second connection.",
                        "53000");
            }
        }
        ended = true;
        piece = kept;
        next = 0;
    }

    /// Whether no more rows come; some may be kept.
    public boolean isEnded() {
        return ended || piece == null;
    }

    @Override
    public boolean isNull(int column) {
        return row[column] == null;
    }

    @Override
    public long wholeAt(int column) {
        return ((Number) row[column]).longValue();
    }

    @Override
    public Object valueAt(int column) {
        return row[column];
    }

    @Override
    public void close() {
        ended = true;
        piece = null;
        answer.close();
    }
}
