package telegraph.tables.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.SequenceOptions;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableName;
import telegraph.tables.access.OpenTables;
import telegraph.tables.catalog.Counting;
import telegraph.tables.catalog.Sequence;
import telegraph.testkit.Seeds;

class CountersTest {
    private static final int THREADS = 8;
    private static final int NUMBERS = 5_000;

    private final OpenTables tables = new OpenTables();
    private final Counters counters = new Counters(tables.store());
    private final int container = tables.transaction().create();

    CountersTest() {
        tables.transaction().commit();
    }

    @AfterEach
    void close() {
        counters.close();
        tables.close();
    }

    private Sequence sequence(Counting counting) {
        return new Sequence(new TableName(TableName.PUBLIC, "s"), container, 0, counting);
    }

    private static Counting counting(
            long start, long increment, long min, long max, boolean cycle) {
        return new Counting(SqlType.Name.BIGINT, start, increment, min, max, 1, cycle);
    }

    @Test
    void manyThreadsAreGivenEachNumberOnceAndNoneIsLeftOut() throws Exception {
        Sequence sequence = sequence(Counting.of(SqlType.Name.BIGINT));
        Set<Long> given = ConcurrentHashMap.newKeySet();
        Callable<Void> asking =
                () -> {
                    long before = 0;
                    for (int i = 0; i < NUMBERS; i++) {
                        long next = counters.next(sequence, false);
                        assertTrue(next > before, "back from " + before + " to " + next);
                        assertTrue(given.add(next), "twice: " + next);
                        before = next;
                    }
                    return null;
                };
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(asking));
            }
            for (Future<Void> one : all) {
                one.get();
            }
        }
        assertEquals(THREADS * NUMBERS, given.size());
        assertEquals(1 + THREADS * NUMBERS, counters.next(sequence, false));
    }

    /// A model counts in numbers without an end; restarts, orderly and not, come in between.
    @Test
    void everyRandomSequenceCountsAsTheModelDoes() {
        RandomGenerator random = Seeds.random(20261127);
        for (int round = 0; round < 300; round++) {
            Counting counting = random(random);
            Sequence sequence =
                    new Sequence(new TableName(TableName.PUBLIC, "s"), container, round, counting);
            Counters now = new Counters(tables.store());
            Optional<BigInteger> last = Optional.empty();
            for (int i = 0; i < 200; i++) {
                Optional<BigInteger> next = following(counting, last);
                if (next.isEmpty()) {
                    TelegraphException e =
                            assertThrows(TelegraphException.class, () -> counters(now, sequence));
                    assertEquals("2200H", e.state().code());
                    break;
                }
                assertEquals(next.get().longValueExact(), now.next(sequence, false));
                last = next;
            }
            now.close();
            assertEquals(
                    last.map(BigInteger::longValueExact).orElse(counting.start()),
                    new Counters(tables.store()).reached(sequence, false).last());
        }
    }

    private static long counters(Counters now, Sequence sequence) {
        return now.next(sequence, false);
    }

    private static Counting random(RandomGenerator random) {
        while (true) {
            long min = random.nextInt(3) == 0 ? Long.MIN_VALUE : random.nextLong(-50, 50);
            long max = random.nextInt(3) == 0 ? Long.MAX_VALUE : random.nextLong(-50, 50);
            long increment =
                    random.nextInt(4) == 0
                            ? random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE
                            : random.nextLong(-9, 10);
            if (min < max && increment != 0) {
                long start =
                        switch (random.nextInt(3)) {
                            case 0 -> min;
                            case 1 -> max;
                            default -> Math.clamp(random.nextLong(-50, 50), min, max);
                        };
                return counting(start, increment, min, max, random.nextBoolean());
            }
        }
    }

    private static Optional<BigInteger> following(Counting counting, Optional<BigInteger> last) {
        if (last.isEmpty()) {
            return Optional.of(BigInteger.valueOf(counting.start()));
        }
        BigInteger next = last.get().add(BigInteger.valueOf(counting.increment()));
        boolean ends =
                next.compareTo(BigInteger.valueOf(counting.max())) > 0
                        || next.compareTo(BigInteger.valueOf(counting.min())) < 0;
        if (!ends) {
            return Optional.of(next);
        }
        return counting.cycle()
                ? Optional.of(BigInteger.valueOf(counting.again()))
                : Optional.empty();
    }

    @Test
    void aSequenceThatWasSetGoesOnFromThereWhateverWasSaidAhead() {
        Sequence sequence = sequence(Counting.of(SqlType.Name.BIGINT));
        assertEquals(1, counters.next(sequence, false));
        counters.reach(sequence, new Counters.Reached(7, true), false);
        assertEquals(8, counters.next(sequence, false));
        counters.reach(sequence, new Counters.Reached(7, false), false);
        assertEquals(7, new Counters(tables.store()).next(sequence, false));
    }

    @Test
    void anEndOfTheTypeGoesWithTheType() {
        SequenceOptions small = SequenceOptions.of(SqlType.of(SqlType.Name.SMALLINT));
        assertEquals(
                Counting.of(SqlType.Name.SMALLINT),
                Counting.of(SqlType.Name.BIGINT).changed(small));
        Counting down = Counting.of(new Down().options(), SqlType.Name.BIGINT);
        assertEquals(Long.MIN_VALUE, down.min());
        assertEquals(-1, down.start());
        assertEquals(Short.MIN_VALUE, down.changed(small).min());
    }

    /// INCREMENT -1.
    private static final class Down {
        SequenceOptions options() {
            return new SequenceOptions(
                    Optional.empty(),
                    OptionalLong.of(-1),
                    Optional.empty(),
                    Optional.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }
    }
}
