package telegraph.sources.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.meter.Meter;
import telegraph.engine.meter.Price;
import telegraph.engine.meter.RequestBudget;
import telegraph.engine.meter.Terms;
import telegraph.engine.source.Source;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.sources.HttpRemoteFiles;
import telegraph.sources.http.Desk;
import telegraph.testkit.Answer;
import telegraph.testkit.Reply;
import telegraph.testkit.Threads;

/// No request leaves without a permit, by the count of the site that is asked.
@Timeout(120)
class PermitsTest {
    @TempDir Path directory;
    private Desk desk;

    @BeforeEach
    void open() {
        desk = new Desk(directory);
        desk.required("id", Type.INTEGER)
                .url("/f?id={id}")
                .with("rows", "$.r")
                .with("max_concurrent", "100");
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private static Reply row() {
        return Reply.json("{\"r\":[{}]}");
    }

    /// From now on requests have permits as a query with this limit has them.
    private RequestBudget limit(long requestsMax) {
        return limit(requestsMax, Terms.NONE);
    }

    private RequestBudget limit(long requestsMax, Terms terms) {
        RequestBudget budget = new RequestBudget(requestsMax, false);
        desk.meter = new Meter("t", "t", terms, budget);
        return budget;
    }

    private TelegraphException refused(int id) {
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> desk.lookup(id), "lookup " + id);
        assertEquals(SqlState.CONFIGURATION_LIMIT, e.state(), e.getMessage());
        return e;
    }

