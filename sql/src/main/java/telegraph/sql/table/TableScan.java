package telegraph.sql.table;

import java.util.List;
import java.util.SplittableRandom;
import telegraph.engine.Basis;
import telegraph.engine.Frame;
import telegraph.engine.ScanRequest;
import telegraph.engine.Sink;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.Transaction;

/// Reads all rows of a table: in the order of their keys, or as a sample.
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

    /// How often it asks whether anybody wants more rows.
    private static final int ROWS_BETWEEN_QUESTIONS = 1_024;

    private final StoredTable table;
    private final Transaction transaction;
    private final TableSource source;
    private final ScanRequest request;

    TableScan(TableSource source, ScanRequest request) {
        this.table = source.table();
        this.transaction = source.transaction();
        this.source = source;
        this.request = request;
    }

    void read(Sink sink, RowOutput out) throws InterruptedException {
        sink.meter().rowsTotal(source.store().entries(table.container()));
        try (Cursor cursor = transaction.cursor(table.container(), source.reading())) {
            if (request.sampleSeed().isPresent()) {
                sample(sink, out, cursor);
            } else {
                cursor.range(null, null);
                rows(cursor, out);
                out.flush();
            }
        }
    }

    private void sample(Sink sink, RowOutput out, Cursor cursor) throws InterruptedException {
        List<Bytes> cuts = transaction.cuts(table.container(), unitsMax());
        int units = cuts.size() + 1;
        int[] order = permutation(units, request.sampleSeed().getAsLong());
        sink.frame(new Frame(Basis.SAMPLED, units, -1));
        sink.meter().unitsTotal(units);
        for (int rank = 0; rank < units && !out.isCancelled(); rank++) {
            int part = order[rank];
            out.begin(rank);
            cursor.range(
                    part == 0 ? null : cuts.get(part - 1),
                    part == cuts.size() ? null : cuts.get(part));
            if (!rows(cursor, out)) {
                return;
            }
            out.end();
        }
    }

    private int unitsMax() {
        long pages = source.store().pages(table.container());
        return (int)
                Math.clamp(
                        pages / PAGES_PER_UNIT,
                        Math.min(UNITS_PLENTY, Math.max(1, pages)),
                        UNITS_MAX);
    }

    /// Each of 0 to `count` - 1 once, all orders being equally likely (Fisher and Yates).
    private static int[] permutation(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    /// Adds the rows of a range; whether all of them were wanted.
    private boolean rows(Cursor cursor, RowOutput out) throws InterruptedException {
        int untilQuestion = ROWS_BETWEEN_QUESTIONS;
        while (cursor.next()) {
            out.add(cursor);
            if (--untilQuestion == 0) {
                untilQuestion = ROWS_BETWEEN_QUESTIONS;
                if (out.isCancelled()) {
                    return false;
                }
            }
            if (request.rowsWanted() >= 0 && out.rows() >= request.rowsWanted()) {
                return false;
            }
        }
        return true;
    }
}
