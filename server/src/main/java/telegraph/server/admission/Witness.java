package telegraph.server.admission;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import telegraph.engine.Routes;
import telegraph.engine.meter.Progress;
import telegraph.server.observe.Metrics;
import telegraph.server.observe.ServerLog;
import telegraph.sql.Event;

/// Writes down what statements do: in the journal, in the metrics, and as events of the JVM's
/// flight recorder.
///
/// Threads: any.
public final class Witness {
    private final ServerLog journal;
    private final Metrics metrics;
    private final QueryLimits limits;
    private final String logged;

    /// @param logged which statements the journal has: `none`, `slow` or `all`
    public Witness(ServerLog journal, Metrics metrics, QueryLimits limits, String logged) {
        this.journal = journal;
        this.metrics = metrics;
        this.limits = limits;
        this.logged = logged;
    }

    Metrics metrics() {
        return metrics;
    }

    /// Whether anybody reads more of a line than how long it took.
    boolean isRead() {
        return !logged.equals("none") || new QueryRecorded().isEnabled();
    }

    void started(QueryLine line) {
        if (logged.equals("all")) {
            journal.tell("query-start", facts(line));
        }
    }

    void ended(QueryLine line, Event how) {
        String state = line.state().name().toLowerCase(Locale.ROOT);
        metrics.time(
                "telegraph_query_seconds",
                "Time statements ran",
                line.nanos(),
                "door",
                line.client().door(),
                "state",
                state);
        boolean slow = limits.slow().isPositive() && line.nanos() >= limits.slow().toNanos();
        boolean failed = line.state() == QueryLine.State.FAILED;
        if (logged.equals("all") || logged.equals("slow") && (slow || failed)) {
            Map<String, Object> facts = facts(line);
            facts.put("state", state);
            facts.put("millis", BigDecimal.valueOf(line.nanos() / 1_000, 3));
            facts.put("rows", line.rows());
            facts.put("requests", line.requests());
            facts.put("memoryPeak", line.memoryPeak());
            if (!line.error().isEmpty()) {
                facts.put("sqlstate", line.sqlState());
                facts.put("error", Masked.of(line.error()));
            }
            if (slow) {
                facts.put("slow", true);
            }
            journal.tell("query-end", facts);
        }
        record(line, state, how);
    }

    /// It goes on although the server has ended, which no statement should.
    void left(QueryLine line) {
        Map<String, Object> facts = facts(line);
        facts.put("millis", BigDecimal.valueOf(line.nanos() / 1_000, 3));
        journal.tell("query-left", facts);
    }

    private static Map<String, Object> facts(QueryLine line) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("id", line.id());
        facts.put("user", line.client().user());
        facts.put("door", line.client().door());
        facts.put("address", line.client().address());
        if (!line.client().application().isEmpty()) {
            facts.put("application", line.client().application());
        }
        facts.put("text", line.text());
        return facts;
    }

    private static void record(QueryLine line, String state, Event how) {
        QueryRecorded query = new QueryRecorded();
        if (!query.shouldCommit()) {
            return;
        }
        query.id = line.id();
        query.user = line.client().user();
        query.door = line.client().door();
        query.text = line.text();
        query.state = state;
        query.nanos = line.nanos();
        query.rows = line.rows();
        query.requests = line.requests();
        query.memoryPeak = line.memoryPeak();
        query.commit();
        if (how instanceof Event.End end) {
            record(line.id(), end.routes(), end.progress());
        }
    }

    private static void record(String id, List<Routes> blocks, List<Progress> sources) {
        for (int b = 0; b < blocks.size(); b++) {
            for (Routes.Module module : blocks.get(b).modules()) {
                ModuleRecorded event = new ModuleRecorded();
                event.query = id;
                event.block = b;
                event.module = module.name();
                event.kind = module.kind().name().toLowerCase(Locale.ROOT);
                event.rowsIn = module.rowsIn();
                event.rowsOut = module.rowsOut();
                event.nanos = module.nanos();
                event.requests = module.requests();
                event.commit();
            }
        }
        for (Progress source : sources) {
            if (source.requests() > 0) {
                LookupRecorded event = new LookupRecorded();
                event.query = id;
                event.source = source.source();
                event.requests = source.requests();
                event.failed = source.failed();
                event.retried = source.retried();
                event.cached = source.cached();
                event.bytes = source.bytes();
                event.commit();
            }
        }
    }
}
