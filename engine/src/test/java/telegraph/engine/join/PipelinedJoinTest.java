package telegraph.engine.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import telegraph.engine.BatchStream;
import telegraph.engine.JoinSpec;
import telegraph.engine.Operators;
import telegraph.engine.Slice;
import telegraph.engine.operator.Interleaved;
import telegraph.engine.operator.JoinCase;
import telegraph.engine.operator.OperatorDriver;
import telegraph.engine.operator.OperatorDriver.Ordeal;
import telegraph.engine.operator.Pinned;
import telegraph.engine.operator.Table;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.SpillSpace;
import telegraph.memory.Type;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;

/// Pipelined joins give what nested loops give, in whatever order rows come and however little
/// memory there is, and give it as soon as it is certain.
@Timeout(120)
class PipelinedJoinTest {
    private static final int SEEDS = 45;
    private static final List<Type> TYPES = List.of(Type.INTEGER, Type.INTEGER);

    /// Rows come in an order that follows from the seed.
    private static OperatorDriver interleaved(
            JoinCase join, RandomGenerator random, Set<PipelinedJoin.Rule> broken) {
        return new OperatorDriver(
                List.of(join.left(), join.right()),
                (in, region) ->
                        new PipelinedJoin(
                                join.spec(),
                                in.get(0),
                                in.get(1),
                                join.keepLeft(),
                                new PipelinedJoin.Way(new Interleaved(in, random), broken),
                                region));
    }

    private static OperatorDriver interleaved(JoinCase join, RandomGenerator random) {
        return interleaved(join, random, EnumSet.noneOf(PipelinedJoin.Rule.class));
    }

    /// Rows come as threads bring them.
    private static OperatorDriver threaded(JoinCase join) {
        return new OperatorDriver(
                List.of(join.left(), join.right()),
                (in, region) ->
                        Operators.pipelinedJoin(
                                join.spec(), in.get(0), in.get(1), join.keepLeft(), region));
    }

    private static Ordeal hard(RandomGenerator random) {
        return Ordeal.hard(random, (512L << 10) << random.nextInt(3));
    }

    /// The same without memory taken away: who takes all of it does so between two steps of the
    /// operator, and here those who bring rows are never between two steps.
    private static Ordeal tight(RandomGenerator random) {
        Ordeal hard = hard(random);
        return new Ordeal(hard.batchRows(), hard.limit(), hard.grant(), 0);
    }

