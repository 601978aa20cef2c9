package telegraph.sql.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import telegraph.engine.Progress;
import telegraph.engine.Routes;
import telegraph.memory.Region;
import telegraph.memory.TelegraphException;
import telegraph.sql.plan.Guard;
import telegraph.sql.plan.SharedRel;

/// Runs a shared part of a plan once, on a thread of its own, and gives its rows to each reader
/// from the first on.
///
/// ```
/// run ──rows──▶ [ r0 r1 r2 … rn ) ◀── reader 1 at r2
///                               ◀── reader 2 at rn, waits
/// ```
///
/// Invariants: rows are only added; a reader sees all of them, in order; the thread runs on
/// although a reader is slow, so two readers that wait for each other cannot block it. The rows
/// count against the query's region until it ends.
///
/// Threads: any.
final class SharedRun implements AutoCloseable {
    private final PlanRun run;
    private final int width;
    private final Region region;
    private final Guard guard;
    private final List<Object[]> rows = new ArrayList<>();
    private final Thread thread;
    private boolean ended;
    private RuntimeException failure;

    SharedRun(SharedRel rel, PlanRun run, RunContext context) {
        this.run = run;
        this.width = rel.getRowType().getFieldCount();
        this.region = context.region().child(rel.key());
        this.guard = new Guard(region, context.cancelled());
        this.thread =
                Thread.ofPlatform()
                        .daemon()
                        .name(context.engine().query() + " " + rel.key())
                        .start(this::fill);
    }

    private void fill() {
        RuntimeException failed = null;
        try {
            run.forEach(this::add);
        } catch (RuntimeException e) {
            failed = e;
        } catch (Error e) {
            // Its readers wait for rows or for this.
            failed = TelegraphException.bug("a shared part of the query failed: " + e, e);
        }
        synchronized (rows) {
            ended = true;
            failure = failed;
            rows.notifyAll();
        }
    }

    private void add(List<Object[]> more) {
        more.forEach(guard::keep);
        synchronized (rows) {
            rows.addAll(more);
            rows.notifyAll();
        }
    }

    /// How many columns a row has.
    int width() {
        return width;
    }

    /// All rows; waits for those still to come.
    Enumerable<Object[]> rows() {
        return new AbstractEnumerable<>() {
            @Override
            public Enumerator<Object[]> enumerator() {
                return new Follower();
            }
        };
    }

    /// The rows so far, or empty if they are too many for a snapshot.
    Optional<List<Object[]>> snapshot() {
        synchronized (rows) {
            return rows.size() > BlockRun.KEPT_MAX
                    ? Optional.empty()
                    : Optional.of(List.copyOf(rows));
        }
    }

    void progress(List<Progress> to) {
        run.progress(to);
    }

    void routes(List<Routes> to) {
        run.routes(to);
    }

    void cancel(String reason) {
        run.cancel(reason);
    }

    @Override
    public void close() {
        run.cancel("the query ended");
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        run.close();
        region.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// A reader's place in the rows.
    private final class Follower implements Enumerator<Object[]> {
        private int at = -1;
        private Object[] row;

        @Override
        public Object[] current() {
            return row;
        }

        @Override
        public boolean moveNext() {
            at++;
            synchronized (rows) {
                while (at >= rows.size() && !ended) {
                    try {
                        rows.wait();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw TelegraphException.cancelled("the query was cancelled");
                    }
                }
                if (at < rows.size()) {
                    row = rows.get(at);
                    return true;
                }
                if (failure != null) {
                    throw failure;
                }
                return false;
            }
        }

        @Override
        public void reset() {
            at = -1;
        }

        @Override
        public void close() {
            // Others may still read.
        }
    }
}
