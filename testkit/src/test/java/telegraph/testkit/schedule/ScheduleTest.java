package telegraph.testkit.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Schedules find what threads do to each other only now and then, and find it again.
class ScheduleTest {
    private static final int SEEDS = 300;

    private final SteppedLoader world = new SteppedLoader("telegraph.stepped.");

    private Object run(String program, long seed) throws Exception {
        Function<?, ?> programs = world.make(Function.class, "telegraph.stepped.Programs");
        @SuppressWarnings("unchecked")
        Function<String, Object> named = (Function<String, Object>) programs;
        Object[] result = new Object[1];
        Schedule.run(seed, () -> result[0] = named.apply(program));
        return result[0];
    }

    private List<Object> runAll(String program) throws Exception {
        List<Object> results = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            results.add(run(program, seed));
        }
        return results;
    }

    @Test
    void updatesAreLostInSomeOrdersWhichTheirSeedsGiveAgain() throws Exception {
        List<Object> results = runAll("count");
        assertTrue(results.contains(20), "some order loses nothing");
        assertTrue(new HashSet<>(results).size() > 5, "counts=" + new HashSet<>(results));
        assertEquals(results, runAll("count"));
    }

    @Test
    void schedulesThatRunAtOnceDoNotMeet() throws Exception {
        List<Object> alone = runAll("count");
        FutureTask<List<Object>> other = new FutureTask<>(() -> runAll("count"));
        Thread.ofPlatform().start(other);
        assertEquals(alone, runAll("count"));
        assertEquals(alone, other.get());
    }

    @Test
    void monitorsKeepThreadsApart() throws Exception {
        for (String program : List.of("count in a synchronized method", "count in a monitor")) {
            assertEquals(List.of(20), runAll(program).stream().distinct().toList(), program);
        }
    }

    @Test
    void whoWaitsByAMonitorIsWoken() throws Exception {
        assertEquals(List.of(true), runAll("hand over").stream().distinct().toList());
    }

    @Test
    void aSignalThatNobodyHearsIsSaidToHangThem() throws Exception {
        int hung = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                run("miss", seed);
            } catch (AssertionError e) {
                hung++;
                assertTrue(e.getMessage().startsWith("nobody can go on"), e.getMessage());
                assertTrue(e.getMessage().contains("Programs.miss"), e.getMessage());
            }
        }
        assertTrue(hung > 0 && hung < SEEDS, "hung=" + hung);
    }

    @Test
    void sleepingTakesNoTime() throws Exception {
        for (Object hours : runAll("sleep")) {
            assertTrue((long) hours >= 0 && (long) hours <= 2, "hours=" + hours);
        }
    }

    @Test
    void whoSpinsLetsOthersGoBefore() throws Exception {
        assertEquals(List.of(true), runAll("spin").stream().distinct().toList());
    }

    @Test
    void whatTheBodyThrowsIsThrown() {
        assertThrows(
                IllegalStateException.class,
                () ->
                        Schedule.run(
                                1,
                                () -> {
                                    throw new IllegalStateException("as it should");
                                }));
    }
}
