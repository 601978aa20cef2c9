package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.TelegraphException;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.Seeds;

/// Queries that name themselves, held against walks over the same graphs, and over an API whose
/// answers say where to go on.
class RecursiveTest {
    private static final int SEEDS = 12;
    private static final int LINKS = 40;

    @TempDir Path folder;
    private Telegraph telegraph;

    @BeforeEach
    void open() {
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
    }

    @AfterEach
    void everythingIsGivenBack() {
        long used = telegraph.memoryUsed();
        telegraph.close();
        assertEquals(0, used);
    }

    private List<String> rows(String query) throws InterruptedException {
        Answer answer = Answer.of(telegraph, query);
        assertNull(answer.error(), query);
        return answer.rows().subList(1, answer.rows().size());
    }

    /// Edges of a graph by where they begin.
    private Map<Integer, List<Integer>> graph(RandomGenerator random, int nodes, boolean circles)
            throws Exception {
        Map<Integer, List<Integer>> edges = new TreeMap<>();
        StringBuilder csv = new StringBuilder("a,b\n");
        for (int i = random.nextInt(3 * nodes); i >= 0; i--) {
            int from = random.nextInt(nodes);
            int to = circles ? random.nextInt(nodes) : from + 1 + random.nextInt(nodes);
            edges.computeIfAbsent(from, _ -> new ArrayList<>()).add(to);
            csv.append(from).append(',').append(to).append('\n');
        }
        Files.writeString(folder.resolve("edges.csv"), csv);
        return edges;
    }

    @Test
    void whatIsReachedIsWhatAWalkReaches() {
        Seeds.run(
                SEEDS,
                (_, random) -> {
                    Map<Integer, List<Integer>> edges = graph(random, 1 + random.nextInt(60), true);
                    int start = edges.keySet().iterator().next();
                    Set<Integer> reached = reached(edges, start);
                    assertEquals(
                            reached.stream().map(String::valueOf).toList(),
                            rows(
                                    "WITH RECURSIVE r(n) AS (SELECT "
                                            + start
                                            + " UNION SELECT e.b FROM r JOIN 'edges.csv' e ON e.a ="
                                            + " r.n) SELECT n FROM r ORDER BY n"));
                });
    }

    private static Set<Integer> reached(Map<Integer, List<Integer>> edges, int start) {
        Set<Integer> reached = new TreeSet<>();
        Deque<Integer> left = new ArrayDeque<>(List.of(start));
        while (!left.isEmpty()) {
            int node = left.pop();
            if (reached.add(node)) {
                left.addAll(edges.getOrDefault(node, List.of()));
            }
        }
        return reached;
    }

    /// In each round the step asks for all pairs of which one is reached from the other.
    @Test
    void aRecursionWithinAStepReachesTheSame() {
        Seeds.run(
                SEEDS / 2,
                (_, random) -> {
                    Map<Integer, List<Integer>> edges = graph(random, 1 + random.nextInt(12), true);
                    int start = edges.keySet().iterator().next();
                    assertEquals(
                            reached(edges, start).stream().map(String::valueOf).toList(),
                            rows(
                                    "WITH RECURSIVE r(n) AS (SELECT "
                                            + start
                                            + " UNION SELECT p.m FROM r JOIN (WITH RECURSIVE s(k,"
                                            + " m) AS (SELECT a, b FROM 'edges.csv' UNION SELECT"
                                            + " s.k, e.b FROM s JOIN 'edges.csv' e ON e.a = s.m)"
                                            + " SELECT k, m FROM s) p ON p.k = r.n) SELECT n FROM r"
                                            + " ORDER BY n"));
                });
    }

    @Test
    void eachWayIsGoneAsOftenAsThereAreWays() {
        Seeds.run(
                SEEDS,
                (_, random) -> {
                    Map<Integer, List<Integer>> edges = graph(random, 8, false);
                    int start = edges.keySet().iterator().next();
                    Map<Integer, Long> ways = new TreeMap<>();
                    Deque<Integer> left = new ArrayDeque<>(List.of(start));
                    while (!left.isEmpty()) {
                        int node = left.pop();
                        ways.merge(node, 1L, Long::sum);
                        left.addAll(edges.getOrDefault(node, List.of()));
                    }
                    assertEquals(
                            ways.entrySet().stream()
                                    .map(way -> way.getKey() + "," + way.getValue())
                                    .toList(),
                            rows(
                                    "WITH RECURSIVE r(n) AS (SELECT "
                                            + start
                                            + " UNION ALL SELECT e.b FROM r, 'edges.csv' e WHERE"
                                            + " e.a = r.n) SELECT n, count(*) FROM r GROUP BY n"
                                            + " ORDER BY n"));
                });
    }

