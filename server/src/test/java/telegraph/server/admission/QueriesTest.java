package telegraph.server.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.server.admission.QueryLine.State;
import telegraph.server.observe.Metrics;
import telegraph.server.observe.ServerLog;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.ResultColumn;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;
import telegraph.testkit.Threads;

@Isolated("records the events of all statements")
class QueriesTest {
    private static final long WAIT = 120;

    private final Telegraph telegraph = Telegraph.openInMemory(Map.of(), Map.of());
    private final Session session = telegraph.session();
    private final List<String> journaled = new CopyOnWriteArrayList<>();
    private final ServerLog journal = new ServerLog(journaled::add, InstantSource.system());
    private final Metrics metrics = new Metrics();

    /// The statements that have begun, in order.
    private final BlockingQueue<Played> begun = new LinkedBlockingQueue<>();

    private Queries queries = queries(2, 2, 10, Duration.ZERO);

    private Queries queries(int running, int perUser, int queued, Duration time) {
        QueryLimits limits = new QueryLimits(1_000, running, perUser, queued, time, Duration.ZERO);
        return new Queries(
                telegraph,
                limits,
                new Witness(journal, metrics, limits, "all"),
                Ticker.SYSTEM,
                InstantSource.system());
    }

    @AfterEach
    void nothingIsLeft() {
        queries.close();
        assertEquals(0, queries.running());
        assertEquals(0, queries.queued());
        journal.close();
        metrics.close();
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    /// A statement whose events the test gives.
    private static final class Played implements Query {
        private final String id;
        private final Consumer<Event> listener;
        private volatile String cancelled;

        Played(String id, Consumer<Event> listener) {
            this.id = id;
            this.listener = listener;
        }

        void end() {
            listener.accept(new Event.End("SELECT 0", 0, 1, List.of(), List.of()));
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public void cancel() {
            cancel("cancelled");
        }

        @Override
        public void cancel(String why) {
            cancelled = why;
            listener.accept(new Event.Failed(TelegraphException.cancelled(why)));
        }

        @Override
        public void abandon() {
            cancel("abandoned");
        }

        @Override
        public void join() {}

        @Override
        public long memory() {
            return 5;
        }

        @Override
        public long memoryPeak() {
            return 7;
        }
    }

    /// Somebody who writes down what is heard.
    private static final class Heard implements Audience {
        private final BlockingQueue<Object> all = new LinkedBlockingQueue<>();

        @Override
        public void accept(Event event) {
            all.add(event);
        }

        @Override
        public void queued(int place) {
            all.add("queued " + place);
        }

        @Override
        public void started() {
            all.add("started");
        }

        Object next() throws InterruptedException {
            Object next = all.poll(WAIT, TimeUnit.SECONDS);
            assertTrue(next != null, "nothing was heard");
            return next;
        }
    }

    private static Admission asked(String user, String text) {
        return new Admission(text, false, new Admission.Client(user, "http", "192.0.2.1", "test"));
    }

    private Query ask(String user, Audience audience) {
        return ask(session, user, audience);
    }

    private Query ask(Session from, String user, Audience audience) {
        return queries.start(
                from,
                asked(user, "SELECT '" + user + "'"),
                (id, listener) -> {
                    Played played = new Played(id, listener);
                    begun.add(played);
                    return played;
                },
                audience);
    }

    private Played nextBegun() throws InterruptedException {
        Played next = begun.poll(WAIT, TimeUnit.SECONDS);
        assertTrue(next != null, "nothing began");
        return next;
    }

    private static SqlState refusal(Runnable asking) {
        return assertThrows(TelegraphException.class, asking::run).state();
    }

    @Test
    void beyondTheLimitStatementsWaitAndAreToldTheirPlace() throws Exception {
        Heard third = new Heard();
        Heard fourth = new Heard();
        ask("ada", new Heard());
        ask("bob", new Heard());
        Query waiting = ask("ada", third);
        ask("ada", fourth);
        assertEquals("queued 1", third.next());
        assertEquals("queued 2", fourth.next());
        assertEquals(2, queries.running());
        assertEquals(2, queries.queued());
        assertEquals(State.QUEUED, queries.find(waiting.id()).orElseThrow().state());
        assertEquals(1, queries.find(waiting.id()).orElseThrow().place());
        Played first = nextBegun();
        nextBegun();
        first.end();
        assertEquals("started", third.next());
        assertEquals(waiting.id(), nextBegun().id());
        assertEquals(State.RUNNING, queries.find(waiting.id()).orElseThrow().state());
        assertEquals(1, queries.queued());
    }

    @Test
    void aStatementThatDoesNotHearIsLeftAndNamed() {
        List<Consumer<Event>> deaf = new ArrayList<>();
        Query left =
                queries.start(
                        session,
                        asked("ada", "SELECT deaf"),
                        (id, listener) -> {
                            deaf.add(listener);
                            return new Played(id, _ -> {});
                        },
                        new Heard());
        queries.close();
        assertEquals(1, queries.running());
        Threads.await("the journal has it", () -> told("query-left").isPresent());
        String line = told("query-left").orElseThrow();
        assertTrue(line.contains(left.id()) && line.contains("SELECT deaf"), line);
        deaf.getFirst().accept(new Event.Failed(TelegraphException.cancelled("at last")));
    }

    private Optional<String> told(String event) {
        return journaled.stream().filter(line -> line.contains('"' + event + '"')).findFirst();
    }

    @Test
    void aStatementThatEndsWhileItIsBegunIsLetGo() throws Exception {
        List<WeakReference<Query>> played = new ArrayList<>();
        Query brief =
                queries.start(
                        session,
                        asked("ada", "SELECT 1"),
                        (id, listener) -> {
                            Played query = new Played(id, listener);
                            played.add(new WeakReference<>(query));
                            query.end();
                            return query;
                        },
                        new Heard());
        QueryLine line = queries.find(brief.id()).orElseThrow();
        assertEquals(State.ENDED, line.state());
        assertEquals(7, line.memoryPeak());
        Threads.await(
                "what is past holds nothing it ran in",
                () -> {
                    System.gc();
                    return played.getFirst().get() == null;
                });
    }

    @Test
    void oneUsersManyStatementsDoNotKeepAnotherWaiting() throws Exception {
        queries = queries(1, 1, 100, Duration.ZERO);
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            asked.add(ask("ada", new Heard()).id());
        }
        String bob = ask("bob", new Heard()).id();
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            Played next = nextBegun();
            order.add(next.id());
            next.end();
        }
        assertTrue(order.indexOf(bob) <= 2, "the queue of one user is not all: order=" + order);
        order.remove(bob);
        assertEquals(asked, order);
    }