    @Test
    void joinsGiveWhatNestedLoopsGive() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    JoinCase join = JoinCase.random(random, 400);
                    for (int batchRows : new int[] {1, 7, 4096}) {
                        Ordeal easy = Ordeal.easy(batchRows);
                        List<String> expected = Table.bag(join.expected());
                        List<List<Object>> rows = interleaved(join, random).rows(easy, random);
                        assertEquals(expected, Table.bag(rows), join::toString);
                        rows = threaded(join).rows(easy, random);
                        assertEquals(expected, Table.bag(rows), join::toString);
                    }
                });
    }

    @Test
    void joinsThatDoNotFitGiveWhatNestedLoopsGive() {
        long[] spilled = {0};
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    JoinCase join = JoinCase.random(random, 1500);
                    List<String> expected = Table.bag(join.expected());
                    OperatorDriver driver = interleaved(join, random);
                    List<List<Object>> rows = driver.rows(hard(random), random);
                    assertEquals(expected, Table.bag(rows), join::toString);
                    spilled[0] += driver.spilled();
                    rows = threaded(join).rows(tight(random), random);
                    assertEquals(expected, Table.bag(rows), join::toString);
                });
        assertTrue(spilled[0] > 0, "something was spilled");
    }

    @ParameterizedTest
    @EnumSource
    void eachRuleThatDoesNotHoldIsNoticed(PipelinedJoin.Rule rule) {
        int[] wrong = {0};
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    JoinCase join = JoinCase.random(random, 600);
                    OperatorDriver driver = interleaved(join, random, EnumSet.of(rule));
                    // Small enough for a clean-up now and then, large enough to keep rows before.
                    Ordeal ordeal = new Ordeal(7, 8L << 20, 256L << 10 << random.nextInt(4), 0);
                    List<List<Object>> rows = driver.rows(ordeal, random);
                    wrong[0] += Table.bag(join.expected()).equals(Table.bag(rows)) ? 0 : 1;
                });
        assertTrue(wrong[0] > 0, "a join without the rule gives other rows");
    }

    @Test
    void anEndInBetweenLeavesNothing() {
        Seeds.run(
                20,
                (seed, random) -> {
                    JoinCase join = JoinCase.random(random, 1500);
                    threaded(join).closeAfter(random.nextInt(3), tight(random), random);
                    interleaved(join, random).closeAfter(random.nextInt(3), hard(random), random);
                    interleaved(join, random).cancelAfter(random.nextInt(9), hard(random), random);
                });
        assertEquals(0, Threads.alive("telegraph-join-reader"));
    }

    /// A stream of rows whose first column is a key and whose second counts them.
    private static final class Slow implements BatchStream {
        private final int[][] batches;
        private final int before;
        private final CountDownLatch stall;
        private final BatchBuilder builder;
        private int next;

        /// @param before how many batches come before the stall
        /// @param stall ends with it
        Slow(Region region, int before, CountDownLatch stall, int[]... batches) {
            this.builder = new BatchBuilder(region, TYPES);
            this.before = before;
            this.stall = stall;
            this.batches = batches;
        }

        @Override
        public List<Type> types() {
            return TYPES;
        }

        @Override
        public Batch next() throws InterruptedException {
            if (next == before) {
                stall.await();
            }
            if (next == batches.length) {
                return null;
            }
            for (int key : batches[next]) {
                builder.setInt(0, key);
                builder.setInt(1, next);
                builder.endRow();
            }
            next++;
            return builder.build();
        }

        @Override
        public void close() {
            builder.close();
        }
    }

    @FunctionalInterface
    private interface Use {
        void with(Region query) throws InterruptedException;
    }

    private static void inQuery(Use use) throws InterruptedException {
        SpillSpace spills = SpillSpace.open(Disk.inMemory(), Path.of("/spill"), 1L << 32);
        try (MemoryManager memory = new MemoryManager(1L << 40, spills)) {
            try (Region query = memory.query("test", OperatorDriver.PLENTY)) {
                use.with(query);
                Leaks.none("bytes under a query whose streams are closed", query::used);
            }
        }
        assertEquals(0, Threads.alive("telegraph-join-reader"));
    }

    private static JoinSpec spec(JoinSpec.Kind kind) {
        return new JoinSpec(kind, new int[] {0}, new int[] {0}, Optional.empty());
    }

    /// The first columns of what comes out until there are so many rows.
    private static List<Object> keys(BatchStream stream, int rows) throws InterruptedException {
        List<Object> keys = new ArrayList<>();
        while (keys.size() < rows) {
            Batch batch = stream.next();
            Table.rows(batch).forEach(row -> keys.add(row.getFirst()));
            batch.unpin();
        }
        return keys;
    }

    private static int[] range(int start, int end) {
        return IntStream.range(start, end).toArray();
    }

    /// How many of 100 left rows come out while the right side stalls, at 95 of its rows.
    private static int early(JoinSpec.Kind kind) {
        return switch (kind) {
            case INNER, LEFT, RIGHT, FULL, SEMI -> 95;
            case ANTI -> 0;
        };
    }

    @ParameterizedTest
    @EnumSource
    void whatIsCertainComesBeforeTheEndOfAStall(JoinSpec.Kind kind) throws InterruptedException {
        for (boolean leftFirst : new boolean[] {false, true}) {
            inQuery(query -> {
                CountDownLatch stall = new CountDownLatch(1);
                BatchStream left = new Slow(query, -1, stall, range(0, 50), range(50, 100));
                BatchStream right =
                        new Slow(query, 2, stall, range(0, 40), range(40, 95), range(99, 101));
                try (BatchStream join =
                        Operators.pipelinedJoin(spec(kind), left, right, leftFirst, query)) {
                    List<Object> early = keys(join, early(kind));
                    assertEquals(early(kind), early.size());
                    stall.countDown();
                    List<Object> late = new ArrayList<>();
                    for (Batch b = join.next(); b != null; b = join.next()) {
                        Table.rows(b).forEach(row -> late.add(row.getFirst()));
                        b.unpin();
                    }
                    List<Object> expected =
                            switch (kind) {
                                case INNER, SEMI -> List.of(99);
                                case LEFT -> List.of(99, 95, 96, 97, 98);
                                case RIGHT -> Arrays.asList(99, null);
                                case FULL -> Arrays.asList(99, 95, 96, 97, 98, null);
                                case ANTI -> List.of(95, 96, 97, 98);
                            };
                    assertEquals(bag(expected), bag(late));
                }
            });
        }
    }

    private static List<String> bag(List<Object> values) {
        return values.stream().map(String::valueOf).sorted().toList();
    }

    /// The other way round: rows of the left side come one after the other, and each goes on.
    @Test
    void aRowWithoutPartnerComesAtOnceWhenTheOtherSideIsComplete() throws InterruptedException {
        inQuery(query -> {
            CountDownLatch stall = new CountDownLatch(1);
            BatchStream left =
                    new Slow(query, 2, stall, new int[] {1}, new int[] {7}, new int[] {2});
            BatchStream right = new Slow(query, -1, stall, range(1, 3));
            try (BatchStream join =
                    Operators.pipelinedJoin(spec(JoinSpec.Kind.ANTI), left, right, false, query)) {
                assertEquals(List.of(7), keys(join, 1));
                stall.countDown();
                assertEquals(null, join.next());
            }
        });
    }

    /// So does a join that reads one side first, when rows of the other trickle.
    @Test
    void rowsOfAStreamThatTricklesAreNotHeldBack() throws InterruptedException {
        inQuery(query -> {
            CountDownLatch stall = new CountDownLatch(1);
            BatchStream left = new Trickle(query, new int[] {1}, new int[] {7});
            BatchStream right = new Slow(query, -1, stall, range(1, 3));
            try (BatchStream join = Operators.join(spec(JoinSpec.Kind.LEFT), left, right, query)) {
                assertEquals(List.of(1), keys(join, 1));
                assertEquals(List.of(7), keys(join, 1));
                assertEquals(null, join.next());
            }
        });
    }

    /// Says that it is not ready whenever it is asked.
    private static final class Trickle implements BatchStream {
        private final Slow rows;

        Trickle(Region region, int[]... batches) {
            rows = new Slow(region, -1, new CountDownLatch(1), batches);
        }

        @Override
        public List<Type> types() {
            return TYPES;
        }

        @Override
        public Batch next() throws InterruptedException {
            return rows.next();
        }

        @Override
        public boolean isReady() {
            return false;
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    @Test
    void aLimitEndsAJoinWhoseSideNeverEnds() throws InterruptedException {
        inQuery(query -> {
            CountDownLatch never = new CountDownLatch(1);
            BatchStream left = new Slow(query, 1, never, range(0, 10));
            BatchStream right = new Slow(query, 1, never, range(0, 10));
            BatchStream join =
                    Operators.pipelinedJoin(spec(JoinSpec.Kind.LEFT), left, right, false, query);
            try (BatchStream limit = Operators.limit(join, new Slice(0, 3), query)) {
                assertEquals(3, keys(limit, 3).size());
                assertEquals(null, limit.next());
            }
        });
    }

    @Test
    void whoWaitsForASideHearsAnInterrupt() throws InterruptedException {
        inQuery(query -> {
            CountDownLatch never = new CountDownLatch(1);
            BatchStream left = new Slow(query, 0, never);
            BatchStream right = new Slow(query, 0, never);
            try (BatchStream join =
                    Operators.pipelinedJoin(spec(JoinSpec.Kind.LEFT), left, right, false, query)) {
                CountDownLatch heard = new CountDownLatch(1);
                Thread waiting =
                        Thread.ofPlatform()
                                .start(() -> {
                                    assertThrows(InterruptedException.class, join::next);
                                    heard.countDown();
                                });
                Threads.await("it waits", () -> waiting.getState() == Thread.State.WAITING);
                waiting.interrupt();
                assertTrue(heard.await(10, TimeUnit.SECONDS));
                waiting.join();
            }
        });
    }

    @Test
    void aSideThatFailsFailsTheJoinAfterTheRowsBeforeIt() throws InterruptedException {
        inQuery(query -> {
            CountDownLatch never = new CountDownLatch(1);
            BatchStream left = new Slow(query, 1, never, range(0, 10));
            Slow rows = new Slow(query, -1, never, range(0, 5));
            BatchStream right =
                    new BatchStream() {
                        @Override
                        public List<Type> types() {
                            return TYPES;
                        }

                        @Override
                        public Batch next() throws InterruptedException {
                            Batch batch = rows.next();
                            if (batch == null) {
                                throw TelegraphException.input("the right side is gone");
                            }
                            return batch;
                        }

                        @Override
                        public void close() {
                            rows.close();
                        }
                    };
            try (BatchStream join =
                    Operators.pipelinedJoin(spec(JoinSpec.Kind.LEFT), left, right, true, query)) {
                TelegraphException failure =
                        assertThrows(TelegraphException.class, () -> keys(join, 6));
                assertEquals("the right side is gone", failure.getMessage());
            }
        });
    }

    /// Rows that come one by one do not take a page each.
    @Test
    void smallBatchesAreKeptTogether() throws InterruptedException {
        inQuery(query -> {
            JoinShape shape = JoinShape.of(spec(JoinSpec.Kind.FULL), TYPES, TYPES, true);
            int rows = 20_000;
            try (BuildRows kept = new BuildRows(shape, query);
                    BatchBuilder builder = new BatchBuilder(query, TYPES)) {
                for (int i = 0; i < rows; i++) {
                    builder.setInt(0, i);
                    builder.setInt(1, -i);
                    builder.endRow();
                    Batch batch = builder.build();
                    int number = kept.add(batch);
                    batch.unpin();
                    Batch of = kept.rows().of(number);
                    assertEquals(i, of.intAt(0, Pinned.place(number)));
                }
                assertTrue(kept.bytes() < 100L * rows, () -> "bytes=" + kept.bytes());
                assertTrue(query.used() < 100L * rows, () -> "bytes=" + query.used());
            }
        });
    }
}
