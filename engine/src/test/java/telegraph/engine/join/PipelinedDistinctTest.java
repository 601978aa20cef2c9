package telegraph.engine.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.engine.BatchStream;
import telegraph.engine.Operators;
import telegraph.engine.operator.OperatorDriver;
import telegraph.engine.operator.OperatorDriver.Ordeal;
import telegraph.engine.operator.Table;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Distinct rows are those of a set, however little memory there is, and come when they first do.
@Timeout(120)
class PipelinedDistinctTest {
    private static Table table(RandomGenerator random, int rowsMax) {
        List<Type> types = Table.randomTypes(random, 1 + random.nextInt(3));
        int values = random.nextBoolean() ? 4 : rowsMax;
        return Table.random(random, types, random.nextInt(rowsMax), values);
    }

    private static List<List<Object>> expected(Table table) {
        Set<List<Object>> met = new HashSet<>();
        return table.rows().stream().filter(row -> met.add(Table.canonical(row))).toList();
    }

    private static OperatorDriver driver(Table table) {
        return new OperatorDriver(
                List.of(table), (in, region) -> Operators.pipelinedDistinct(in.get(0), region));
    }

    @Test
    void rowsAreThoseOfASet() {
        Seeds.run(
                60,
                (seed, random) -> {
                    Table table = table(random, 800);
                    for (int batchRows : new int[] {1, 7, 4096}) {
                        assertEquals(
                                Table.bag(expected(table)),
                                Table.bag(driver(table).rows(Ordeal.easy(batchRows), random)),
                                () -> "distinct of " + table.types());
                    }
                });
    }

    @Test
    void rowsThatDoNotFitAreThoseOfASet() {
        long[] spilled = {0};
        Seeds.run(
                30,
                (seed, random) -> {
                    Table table = table(random, 8_000);
                    OperatorDriver driver = driver(table);
                    assertEquals(
                            Table.bag(expected(table)),
                            Table.bag(driver.rows(Ordeal.hard(random, 512 << 10), random)),
                            () -> "distinct of " + table.types());
                    spilled[0] += driver.spilled();
                });
        assertTrue(System.getProperty("seed") != null || spilled[0] > 0, "something was spilled");
    }

    /// What must be out before more is asked for cannot wait for the end.
    @Test
    void rowsThatDoNotFitAreRefusedWhereNoneMayWait() {
        int[] refused = {0};
        Seeds.run(
                30,
                (seed, random) -> {
                    Table table = table(random, 8_000);
                    OperatorDriver driver =
                            new OperatorDriver(
                                    List.of(table),
                                    (in, region) -> Operators.promptDistinct(in.get(0), region));
                    try {
                        assertEquals(
                                Table.bag(expected(table)),
                                Table.bag(driver.rows(Ordeal.hard(random, 512 << 10), random)),
                                () -> "distinct of " + table.types());
                    } catch (TelegraphException e) {
                        assertEquals(TelegraphException.Kind.RESOURCE, e.kind());
                        refused[0]++;
                    }
                });
        assertTrue(System.getProperty("seed") != null || refused[0] > 0, "some did not fit");
    }

    @Test
    void anEndInBetweenLeavesNothing() {
        Seeds.run(
                20,
                (seed, random) -> {
                    Table table = table(random, 4_000);
                    Ordeal hard = Ordeal.hard(random, 512 << 10);
                    driver(table).closeAfter(random.nextInt(3), hard, random);
                    driver(table).cancelAfter(random.nextInt(4), hard, random);
                });
    }

    /// After each batch of the input comes what is new in it, and before the next is asked for.
    @Test
    void aRowComesOutBeforeMoreIsAskedFor() {
        Table table = new Table(List.of(Type.INTEGER), new ArrayList<>());
        for (int value : new int[] {1, 1, 2, 2, 1, 3}) {
            table.rows().add(new ArrayList<>(List.of(value)));
        }
        List<String> heard = new ArrayList<>();
        OperatorDriver driver =
                new OperatorDriver(
                        List.of(table),
                        (in, region) -> {
                            BatchStream heardIn = heard("in", in.get(0), heard);
                            return heard(
                                    "out", Operators.pipelinedDistinct(heardIn, region), heard);
                        });
        driver.rows(Ordeal.easy(2), Seeds.random(1));
        assertEquals(
                List.of("in 2", "out 1", "in 2", "out 1", "in 2", "out 1", "in 0", "out 0"),
                heard.subList(0, 8));
    }

    /// A stream that is never ready, and tells how many rows it gives.
    private static BatchStream heard(String name, BatchStream of, List<String> heard) {
        return new BatchStream() {
            @Override
            public List<Type> types() {
                return of.types();
            }

            @Override
            public Batch next() throws InterruptedException {
                Batch batch = of.next();
                heard.add(name + " " + (batch == null ? 0 : batch.rows()));
                return batch;
            }

            @Override
            public boolean isReady() {
                return false;
            }

            @Override
            public void close() {
                of.close();
            }
        };
    }
}
