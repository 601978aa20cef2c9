package telegraph.sql.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import telegraph.memory.TelegraphException;
import telegraph.sql.plan.Plan;
import telegraph.sql.plan.SharedRel;

/// The parts of one query that run once, started by whoever wants their rows first.
///
/// Threads: any.
final class SharedRuns implements AutoCloseable {
    private final Map<String, SharedRun> runs = new LinkedHashMap<>();
    private boolean ended;

    synchronized SharedRun of(SharedRel rel, Plan plan, RunContext context) {
        if (ended) {
            throw TelegraphException.cancelled("the query was cancelled");
        }
        SharedRun run = runs.get(rel.key());
        if (run == null) {
            run = new SharedRun(rel, PlanRun.part(rel.plan(), plan, context, this), context);
            runs.put(rel.key(), run);
        }
        return run;
    }

    synchronized List<SharedRun> all() {
        return List.copyOf(runs.values());
    }

    /// Stops all runs; their readers fail, and no new ones start.
    void end() {
        synchronized (this) {
            ended = true;
        }
        all().forEach(run -> run.cancel("the query ended"));
    }

    /// Waits for all runs and frees what they hold.
    @Override
    public void close() {
        end();
        all().reversed().forEach(SharedRun::close);
    }
}
