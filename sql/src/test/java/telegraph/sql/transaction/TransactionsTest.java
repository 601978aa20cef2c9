package telegraph.sql.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TransactionControl;
import telegraph.sql.Settings;
import telegraph.tables.catalog.SearchPath;
import telegraph.tables.catalog.Temporaries;
import telegraph.testkit.Threads;

/// The end of a conversation while somebody is still at work in it.
class TransactionsTest {
    private static final Path DIRECTORY = Path.of("/conversation");

    private SandboxStore store;
    private Transactions transactions;
    private long committed;
    private long rolledBack;

    @BeforeEach
    void open() {
        Disk disk = Disk.inMemory();
        store =
                new SandboxStore(
                        DIRECTORY,
                        disk,
                        Settings.load(disk, DIRECTORY, Map.of(), Map.of("store_cache", "4MB")),
                        System::nanoTime);
        store.get();
        Temporaries temporaries = store.temporaries(() -> SearchPath.of(SearchPath.INITIAL));
        committed = store.counted().commits();
        rolledBack = store.counted().rollbacks();
        transactions =
                new Transactions(
                        () -> store.work(temporaries),
                        () ->
                                new TransactionControl.Modes(
                                        Optional.of(Isolation.READ_COMMITTED), Optional.empty()),
                        () -> Long.MAX_VALUE,
                        Clock.systemUTC());
    }

    @AfterEach
    void close() {
        store.close();
    }

    /// One that has made something.
    private TransactionWork worked(boolean inBlock) {
        TransactionWork work = transactions.enterNow(inBlock);
        work.transaction().create();
        return work;
    }

    @Test
    void closingWaitsForAllThatIsUnderWay() throws InterruptedException {
        TransactionWork first = transactions.enter();
        first.transaction().create();
        TransactionWork second = transactions.enter();
        second.transaction().create();
        Thread closing = new Thread(transactions::close, "closes");
        closing.start();
        Threads.await("it waits", () -> closing.getState() == Thread.State.WAITING);
        transactions.leave(first, true);
        assertFalse(closing.join(Duration.ofMillis(100)), "one is left");
        transactions.leave(second, false);
        closing.join();
        assertEquals(committed + 1, store.counted().commits());
        assertEquals(rolledBack + 1, store.counted().rollbacks());
    }

    @Test
    void nothingBeginsOnceItIsRefused() throws InterruptedException {
        TransactionWork work = transactions.enter();
        transactions.refuse();
        refused(transactions::enter);
        refused(() -> transactions.enterNow(true));
        transactions.leave(work, true);
    }

    private static void refused(Executable entering) {
        TelegraphException e = assertThrows(TelegraphException.class, entering);
        assertEquals(SqlState.CANCELLED, e.state());
    }

    @Test
    void whoWaitsForTheBlockIsToldThatItIsClosed() throws InterruptedException {
        TransactionWork block = worked(true);
        AtomicBoolean told = new AtomicBoolean();
        Thread waiting =
                new Thread(
                        () -> {
                            refused(transactions::enter);
                            told.set(true);
                        },
                        "waits");
        waiting.start();
        Threads.await("it waits", () -> waiting.getState() == Thread.State.WAITING);
        transactions.refuse();
        transactions.leave(block, true);
        waiting.join();
        assertTrue(told.get());
    }

    /// What was done in a block lasts if somebody says so, and not since another statement ended.
    @Test
    void aBlockIsRolledBackWhicheverStatementEndsBeforeIt() {
        TransactionWork own = worked(false);
        TransactionWork block = worked(true);
        transactions.refuse();
        transactions.leave(own, true);
        transactions.leave(block, true);
        assertEquals(committed + 1, store.counted().commits());
        assertEquals(rolledBack + 1, store.counted().rollbacks());
    }

    @Test
    void aThreadIsInterruptedForItsStatementAndNoLonger() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        AtomicBoolean stopped = new AtomicBoolean();
        AtomicBoolean after = new AtomicBoolean();
        Thread own =
                new Thread(
                        () -> {
                            TransactionWork work = transactions.enterNow(false);
                            entered.countDown();
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException e) {
                                stopped.set(true);
                            }
                            transactions.leave(work, false);
                            after.set(Thread.currentThread().isInterrupted());
                        },
                        "does it itself");
        own.start();
        entered.await();
        transactions.close();
        own.join();
        assertTrue(stopped.get());
        assertFalse(after.get());
    }
}
