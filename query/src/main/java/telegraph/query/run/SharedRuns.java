package telegraph.query.run;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.engine.BatchStream;
import telegraph.ground.TelegraphException;
import telegraph.memory.BatchStore;
import telegraph.query.block.SharedRel;
import telegraph.query.block.WorkingRel;
import telegraph.query.plan.Plan;

/// The parts of one query that run once, started by whoever wants their rows first.
///
/// A start can fail and then waits for the readers it began, which may want a shared part
/// themselves; so they wait for the lock in a way that an interrupt ends.
///
/// Threads: any.
final class SharedRuns implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, SharedRun> runs = new LinkedHashMap<>();
    private final Map<String, BatchStore> working;
    private volatile boolean ended;

    SharedRuns() {
        this(Map.of());
    }

    private SharedRuns(Map<String, BatchStore> working) {
        this.working = working;
    }

    /// Those of one round of a recursion, whose step reads what is in a store.
    SharedRuns within(String key, BatchStore rows) {
        Map<String, BatchStore> all = new HashMap<>(working);
        all.put(key, rows);
        return new SharedRuns(all);
    }

    /// The rows that a step of a recursion works on.
    BatchStream working(WorkingRel rel) {
        return new StoredBatches(working.get(rel.key()), RowForm.of(rel).types());
    }

    SharedRun of(SharedRel rel, Plan plan, RunContext context) {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled("the query was cancelled");
        }
        try {
            if (ended) {
                throw TelegraphException.cancelled("the query was cancelled");
            }
            SharedRun run = runs.get(rel.key());
            if (run == null) {
                run = new SharedRun(rel, PlanRun.part(rel.plan(), plan, context, this), context);
                runs.put(rel.key(), run);
            }
            return run;
        } finally {
            lock.unlock();
        }
    }

    List<SharedRun> all() {
        lock.lock();
        try {
            return List.copyOf(runs.values());
        } finally {
            lock.unlock();
        }
    }

    /// Stops all runs; their readers fail, and no new ones start.
    void end() {
        ended = true;
        all().forEach(run -> run.cancel("the query ended"));
    }

    /// Waits for all runs and frees what they hold.
    @Override
    public void close() {
        end();
        all().reversed().forEach(SharedRun::close);
    }
}
