package telegraph.tables.access;

import java.util.List;
import telegraph.engine.Basis;
import telegraph.engine.source.Frame;
import telegraph.engine.source.Sink;
import telegraph.store.Cursor;
import telegraph.tables.row.KeySpan;

/// Reads the rows of a table, or of a range of its keys: in the order of their keys, or as a
/// sample.
///
/// For a sample the container is cut into parts of about equally many pages, between keys, so that
/// each row is in exactly one part whatever else changes; the parts are the units, and are read in
/// an order of which all are equally likely. Rows of one part may be alike (those of a table sorted
/// by what is asked for surely are); the estimates look at parts, and never at rows, as what was
/// drawn.
///
/// Threads: one.
final class TableScan {
    /// The most units whose sums are kept apart.
    private static final int UNITS_MAX = 4_096;

    /// Enough units for a narrow interval early on; more pages go into fewer, larger ones, which
    /// cost less to handle.
    private static final int UNITS_PLENTY = 512;

    private static final int PAGES_PER_UNIT = 4;

    private final TableSource source;
    private final KeySpan span;

    /// @param span the keys of the rows that are read
    TableScan(TableSource source, KeySpan span) {
        this.source = source;
        this.span = span;
    }

    /// Reads the rows in order.
    void read(StoredRows out) throws InterruptedException {
        try (Cursor cursor = cursor()) {
            rows(cursor, span, out);
            out.flush();
        }
    }

    private Cursor cursor() {
        return source.transaction().cursor(source.table().container(), source.reading());
    }

    /// Reads the rows as a sample.
    void sample(long seed, Sink sink, StoredRows out) throws InterruptedException {
        List<KeySpan> parts =
                span.cut(source.transaction().cuts(source.table().container(), unitsMax()));
        int[] order = Frame.draw(parts.size(), seed);
        sink.frame(new Frame(Basis.SAMPLED, order.length, -1));
        sink.meter().unitsTotal(order.length);
        try (Cursor cursor = cursor()) {
            for (int rank = 0; rank < order.length && !out.isEnough(); rank++) {
                out.begin(rank);
                rows(cursor, parts.get(order[rank]), out);
                if (!out.isEnough()) {
                    out.end();
                }
            }
        }
    }

    private int unitsMax() {
        long pages = source.store().pages(source.table().container());
        return Math.clamp(pages / PAGES_PER_UNIT, Math.clamp(pages, 1, UNITS_PLENTY), UNITS_MAX);
    }

    private static void rows(Cursor cursor, KeySpan span, StoredRows out)
            throws InterruptedException {
        cursor.range(span.low(), span.high());
        while (!out.isEnough() && cursor.next()) {
            out.add(cursor);
        }
    }
}
