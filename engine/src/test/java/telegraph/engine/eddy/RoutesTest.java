package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.engine.Execution;
import telegraph.engine.Routes;
import telegraph.engine.vector.ColumnRef;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Threads;

/// What an eddy tells of itself, while it runs and in the end.
class RoutesTest {
    private static TestSource table(String name, int rows) {
        TestSource source = TestSource.integers(name, "id", "value");
        IntStream.range(0, rows).forEach(i -> source.row(i, i));
        source.batchRows = 50;
        return source;
    }

    private static Routes.Module module(Routes routes, String name) {
        List<String> names = routes.modules().stream().map(Routes.Module::name).toList();
        return routes.modules().stream()
                .filter(module -> module.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among " + names));
    }

    @Test
    void theWayOfARowNamesEveryModuleItGoesTo() throws InterruptedException {
        TestQuery query =
                new TestQuery()
                        .input(table("driver", 400))
                        .input(table("form", 400).bind(false, new int[] {0}))
                        .equal(0, 1, 1, 0)
                        .filter(
                                TestPredicate.of(
                                        "small", v -> (Integer) v[0] < 300, new ColumnRef(0, 0)))
                        .filter(
                                TestPredicate.of(
                                        "both",
                                        v -> (Integer) v[0] + (Integer) v[1] < 100,
                                        new ColumnRef(0, 0),
                                        new ColumnRef(1, 0)))
                        .all();
        query.policy = "fixed";
        assertEquals(50, query.rows().size());
        assertEquals(
                List.of(
                        new Routes.Way(
                                "driver",
                                List.of(
                                        "source driver",
                                        "filter small",
                                        "build driver",
                                        "lookup form",
                                        "filter both",
                                        "output")),
                        new Routes.Way(
                                "form",
                                List.of(
                                        "source form",
                                        "build form",
                                        "probe driver",
                                        "filter both",
                                        "output"))),
                query.routes.ways());
        assertEquals("driver", module(query.routes, "filter small").input());
        assertEquals("driver, form", module(query.routes, "filter both").input());
        assertEquals("form", module(query.routes, "lookup form(id)").input());
        assertEquals("form", module(query.routes, "lookup form").input());
        assertEquals("", module(query.routes, "output").input());
        assertTrue(module(query.routes, "source driver").done());
        assertEquals(300, module(query.routes, "lookup form(id)").requests());
        for (Routes.Module module : query.routes.modules()) {
            assertEquals(0, module.waiting(), module::name);
            assertEquals("", module.stalled(), module::name);
        }
    }

    @Test
    void whatWaitsForLookupsIsSaidWhileItWaits() throws InterruptedException {
        CountDownLatch answered = new CountDownLatch(1);
        TestSource form = table("form", 400).bind(false, new int[] {0});
        form.lookupsMax = 2;
        form.beforeLookup = at -> answered.await();
        TestQuery query =
                new TestQuery().input(table("driver", 400)).input(form).equal(0, 1, 1, 0).all();
        try (MemoryManager memory = new MemoryManager(query.memoryBytes)) {
            try (Region region = memory.query("test", query.memoryBytes);
                    Execution execution =
                            Eddy.start(query.block(), query.context(region), query.rules)) {
                Threads.await(
                        "all but those that are asked wait",
                        () -> waiting(execution.routes().getFirst()) == 400 - 2 - 16);
                Routes routes = execution.routes().getFirst();
                Routes.Module parked = module(routes, "lookup form");
                assertEquals(400 - 2 - 16, parked.waiting());
                assertEquals("382 rows wait for lookups", parked.stalled());
                Routes.Module asked = module(routes, "lookup form(id)");
                assertEquals(16, asked.waiting());
                assertEquals("16 values wait, since 2 are asked at once", asked.stalled());
                assertTrue(asked.bytes() > 0, () -> asked.toString());
                assertFalse(asked.done());
                answered.countDown();
                for (Batch batch = execution.take(); batch != null; batch = execution.take()) {
                    batch.unpin();
                }
                assertEquals(0, waiting(execution.routes().getFirst()));
            }
            assertEquals(0, memory.used());
        }
    }

    private static long waiting(Routes routes) {
        return routes.modules().stream()
                .filter(module -> module.name().equals("lookup form"))
                .mapToLong(Routes.Module::waiting)
                .sum();
    }

    @Test
    void onlyTheLatestChangesAreToldAgainAndAgain() {
        List<Routes.Change> changes =
                IntStream.range(0, 100)
                        .mapToObj(i -> new Routes.Change(i, "a", List.of("m" + i), "why"))
                        .toList();
        Routes all = new Routes(List.of(), List.of(), changes);
        assertEquals(changes.subList(70, 100), all.latest(30).changes());
        assertEquals(all, all.latest(100));
    }
}
