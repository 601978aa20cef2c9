package telegraph.http.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.Ticker;
import telegraph.http.ClientOptions;
import telegraph.http.FetchLimits;
import telegraph.http.FetchOutcome;
import telegraph.http.client.FetchSlot;
import telegraph.http.client.Fetching;
import telegraph.http.client.PackedBodiesTest;
import telegraph.http.client.RawServer;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

class ArrayPoolTest {
    private static final int SMALL = ArrayPool.SMALLEST;
    private static final long BOUND = 16 * SMALL;

    private final MemoryManager memory = new MemoryManager(64 << 20);
    private final Region region = memory.query("pool", 20 * SMALL);
    private final ArrayPool pool = new ArrayPool(BOUND, Ticker.SYSTEM, region);
    private final FetchWatch watch = new FetchWatch(FetchLimits.DEFAULT);
    private final FetchWatch other = new FetchWatch(FetchLimits.DEFAULT);

    @AfterEach
    void nothingIsHeld() {
        pool.close();
        assertEquals(0, pool.held());
        assertEquals(0, region.used());
        memory.close();
    }

    private byte[] take(int octets, FetchWatch borrower, boolean holds) throws Exception {
        return pool.take(octets, borrower, holds, Ticker.SYSTEM.nanos() + 20_000_000);
    }

    @Test
    void whatWasGivenBackServesTheNext() throws Exception {
        byte[] array = take(1, watch, false);
        assertEquals(SMALL, array.length);
        assertEquals(SMALL, region.used());
        pool.give(array);
        assertSame(array, take(SMALL, watch, false));
        byte[] larger = take(SMALL + 1, watch, true);
        assertEquals(2 * SMALL, larger.length);
        pool.give(array);
        pool.give(larger);
    }

    @Test
    void onlyHalfIsKept() throws Exception {
        List<byte[]> lent = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            lent.add(take(1, watch, false));
        }
        assertEquals(BOUND, pool.held());
        lent.forEach(pool::give);
        assertEquals(BOUND / 2, pool.held());
        assertEquals(BOUND / 2, region.used());
    }

    @Test
    void aShelfGivesEachArrayToOneThreadAlone() throws Exception {
        int places = 8;
        Shelf shelf = new Shelf(places);
        for (int i = 0; i < places; i++) {
            assertTrue(shelf.put(new byte[1]));
        }
        assertFalse(shelf.put(new byte[1]));
        List<Thread> threads = new ArrayList<>();
        List<String> faults = new CopyOnWriteArrayList<>();
        for (int t = 0; t < 4; t++) {
            threads.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int i = 0; i < 50_000; i++) {
                                    byte[] array = shelf.take();
                                    if (array != null) {
                                        if (++array[0] != 1 || --array[0] != 0) {
                                            faults.add("two have the same array");
                                        }
                                        if (!shelf.put(array)) {
                                            faults.add("a place is lost");
                                        }
                                    }
                                }
                            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), faults);
        for (int i = 0; i < places; i++) {
            assertNotNull(shelf.take());
        }
        assertNull(shelf.take());
    }

    @Test
    void arraysThatAreKeptMakeRoomForOthers() throws Exception {
        for (int i = 0; i < 4; i++) {
            pool.give(take(1, watch, false));
        }
        byte[] all = take((int) BOUND, watch, false);
        assertEquals(BOUND, pool.held());
        pool.give(all);
    }

    @Test
    void whoFindsNothingWaitsUntilItsDeadline() throws Exception {
        byte[] all = take((int) BOUND, watch, false);
        FetchFailure late = assertThrows(FetchFailure.class, () -> take(1, other, false));
        assertEquals(FetchOutcome.TIMEOUT, late.outcome());
        assertTrue(late.getMessage().contains("limit=" + BOUND), late.getMessage());
        Thread giver =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                Ticker.SYSTEM.sleep(Duration.ofMillis(20));
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                            pool.give(all);
                        });
        byte[] one = pool.take(1, other, false, Ticker.SYSTEM.nanos() + 120_000_000_000L);
        giver.join();
        pool.give(one);
    }

    @Test
    void oneWhoHoldsAnArrayIsNotHeldUp() throws Exception {
        byte[] mine = take((int) BOUND / 2, watch, false);
        byte[] others = take((int) BOUND / 2, other, false);
        byte[] more = take(4 * SMALL, watch, true);
        assertEquals(BOUND + 4 * SMALL, pool.held());
        assertThrows(FetchFailure.class, () -> take(2 * SMALL, other, true));
        pool.give(mine);
        pool.give(more);
        pool.settle(watch);
        byte[] last = take(4 * SMALL, other, true);
        pool.give(others);
        pool.give(last);
        pool.settle(other);
    }

    @Test
    void aFullRegionIsLikeAFullPool() throws Exception {
        region.charge(19 * SMALL);
        byte[] one = take(1, watch, false);
        assertThrows(FetchFailure.class, () -> take(1, other, false));
        assertEquals(SMALL, pool.held());
        pool.give(one);
        region.discharge(19 * SMALL);
    }

    @Test
    void bodiesThatAllGrowInTooLittleMemoryAllArrive() throws Exception {
        int fetches = 24;
        ClientOptions tight =
                ClientOptions.of("t")
                        .withLimits(FetchLimits.DEFAULT.withSizes(64 << 10, 2 << 20, 8 * SMALL));
        try (FaultServer server = new FaultServer();
                Fetching fetching = new Fetching(tight)) {
            server.on("/plain", Reply.html("x".repeat(200_000)));
            server.on("/gzip", PackedBodiesTest.gzip(lines()));
            List<String> results = new CopyOnWriteArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < fetches; i++) {
                String url = server.url(i % 2 == 0 ? "/plain" : "/gzip");
                threads.add(Thread.ofVirtual().start(() -> fetch(fetching, url, results)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(fetches, results.size(), results::toString);
            assertTrue(results.stream().allMatch("FETCHED"::equals), results::toString);
        }
    }

    private static String lines() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; lines.length() < 200_000; i++) {
            lines.append(i).append(' ').append(Integer.toHexString(i * 0x9e37_79b9)).append('\n');
        }
        return lines.toString();
    }

    private static void fetch(Fetching fetching, String url, List<String> results) {
        try (FetchSlot exchange = fetching.client.exchange();
                Wire wire = new Wire()) {
            fetching.client.fetch(
                    Fetching.url(url), InetAddress.getLoopbackAddress(), wire, exchange);
            results.add(exchange.outcome() + exchange.detail());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aLengthThatIsOnlySaidTakesNoMemory() throws Exception {
        RawServer.Script script =
                (request, out) -> {
                    out.write("HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\nx".getBytes());
                    out.flush();
                    Thread.sleep(100);
                    return false;
                };
        try (RawServer server = new RawServer(script);
                Fetching fetching = new Fetching()) {
            assertEquals("BROKEN 200", fetching.result(server.url()));
            assertTrue(fetching.exchange.body().array().length <= 64 << 10);
        }
    }
}