    @Test
    void aUserBeyondTheOwnLimitWaitsWhileOthersBegin() throws Exception {
        queries = queries(10, 1, 10, Duration.ZERO);
        Heard second = new Heard();
        Heard other = new Heard();
        ask("ada", new Heard());
        ask("ada", second);
        ask("bob", other);
        assertEquals("queued 1", second.next());
        assertEquals("started", other.next());
    }

    @Test
    void beyondTheQueueStatementsAreRefusedWithTheLimits() {
        queries = queries(1, 1, 1, Duration.ZERO);
        ask("ada", new Heard());
        ask("ada", new Heard());
        TelegraphException refusal =
                assertThrows(TelegraphException.class, () -> ask("bob", new Heard()));
        assertEquals(SqlState.CONFIGURATION_LIMIT, refusal.state());
        assertTrue(refusal.getMessage().contains("queued_queries_limit=1"), refusal.getMessage());
        assertEquals(2, queries.list().size());
    }

    @Test
    void aStatementThatIsTooLongIsRefused() {
        assertEquals(
                SqlState.CONFIGURATION_LIMIT,
                refusal(() ->
                        queries.start(session, asked("ada", "x".repeat(1_001)), new Heard())));
    }

    @Test
    void aStatementOfATransactionNeverWaits() throws Exception {
        ask("ada", new Heard());
        ask("ada", new Heard());
        try (Session block = telegraph.session()) {
            block.begin();
            Heard heard = new Heard();
            ask(block, "ada", heard);
            assertEquals("started", heard.next());
            assertEquals(3, queries.running());
            block.rollback();
        }
    }

