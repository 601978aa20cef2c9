package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import telegraph.store.LockState;

/// Statements of several sessions in a given order, and what came of each.
///
/// ```
/// t1: UPDATE t SET a = 2      the session's name and its statement
///   UPDATE 1                  what came of it: its tag; or its rows, a header first
/// t2: UPDATE t SET a = 3
///   waits                     it waits for a lock of another
/// t1: COMMIT
///   COMMIT
/// t2: ...                     the end of the statement that waited
///   UPDATE 1
/// t2: SELECT 1 / 0
///   error 22012               a failure by its code
/// ```
///
/// Nothing is timed: a statement that is to wait is waited for until the lock table shows it, any
/// other until it ends.
///
/// Threads: one.
final class Steps implements AutoCloseable {
    private static final String GOES_ON = "...";
    private static final String WAITS = "waits";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    /// One step as written.
    record Step(String session, String statement, List<String> outcome) {}

    private static final class Running {
        final List<Event> events = new CopyOnWriteArrayList<>();
        Query query;

        boolean hasEnded() {
            return !events.isEmpty()
                    && (events.getLast() instanceof Event.End
                            || events.getLast() instanceof Event.Failed);
        }
    }

    private final Telegraph telegraph;
    private final Map<String, Session> sessions = new LinkedHashMap<>();
    private final Map<String, Running> waiting = new LinkedHashMap<>();

    Steps(Telegraph telegraph) {
        this.telegraph = telegraph;
    }

    static List<Step> read(String text) {
        List<Step> steps = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("--")) {
                continue;
            }
            if (line.startsWith("  ")) {
                steps.getLast().outcome().add(line.strip());
            } else {
                int colon = line.indexOf(':');
                assertTrue(colon > 0, () -> "a step is SESSION: STATEMENT: " + line);
                steps.add(
                        new Step(
                                line.substring(0, colon).strip(),
                                line.substring(colon + 1).strip(),
                                new ArrayList<>()));
            }
        }
        return steps;
    }

    /// Takes all steps; each must come to what is written.
    void take(List<Step> steps) throws InterruptedException {
        for (Step step : steps) {
            assertEquals(
                    String.join("\n", step.outcome()),
                    String.join("\n", take(step)),
                    () -> "outcome of " + step.session() + ": " + step.statement());
        }
        assertTrue(waiting.isEmpty(), () -> "still waiting: " + waiting.keySet());
    }

    private List<String> take(Step step) throws InterruptedException {
        Running running;
        if (step.statement().equals(GOES_ON)) {
            running = waiting.remove(step.session());
            assertTrue(running != null, () -> "does not wait: " + step.session());
        } else {
            assertTrue(!waiting.containsKey(step.session()), () -> "waits: " + step.session());
            running = start(step);
        }
        if (step.outcome().equals(List.of(WAITS))) {
            if (!awaitLock(running)) {
                return outcome(running);
            }
            waiting.put(step.session(), running);
            return List.of(WAITS);
        }
        awaitEnd(running, step);
        return outcome(running);
    }

    private Running start(Step step) {
        Running running = new Running();
        running.query =
                sessions.computeIfAbsent(step.session(), _ -> telegraph.session())
                        .start(step.statement(), running.events::add);
        return running;
    }

    /// Whether one more statement waits than before; false if this one ended.
    private boolean awaitLock(Running running) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (System.nanoTime() < end) {
            long waiters =
                    telegraph.sandbox().store().get().locks().stream()
                            .filter(lock -> !lock.isHeld())
                            .map(LockState::transaction)
                            .distinct()
                            .count();
            if (waiters > waiting.size()) {
                return true;
            }
            if (running.hasEnded()) {
                return false;
            }
            LockSupport.parkNanos(500_000);
        }
        throw new AssertionError("neither waits nor ends");
    }

    private static void awaitEnd(Running running, Step step) throws InterruptedException {
        Thread watch =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                TimeUnit.NANOSECONDS.sleep(PATIENCE_NANOS);
                                running.query.cancel();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt(); // it ended in time
                            }
                        });
        running.query.join();
        watch.interrupt();
        assertTrue(running.hasEnded(), () -> "has no end: " + step.statement());
    }

    private static List<String> outcome(Running running) {
        if (running.events.getLast() instanceof Event.Failed failed) {
            return List.of("error " + failed.cause().state().code());
        }
        List<String> rows = Answer.lines(running.events);
        return rows.isEmpty() ? List.of(((Event.End) running.events.getLast()).tag()) : rows;
    }

    @Override
    public void close() {
        sessions.values().forEach(Session::close);
    }

    /// The steps with what came of them, to be written down; those that are to wait say so.
    String rewritten(List<Step> steps) throws InterruptedException {
        StringBuilder text = new StringBuilder();
        for (Step step : steps) {
            text.append(step.session()).append(": ").append(step.statement()).append('\n');
            for (String line : take(step)) {
                text.append("  ").append(line).append('\n');
            }
        }
        return text.toString();
    }
}
