package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import telegraph.engine.Block;
import telegraph.engine.Claim;
import telegraph.engine.Confidence;
import telegraph.engine.Estimates;
import telegraph.engine.Execution;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;

/// Runs a query and looks at its estimates all the time.
final class Watch {
    static final Confidence POINTWISE = new Confidence(0.95, Confidence.Method.NORMAL, false);

    /// What was published at some moment.
    ///
    /// @param rows keys and aggregates of the groups, as objects
    record Seen(Estimates estimates, List<List<Object>> rows) {
        Claim claim(int group) {
            return estimates.claims().get(group);
        }

        double value(int group, int column) {
            return ((Number) rows.get(group).get(column)).doubleValue();
        }
    }

    private Watch() {}

    /// Everything that could be seen while the query ran, and when it had ended; fails if memory is
    /// left.
    static List<Seen> all(TestQuery query, Confidence confidence) throws InterruptedException {
        List<Seen> all = new ArrayList<>();
        AtomicReference<Throwable> failed = new AtomicReference<>();
        AtomicInteger looks = new AtomicInteger();
        looking(query, looks);
        try (MemoryManager memory = new MemoryManager(query.memoryBytes)) {
            try (Region region = memory.query("test", query.memoryBytes);
                    Execution execution =
                            Eddy.start(query.block(), query.context(region), query.rules)) {
                Thread reader = Thread.ofVirtual().start(() -> drain(execution, failed));
                while (reader.isAlive()) {
                    Optional<Estimates> now = execution.estimates(100, confidence);
                    now.ifPresent(estimates -> all.add(seen(estimates)));
                    looks.incrementAndGet();
                    Thread.sleep(0, 300_000);
                }
                reader.join();
                execution.estimates(100, confidence).ifPresent(end -> all.add(seen(end)));
            } finally {
                looking(query, null);
            }
            if (failed.get() != null) {
                throw new AssertionError("the query failed", failed.get());
            }
            if (memory.used() != 0) {
                throw new AssertionError("memory is left: bytes=" + memory.used());
            }
        }
        return all;
    }

    private static void looking(TestQuery query, AtomicInteger looks) {
        for (Block.Input input : query.inputs) {
            if (input.source() instanceof TestSource source) {
                source.looks = looks;
            }
        }
    }

    private static void drain(Execution execution, AtomicReference<Throwable> failed) {
        try {
            Batch batch = execution.take();
            while (batch != null) {
                batch.unpin();
                batch = execution.take();
            }
        } catch (Throwable e) {
            failed.set(e);
        }
    }

    private static Seen seen(Estimates estimates) {
        List<List<Object>> rows = new ArrayList<>();
        for (Batch batch : estimates.rows()) {
            rows.addAll(TestQuery.rowsOf(batch));
            batch.unpin();
        }
        return new Seen(estimates, rows);
    }
}
