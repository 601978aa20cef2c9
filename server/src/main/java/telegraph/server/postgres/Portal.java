package telegraph.server.postgres;

import java.util.List;
import telegraph.server.postgres.dialect.ZonedForms;
import telegraph.server.postgres.message.Replies;
import telegraph.sql.Event;
import telegraph.sql.PointRow;
import telegraph.sql.ResultColumn;

/// A statement with values for its parameters, and its result as far as it was fetched.
///
/// ```
/// bound ──execute──▶ open ──execute, fetch──▶ … ──▶ done
/// ```
///
/// A portal that is open and not done holds its query back, which waits with the rows after those
/// that were fetched.
///
/// Threads: one at a time.
final class Portal {
    private final NamedStatement statement;
    private Object[] values;
    private Formats formats = Formats.TEXT;
    private PgAnswer answer;
    private RowWriter writer;
    private Object written;
    private ZonedForms zones;
    private List<Object[]> rows = List.of();
    private int next;
    private boolean bound;
    private boolean done;

    /// A portal whose values are those that its statement has.
    Portal(NamedStatement statement) {
        this.statement = statement;
    }

    NamedStatement statement() {
        return statement;
    }

    /// Begins anew with the values that the statement has, or some of its own.
    ///
    /// @param own null for those of the statement
    void bind(Object[] own, Formats results) {
        if (results != formats) {
            writer = null; // it writes a row that was found by its key, if nothing changed
        }
        values = own;
        formats = results;
        bound = true;
        answer = null;
        rows = List.of();
        next = 0;
        done = false;
    }

    /// Gives its values to the statement. If another portal counts on those that the statement has,
    /// it takes a copy of them first.
    void giveValues() {
        if (values == null) {
            return;
        }
        statement.live().keepValues();
        for (int place = 1; place <= values.length; place++) {
            statement.prepared().set(place, values[place - 1]);
        }
    }

    /// Takes a copy of the values that the statement has, if it still needs them.
    void keepValues() {
        if (isFresh()) {
            values = statement.prepared().values();
        }
    }

    Formats formats() {
        return formats;
    }

    /// Its statement runs.
    void open(PgAnswer started) {
        answer = started;
        writer = null;
    }

    boolean isOpen() {
        return answer != null;
    }

    /// Whether its query has not ended.
    boolean isUnderWay() {
        return answer != null && !answer.isEnded();
    }

    PgAnswer answer() {
        return answer;
    }

    /// Whether it was bound with the values that its statement has, and not executed yet.
    boolean isFresh() {
        return bound && values == null && answer == null && !done;
    }

    boolean isDone() {
        return done;
    }

    /// Everything was fetched.
    void done() {
        done = true;
        rows = List.of();
    }

    /// The next row that is there, or null if more have to be waited for.
    Object[] poll() {
        return next < rows.size() ? rows.get(next++) : null;
    }

    /// Waits for more rows; false if there are none.
    boolean more() throws InterruptedException {
        next = 0;
        Event event = answer.next();
        rows = event instanceof Event.Rows more ? more.rows() : List.of();
        return event != null;
    }

    /// What writes its rows.
    RowWriter writer(Formats wanted, ZonedForms now) {
        if (writer == null || zones != now || written != wanted) {
            List<ResultColumn> columns = answer.columns();
            writer = new RowWriter(columns, statement.typesOf(columns), wanted, now);
            written = wanted;
            zones = now;
        }
        return writer;
    }

    /// What writes a row that was found by its key.
    RowWriter writer(PointRow row, ZonedForms now) {
        if (writer == null || written != row || zones != now) {
            writer = new RowWriter(row.columns(), statement.typesOf(row), formats, now);
            written = row;
            zones = now;
        }
        return writer;
    }

    /// Tells the shape of its rows, or that there are none.
    void describe(Replies to) {
        if (statement.hasRows()) {
            RowWriter.describe(statement.columns(), statement.columnTypes(), formats, to);
        } else {
            to.noData();
        }
    }

    /// Tells the shape of the rows that come, of which its statement need not know: that of a
    /// cursor was never described.
    void describeOpen(ZonedForms now, Replies to) {
        if (answer.columns() == null) {
            to.noData();
        } else {
            writer(formats, now).describe(to);
        }
    }

    /// Ends what runs, and waits until all it held is free.
    void close() throws InterruptedException {
        done();
        if (answer != null) {
            PgAnswer open = answer;
            answer = null;
            open.close();
        }
    }

    /// Has its query end now, and keeps the rows that were not fetched.
    void keepAll() throws InterruptedException {
        if (answer != null && !done) {
            answer.keepAll();
        }
    }
}
