package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Whoever lists tables or makes a checkpoint beside others that create and drop is told nothing of
/// it.
class ListingsBesideDropsTest {
    private static final int ROUNDS = 25;
    private static final int DROPPERS = 2;

    private volatile boolean done;

    @Test
    void systemTablesAndCheckpointsGoOnWhileTablesAreDropped() throws Exception {
        try (Telegraph telegraph = Telegraph.openInMemory(Map.of(), Map.of());
                ExecutorService threads = Executors.newFixedThreadPool(DROPPERS)) {
            assertNull(Answer.of(telegraph, "CREATE TABLE stays (a int PRIMARY KEY)").error());
            List<Future<?>> droppers = new ArrayList<>();
            for (int i = 0; i < DROPPERS; i++) {
                int number = i;
                droppers.add(
                        threads.submit(() -> {
                            comeAndGo(telegraph, "t" + number);
                            return null;
                        }));
            }
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    Answer tables =
                            Answer.of(
                                    telegraph,
                                    "CHECKPOINT; SELECT name FROM telegraph.indexes WHERE pages < 0;"
                                            + " SELECT name FROM telegraph.tables WHERE name = 'stays'");
                    assertNull(tables.error());
                    assertEquals(List.of("name", "stays"), tables.rows());
                }
            } finally {
                done = true;
            }
            for (Future<?> dropper : droppers) {
                dropper.get();
            }
        }
    }

    private void comeAndGo(Telegraph telegraph, String name) throws InterruptedException {
        while (!done) {
            Answer answer =
                    Answer.of(
                            telegraph,
                            "CREATE TABLE %1$s (a int PRIMARY KEY, b int);".formatted(name)
                                    + "CREATE INDEX by_b_%1$s ON %1$s (b); INSERT INTO %1$s VALUES (1, 2);"
                                            .formatted(name)
                                    + "DROP TABLE "
                                    + name);
            assertNull(answer.error());
        }
    }
}
