package telegraph.sql.live;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import telegraph.ground.TelegraphException;

/// Passes the rows of a result on, and sees to it that they are of one answer: the whole one, or
/// the running one at which the query stopped, whichever comes first.
///
/// ```
///              rows of the whole answer kept ──▶ all there, or too many to keep ──▶ EXACT
/// RUNNING ──▶
///              a running answer will do ─────────────────────────────────────────▶ STOPPED
/// ```
///
/// A query that may not stop passes its rows on as they come.
///
/// Threads: the query's accepts rows; the watcher stops; the reporter gives running answers.
final class Delivery {
    private static final int KEPT_MAX = 10_000;

    private enum State {
        RUNNING,
        EXACT,
        STOPPED
    }

    private final long limit;
    private final Consumer<List<Object[]>> to;
    private final List<Object[]> kept = new ArrayList<>();
    private State state;
    private Function<List<Object[]>, List<Object[]>> finished = rows -> rows;
    private List<Object[]> stoppedRows = List.of();
    private List<String> why = List.of();
    private long rows;

    /// @param to who gets the rows
    /// @param limit the most rows, or 0
    /// @param running whether running answers can be the result, or come before it
    Delivery(Consumer<List<Object[]>> to, long limit, boolean running) {
        this.to = to;
        this.limit = limit;
        this.state = running ? State.RUNNING : State.EXACT;
    }

    /// What makes rows of the result of rows of the whole answer, which are in internal form.
    synchronized void finishBy(Function<List<Object[]>, List<Object[]>> form) {
        finished = form;
    }

    /// Takes more rows of the whole answer.
    synchronized void accept(List<Object[]> internal) {
        if (state == State.RUNNING) {
            kept.addAll(internal);
            if (kept.size() > KEPT_MAX) {
                settle();
            }
        } else if (state == State.EXACT) {
            pass(finished.apply(internal));
        } else {
            throw TelegraphException.cancelled("the query stopped early");
        }
    }

    /// The whole answer is there.
    synchronized void end() {
        if (state == State.RUNNING) {
            settle();
        }
    }

    private void settle() {
        state = State.EXACT;
        pass(finished.apply(kept));
        kept.clear();
    }

    /// Passes on the rows of a running answer, unless the result is settled.
    synchronized void running(List<Object[]> result) {
        if (state == State.RUNNING) {
            pass(result);
        }
    }

    /// Makes a running answer the result, unless that is settled; whether it is the result now.
    ///
    /// @param reason why, and what else is to be said of it
    synchronized boolean stop(List<Object[]> result, List<String> reason) {
        if (state != State.RUNNING) {
            return false;
        }
        state = State.STOPPED;
        stoppedRows = result;
        why = reason;
        return true;
    }

    synchronized boolean isStopped() {
        return state == State.STOPPED;
    }

    /// Passes on the running answer at which the query stopped, and says why it did; nothing if it
    /// did not.
    synchronized List<String> stopped() {
        if (state == State.STOPPED) {
            pass(stoppedRows);
            stoppedRows = List.of();
        }
        return why;
    }

    private void pass(List<Object[]> result) {
        rows += result.size();
        if (limit > 0 && rows > limit) {
            throw TelegraphException.resource(
                    "row limit reached: row_limit="
                            + limit
                            + ". Raise row_limit, or ask for fewer rows with LIMIT.");
        }
        to.accept(result);
    }

    /// How many rows were passed on.
    synchronized long rows() {
        return rows;
    }
}