    @Test
    void oneThatWaitsCanBeCancelledAndNeverBegins() throws Exception {
        queries = queries(1, 1, 10, Duration.ZERO);
        ask("ada", new Heard());
        Heard heard = new Heard();
        Query waiting = ask("ada", heard);
        assertEquals("queued 1", heard.next());
        assertTrue(queries.cancel(waiting.id(), "bob does not like it"));
        waiting.join();
        Event.Failed failed = (Event.Failed) heard.next();
        assertEquals(SqlState.CANCELLED, failed.cause().state());
        assertEquals("bob does not like it", failed.cause().getMessage());
        assertEquals(State.CANCELLED, queries.find(waiting.id()).orElseThrow().state());
        nextBegun().end();
        assertTrue(begun.isEmpty());
        assertFalse(queries.cancel(waiting.id(), "again"));
        assertFalse(queries.cancel("q0", "unknown"));
    }

    @Test
    void oneThatRunsIsCancelledWithTheReason() throws Exception {
        Heard heard = new Heard();
        Query query = ask("ada", heard);
        assertEquals("started", heard.next());
        assertTrue(queries.cancel(query.id(), "enough"));
        assertEquals("enough", nextBegun().cancelled);
        query.join();
        QueryLine line = queries.find(query.id()).orElseThrow();
        assertEquals(State.CANCELLED, line.state());
        assertEquals("57014", line.sqlState());
        assertEquals(7, line.memoryPeak());
    }

    @Test
    void aStatementBeyondTheServersTimeLimitIsCancelled() throws Exception {
        queries = queries(1, 1, 1, Duration.ofMillis(20));
        Heard heard = new Heard();
        ask("ada", heard).join();
        assertEquals("started", heard.next());
        String message = ((Event.Failed) heard.next()).cause().getMessage();
        assertTrue(message.contains("statement_time_limit=20ms"), message);
    }