    /// More rows in a round than a batch has, and more rounds than one.
    @Test
    void aRoundMayHaveManyRows() throws Exception {
        Files.writeString(
                folder.resolve("many.csv"),
                IntStream.range(0, 10_000)
                        .mapToObj(String::valueOf)
                        .collect(Collectors.joining("\n", "x\n", "\n")));
        for (String union : List.of("UNION", "UNION ALL")) {
            assertEquals(
                    List.of("40000,39999"),
                    rows(
                            "WITH RECURSIVE r(x) AS (SELECT x FROM 'many.csv' "
                                    + union
                                    + " SELECT x + 10000 FROM r WHERE x < 30000) SELECT count(*),"
                                    + " max(x) FROM r"));
        }
    }

    @Test
    void anApiIsFollowedFromAnswerToAnswer() throws Exception {
        try (FaultServer web = new FaultServer()) {
            web.on(
                    "/page",
                    request -> {
                        int id = Integer.parseInt(request.parameter("id"));
                        return Reply.json("[{\"next\": " + (id < LINKS ? id + 1 : "null") + "}]");
                    });
            assertNull(
                    Answer.of(
                                    telegraph,
                                    "CREATE SOURCE page (id INTEGER REQUIRED, next INTEGER) WITH"
                                            + " (connector = 'http', url = '"
                                            + web.url("/page")
                                            + "?id={id}', format = 'json')")
                            .error());
            String all =
                    "WITH RECURSIVE r(id) AS (SELECT 1 UNION ALL SELECT p.next FROM r JOIN page p ON"
                            + " p.id = r.id WHERE p.next IS NOT NULL) SELECT ";
            assertEquals(List.of("5"), rows(all + "max(id) FROM (SELECT id FROM r LIMIT 5) q"));
            assertTrue(web.requests() < 10, () -> "requests=" + web.requests());
            assertEquals(List.of(LINKS + ",820"), rows(all + "count(*), sum(id) FROM r"));
        }
    }

    @Test
    void whatNeverEndsHearsThatItIsToEnd() throws Exception {
        Files.writeString(folder.resolve("one.csv"), "x\n1\n");
        for (String step : List.of("SELECT n + 1 FROM r", "SELECT o.x FROM r, 'one.csv' o")) {
            try (Session session = telegraph.session()) {
                List<Event> events = Collections.synchronizedList(new ArrayList<>());
                CountDownLatch begun = new CountDownLatch(1);
                Query query =
                        session.start(
                                "WITH RECURSIVE r(n) AS (SELECT 1::bigint UNION ALL "
                                        + step.replace("o.x", "o.x::bigint")
                                        + ") SELECT n FROM r",
                                event -> {
                                    if (event instanceof Event.Rows) {
                                        begun.countDown();
                                    } else {
                                        events.add(event);
                                    }
                                });
                begun.await();
                long began = System.nanoTime();
                query.cancel();
                query.join();
                Duration took = Duration.ofNanos(System.nanoTime() - began);
                Event.Failed failed = assertInstanceOf(Event.Failed.class, events.getLast());
                assertEquals(TelegraphException.Kind.CANCELLED, failed.cause().kind());
                assertTrue(took.toSeconds() < 10, () -> "cancelling took " + took);
            }
        }
    }

    /// Rows that were met stay apart in memory, and one that has no room is named.
    @Test
    void moreDifferentRowsThanThereIsRoomForAreRefused() throws Exception {
        Files.writeString(
                folder.resolve("wide.csv"),
                IntStream.range(0, 20_000)
                        .mapToObj(i -> i + "," + "x".repeat(500))
                        .collect(Collectors.joining("\n", "x,t\n", "\n")));
        Answer answer =
                Answer.of(
                        telegraph,
                        "SET memory_limit = '8MB'; WITH RECURSIVE r(x, t) AS (SELECT x, t FROM"
                                + " 'wide.csv' UNION SELECT x + 20000, t FROM r WHERE x < 100000)"
                                + " SELECT count(*) FROM r");
        assertNotNull(answer.error());
        assertTrue(answer.error().contains("memory"), answer.error());
        assertEquals(
                List.of("120000"),
                rows(
                        "WITH RECURSIVE r(x, t) AS (SELECT x, t FROM 'wide.csv' UNION ALL SELECT x"
                                + " + 20000, t FROM r WHERE x < 100000) SELECT count(*) FROM r"));
    }
}
