package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.Ticker;
import telegraph.server.http.wire.Problem;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;
import telegraph.testkit.Threads;

/// How long sessions are kept, in a time that the test makes.
class KeptSessionsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Semaphore sleeps = new Semaphore(0);
    private Telegraph telegraph;
    private KeptSessions sessions;

    @BeforeEach
    void open() {
        telegraph = Telegraph.openInMemory(Map.of(), Map.of());
        sessions =
                new KeptSessions(
                        telegraph,
                        new Ticker() {
                            @Override
                            public long nanos() {
                                return nanos.get();
                            }

                            @Override
                            public void sleep(Duration duration) throws InterruptedException {
                                sleeps.acquire();
                            }
                        });
    }

    @AfterEach
    void close() {
        sessions.close();
        assertEquals(0, sessions.count());
        telegraph.close();
    }

    private Session used(String name) throws InterruptedException {
        try (KeptSessions.Lease lease = sessions.lease("ada", name)) {
            return lease.session();
        }
    }

    @Test
    void oneThatNobodyUsesForTenMinutesIsClosed() throws InterruptedException {
        Session first = used("a");
        nanos.addAndGet(Duration.ofMinutes(9).toNanos());
        assertSame(first, used("a"));
        nanos.addAndGet(Duration.ofMinutes(9).toNanos());
        sleeps.release();
        assertSame(first, used("a"));
        nanos.addAndGet(Duration.ofMinutes(11).toNanos());
        sleeps.release();
        Threads.await("it is closed", () -> sessions.count() == 0);
        assertNotSame(first, used("a"));
    }

    @Test
    void oneThatIsInUseStays() throws InterruptedException {
        try (KeptSessions.Lease lease = sessions.lease("ada", "a")) {
            nanos.addAndGet(Duration.ofHours(1).toNanos());
            sleeps.release(3);
            Threads.await("it was looked at", () -> sleeps.availablePermits() == 0);
            assertEquals(1, sessions.count());
            assertSame(lease.session(), lease.session());
        }
    }

    @Test
    void whoeverIsSecondWaitsForTheFirstAndIsThenRefused() throws Exception {
        try (KeptSessions.Lease _ = sessions.lease("ada", "a")) {
            Problem[] refused = new Problem[1];
            Thread second =
                    Thread.ofVirtual()
                            .start(() ->
                                    refused[0] =
                                            assertThrows(
                                                    Problem.class,
                                                    () -> sessions.lease("ada", "a")));
            second.join();
            assertEquals(409, refused[0].status());
        }
        used("a");
    }

    @Test
    void oneWithoutANameIsClosedWithItsRequest() throws InterruptedException {
        assertNotSame(used(""), used(""));
        assertEquals(0, sessions.count());
    }
}