    @Test
    void aSlowReaderOfTheLastEventKeepsNobodyWaiting() throws Exception {
        queries = queries(1, 1, 10, Duration.ZERO);
        CountDownLatch slow = new CountDownLatch(1);
        Query first =
                ask(
                        "ada",
                        event -> {
                            try {
                                slow.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        Heard second = new Heard();
        ask("ada", second);
        assertEquals("queued 1", second.next());
        Played played = nextBegun();
        Thread reader = Thread.ofVirtual().start(played::end);
        assertEquals("started", second.next());
        slow.countDown();
        reader.join();
        first.join();
    }

    @Test
    void whoComesLateSeesHowItStandsAndThenWhatChanges() throws Exception {
        Query query = ask("ada", new Heard());
        Played played = nextBegun();
        List<Object[]> rows = List.<Object[]>of(new Object[] {1}, new Object[] {2});
        played.listener.accept(new Event.Columns(List.of(new ResultColumn("n", "integer"))));
        played.listener.accept(new Event.Rows(rows));
        for (int number = 1; number <= 3; number++) {
            played.listener.accept(snapshot(number));
        }
        BlockingQueue<String> changes = new LinkedBlockingQueue<>();
        try (StatementWatch watch =
                queries.watch(query.id(), () -> changes.add("!")).orElseThrow()) {
            assertEquals(Optional.of(new Seen.Started()), watch.poll());
            assertTrue(told(watch) instanceof Event.Columns);
            assertEquals(2, ((Event.Rows) told(watch)).rows().size());
            assertEquals(3, ((Event.Snapshot) told(watch)).number());
            assertEquals(Optional.empty(), watch.poll());
            played.listener.accept(new Event.Rows(rows));
            assertEquals("!", changes.poll(WAIT, TimeUnit.SECONDS));
            assertEquals(2, ((Event.Rows) told(watch)).rows().size());
            assertFalse(watch.isOver());
            played.end();
            assertTrue(told(watch) instanceof Event.End);
            assertTrue(watch.isOver());
            assertEquals(Optional.empty(), watch.poll());
        }
        assertEquals(Optional.empty(), queries.watch("q0", () -> {}));
    }

    private static Event.Snapshot snapshot(int number) {
        return new Event.Snapshot(List.of(), List.of(), new boolean[] {true}, number, 0.5, "");
    }

    private static Event told(StatementWatch watch) {
        return ((Seen.Told) watch.poll().orElseThrow()).event();
    }

    @Test
    void theLastThousandAreRememberedAndTheirFirstRows() throws Exception {
        Query first = ask("ada", new Heard());
        nextBegun().end();
        Query last = first;
        for (int i = 0; i < 1_000; i++) {
            last = ask("ada", new Heard());
            Played played = nextBegun();
            Object[] row = {"x".repeat(40_000)};
            played.listener.accept(new Event.Rows(List.of(row, row, row, row, row, row, row, row)));
            played.end();
        }
        assertEquals(1_000, queries.list().size());
        assertEquals(Optional.empty(), queries.find(first.id()));
        assertEquals(last.id(), queries.list().getFirst().id());
        StatementWatch watch = queries.watch(last.id(), () -> {}).orElseThrow();
        watch.poll();
        assertEquals(6, ((Event.Rows) told(watch)).rows().size(), "no more are kept than 256 KB");
        String oldest = queries.list().getLast().id();
        StatementWatch poor = queries.watch(oldest, () -> {}).orElseThrow();
        poor.poll();
        assertTrue(told(poor) instanceof Event.End, "the rows of old ones make room for new ones");
    }

    @Test
    void whileItDrainsOnlyTransactionsGoOn() throws Exception {
        Heard heard = new Heard();
        ask("ada", heard);
        Played played = nextBegun();
        assertFalse(queries.drain(Duration.ofMillis(10)));
        assertEquals(SqlState.ADMIN_SHUTDOWN, refusal(() -> ask("bob", new Heard())));
        Thread draining = Thread.ofVirtual().unstarted(played::end);
        draining.start();
        assertTrue(queries.drain(Duration.ofSeconds(WAIT)));
        draining.join();
        assertEquals(1, queries.list().size());
    }

    @Test
    void whatStillRunsAtTheEndIsToldWhy() throws Exception {
        queries = queries(1, 1, 10, Duration.ZERO);
        Heard running = new Heard();
        Heard waiting = new Heard();
        ask("ada", running);
        ask("ada", waiting);
        nextBegun();
        queries.close();
        assertEquals("started", running.next());
        assertEquals(SqlState.ADMIN_SHUTDOWN, ((Event.Failed) running.next()).cause().state());
        assertEquals("queued 1", waiting.next());
        assertEquals(SqlState.ADMIN_SHUTDOWN, ((Event.Failed) waiting.next()).cause().state());
        assertTrue(begun.isEmpty());
    }

    @Test
    void theJournalAndTheMetricsTellOfEachWithoutSecrets() throws Exception {
        queries.start(session, asked("ada", "SET secret.x = 'hunter2'"), new Heard()).join();
        queries.start(session, asked("ada", "SELECT 1 / 0"), new Heard()).join();
        journal.close();
        assertEquals(4, journaled.size(), journaled::toString);
        assertFalse(journaled.toString().contains("hunter2"), journaled::toString);
        assertTrue(journaled.get(0).contains("\"event\":\"query-start\""), journaled::toString);
        assertTrue(journaled.get(1).contains("\"state\":\"ended\""), journaled::toString);
        assertTrue(journaled.get(3).contains("\"sqlstate\":\"22012\""), journaled::toString);
        String scraped = metrics.scrape();
        assertTrue(
                scraped.contains("telegraph_query_seconds_count{door=\"http\",state=\"failed\"} 1"),
                scraped);
        assertTrue(scraped.contains("telegraph_queries_running 0"), scraped);
    }

    @Test
    void theFlightRecorderHasEachStatement(@TempDir Path folder)
            throws IOException, InterruptedException {
        Path file = folder.resolve("recording.jfr");
        String id;
        try (Recording recording = new Recording()) {
            recording.enable("telegraph.Query");
            recording.enable("telegraph.Module");
            recording.start();
            Query query =
                    queries.start(
                            session,
                            asked("ada", "SELECT count(*) FROM (VALUES (1), (2)) t(a) WHERE a > 1"),
                            new Heard());
            query.join();
            id = query.id();
            recording.stop();
            recording.dump(file);
        }
        var events = RecordingFile.readAllEvents(file);
        var recorded =
                events.stream()
                        .filter(event -> event.getEventType().getName().equals("telegraph.Query"))
                        .toList();
        assertEquals(1, recorded.size());
        assertEquals(id, recorded.getFirst().getString("id"));
        assertEquals("ended", recorded.getFirst().getString("state"));
    }
}
