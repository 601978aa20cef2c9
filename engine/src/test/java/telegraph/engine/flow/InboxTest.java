package telegraph.engine.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import telegraph.ground.Ticker;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.testkit.Threads;

/// When an input is complete, in which order readers that find no room are served, and which worker
/// is woken.
class InboxTest {
    private static final LongSupplier UNKNOWN = () -> -1;

    private static Batch batch(Region region) {
        try (BatchBuilder builder = new BatchBuilder(region, List.of(Type.INTEGER))) {
            builder.setInt(0, 1);
            builder.endRow();
            return builder.build();
        }
    }

    private static Thread put(Inbox inbox, Arrival arrival) {
        return Thread.ofPlatform()
                .start(() -> {
                    try {
                        inbox.put(arrival);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    /// An answer to a lookup may come before the scan beside it has begun.
    @Test
    void anInputIsNotCompleteBeforeItsFeedHasEnded() throws InterruptedException {
        try (MemoryManager memory = new MemoryManager(16 << 20);
                Region region = memory.query("test", 16 << 20)) {
            UnitLedger ledger = new UnitLedger(1, true);
            Inbox inbox =
                    new Inbox(
                            List.of(new Inbox.Input(true, UNKNOWN)),
                            1 << 20,
                            ledger,
                            Ticker.SYSTEM,
                            true);
            inbox.tokens().begun();
            UnitLedger.Entry asked = new UnitLedger.Entry();
            inbox.put(new Arrival(0, false, batch(region), -1, null, asked));
            Arrival arrival = (Arrival) inbox.next();
            arrival.batch().unpin();
            inbox.tokens().built(0);
            assertFalse(inbox.tokens().isComplete(0));
            inbox.done(arrival);
            inbox.tokens().over();
            assertFalse(inbox.tokens().isComplete(0));
            inbox.feedEnded(0);
            assertTrue(inbox.tokens().isComplete(0));
            assertNull(inbox.next());
        }
    }

    @Test
    void aReaderThatWaitsIsNotOvertaken() throws InterruptedException {
        try (MemoryManager memory = new MemoryManager(16 << 20);
                Region region = memory.query("test", 16 << 20)) {
            UnitLedger ledger = new UnitLedger(1, true);
            Inbox inbox =
                    new Inbox(
                            List.of(new Inbox.Input(true, UNKNOWN)),
                            1,
                            ledger,
                            Ticker.SYSTEM,
                            true);
            UnitLedger.Entry lane = ledger.lane(0);
            List<Thread> readers = new ArrayList<>();
            int count = 40;
            for (int unit = 0; unit < count; unit++) {
                Thread reader = put(inbox, new Arrival(0, true, batch(region), unit, null, lane));
                readers.add(reader);
                // The first finds room; each of the others waits before the next one comes.
                Thread.State wanted = unit == 0 ? Thread.State.TERMINATED : Thread.State.WAITING;
                while (reader.getState() != wanted) {
                    Thread.onSpinWait();
                }
            }
            List<Integer> order = new ArrayList<>();
            List<Integer> expected = new ArrayList<>();
            for (int taken = 0; taken < 2 * count; taken++) {
                Arrival arrival = (Arrival) inbox.next();
                if (arrival.unit() < count) {
                    order.add(arrival.unit());
                    expected.add(taken);
                    // Somebody comes at the moment when there is room.
                    readers.add(put(inbox, new Arrival(0, true, batch(region), count, null, lane)));
                }
                arrival.batch().unpin();
            }
            for (Thread reader : readers) {
                reader.join();
            }
            assertEquals(expected, order);
        }
    }

    /// A worker that waits with a unit in hand does not take deferred probes, and must not be woken
    /// in the place of one that does.
    @Test
    void deferredProbesWakeAWorkerThatTakesThem() throws InterruptedException {
        UnitLedger ledger = new UnitLedger(1, true);
        Inbox inbox =
                new Inbox(List.of(new Inbox.Input(true, UNKNOWN)), 1, ledger, Ticker.SYSTEM, true);
        UnitLedger.Entry lane = ledger.lane(0);
        inbox.roomIn(_ -> false);
        inbox.park(new Parked(1, 1, 0, 0, 0, 1 << 17, lane));
        Unit unit = new Unit(new PulledScan(0, null, null, null), 0, lane);
        Thread reader = new Thread(() -> take(() -> inbox.before(unit)));
        reader.start();
        Threads.await("the reader waits", () -> reader.getState() == Thread.State.WAITING);
        AtomicReference<WorkItem> taken = new AtomicReference<>();
        Thread idle = new Thread(() -> taken.set(take(inbox::next)));
        idle.start();
        Threads.await("the other waits", () -> idle.getState() == Thread.State.WAITING);
        Replay replay = new Replay(0, -1, 0, lane);
        inbox.defer(replay);
        Threads.await("the probes are taken", () -> taken.get() == replay);
        inbox.halt();
        idle.join();
        reader.join();
    }

    private static WorkItem take(Callable<WorkItem> from) {
        try {
            return from.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