    /// Looks up so many values at once; returns how many were answered.
    private int lookUpAtOnce(int count) throws Exception {
        Source source = desk.open();
        AtomicInteger answered = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int id = i;
            threads.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                try (Desk.Basket basket = desk.new Basket()) {
                                    go.await();
                                    desk.lookupReader(source, id).read(basket);
                                    answered.addAndGet(basket.rows().size());
                                } catch (TelegraphException e) {
                                    refused.incrementAndGet();
                                    assertEquals(SqlState.CONFIGURATION_LIMIT, e.state());
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                }
                            }));
        }
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(count, answered.get() + refused.get(), "answered or refused");
        return answered.get();
    }

    @Test
    void theLimitIsExactWithManyRequestsInFlight() throws Exception {
        desk.server.on("/f", row().delayed(20));
        for (int limit : new int[] {1, 37, 150, 299}) {
            int before = desk.server.requests();
            RequestBudget budget = limit(limit);
            assertEquals(limit, lookUpAtOnce(300));
            assertEquals(limit, desk.server.requests() - before, "what the site counts");
            assertEquals(limit, budget.made());
            assertEquals(limit, desk.meter.progress().requests());
        }
    }

    @Test
    void theLimitIsExactWhereRequestsFailAndAreSentAgain() throws Exception {
        desk.server.on("/f", r -> r.number() % 3 == 0 ? Reply.status(503) : row().delayed(5));
        limit(100);
        int answered = lookUpAtOnce(200);
        assertEquals(100, desk.server.requests());
        assertEquals(100 - 33, answered);
    }

    @Test
    void aRequestThatIsSentAgainTakesAPermit() {
        desk.server.on("/f", Reply.status(503));
        limit(2);
        desk.with("on_error", "skip"); // which forgives what the site does, and not this
        TelegraphException e = refused(1);
        assertEquals(2, desk.server.requests());
        assertTrue(e.getMessage().contains("requests_max=2 made=2 source=t"), () -> e.getMessage());
        assertEquals(0, desk.meter.progress().failed());
    }

    @Test
    void eachRedirectTakesAPermit() {
        desk.server.on("/f", Reply.redirect(desk.server.url("/g")));
        desk.server.on("/g", row());
        limit(1);
        refused(1);
        assertEquals(0, desk.server.requests("/g"));
    }

    @Test
    void anAnswerOfTheCacheTakesNone() throws Exception {
        desk.server.on("/f", row());
        desk.with("cache_ttl", "1h");
        limit(1);
        assertEquals(1, desk.lookup(1).size());
        assertEquals(1, desk.lookup(1).size());
        refused(2);
        assertEquals(1, desk.server.requests());
    }

    /// The JDK's client sends a GET again by itself if a kept connection is closed.
    @Test
    void theClientSendsNothingBehindOurBack() throws Exception {
        desk.with("retries", "0");
        desk.server.on("/f", r -> r.number() == 2 ? Reply.drop() : row());
        limit(10);
        assertEquals(1, desk.lookup(1).size());
        assertEquals(1, desk.lookup(2).size()); // the connection was kept, so it is no failure
        assertEquals(3, desk.server.requests());
        assertEquals(3, desk.meter.progress().requests());
    }

    @Test
    void theClientSendsNothingBehindOurBackPastTheLimit() throws Exception {
        desk.server.on("/f", r -> r.number() == 2 ? Reply.drop() : row());
        limit(2);
        assertEquals(1, desk.lookup(1).size());
        refused(2);
        assertEquals(2, desk.server.requests());
    }

    @Test
    void aSourceHasALimitOfItsOwnWhereverItIsRead() throws Exception {
        desk.server.on("/f", row());
        Terms terms = desk.with("requests_max", "3").open().terms();
        assertEquals(3, terms.requestsMax());
        RequestBudget budget = limit(100, terms);
        assertEquals(1, desk.lookup(1).size());
        assertEquals(1, desk.lookup(2).size());
        desk.meter = new Meter("again", "t", terms, budget);
        assertEquals(1, desk.lookup(3).size());
        String said = refused(4).getMessage();
        assertTrue(said.contains("source=t requests_max=3 made=3"), said);
        desk.meter = new Meter("other", "other", Terms.NONE, budget);
        assertEquals(1, desk.lookup(5).size());
        assertEquals(4, desk.server.requests());
    }

    @Test
    void whoIsRefusedWaitsForAnswersUnderWaySoThatTheyAreKept() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        desk.server.on(
                "/f",
                r -> {
                    try {
                        assertTrue(held.await(60, TimeUnit.SECONDS));
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return row();
                });
        desk.with("cache_ttl", "1h");
        limit(3);
        Source source = desk.open();
        AtomicInteger answered = new AtomicInteger();
        AtomicInteger kept = new AtomicInteger();
        List<Thread> three = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int id = i;
            three.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                try (Desk.Basket basket = desk.new Basket()) {
                                    desk.lookupReader(source, id).read(basket);
                                    answered.incrementAndGet();
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                }
                            }));
        }
        Threads.await("three requests", () -> desk.server.requests() == 3);
        Thread fourth =
                Thread.ofVirtual()
                        .start(() -> {
                            try (Desk.Basket basket = desk.new Basket()) {
                                desk.lookupReader(source, 3).read(basket);
                            } catch (TelegraphException e) {
                                kept.set(directory.resolve("cache").toFile().list().length);
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        });
        Threads.await(
                "the fourth waits",
                () -> desk.meter.progress().waiting().startsWith("requests_max is reached"));
        held.countDown();
        for (Thread thread : three) {
            thread.join();
        }
        fourth.join();
        assertEquals(3, answered.get());
        assertEquals(3, kept.get(), "answers kept when the fourth was refused");
        limit(1);
        for (int id = 0; id < 4; id++) {
            assertEquals(1, desk.lookup(id).size());
        }
        assertEquals(4, desk.server.requests());
    }

    @Test
    void whatIsReadBeforeAQueryRunsTakesPermitsOfItsStatement() {
        desk.server.on("/t", Reply.html("<table><tr><th>n</th></tr><tr><td>1</td></tr></table>"));
        desk.server.on("/f.csv", Answer.first(1, Reply.status(503), Reply.csv("n\n1\n")));
        RequestBudget budget = new RequestBudget(2, false);
        ScopedValue.where(RequestBudget.CURRENT, budget)
                .run(() -> {
                    desk.sources.html(desk.server.url("/t"), "", java.util.Map.of());
                    TelegraphException e =
                            assertThrows(
                                    TelegraphException.class,
                                    () ->
                                            new HttpRemoteFiles(desk.access)
                                                    .open(
                                                            desk.server.url("/f.csv"),
                                                            new Meter("f")));
                    assertEquals(SqlState.CONFIGURATION_LIMIT, e.state());
                });
        assertEquals(2, desk.server.requests());
    }

    @Test
    void aPriceIsExactAndCountsEveryRequest() throws Exception {
        desk.server.on("/f", Answer.first(1, Reply.status(503), row()));
        desk.with("price", "0.10 USD");
        Price price = desk.open().terms().price().orElseThrow();
        limit(0, new Terms(Optional.of(price), 0));
        desk.lookup(1);
        desk.lookup(2);
        assertEquals("0.30 USD", desk.meter.progress().spent().orElseThrow().toString());
        desk.with("price", "0.002");
        assertEquals(new Price(new BigDecimal("0.002"), ""), desk.open().terms().price().get());
    }
}
