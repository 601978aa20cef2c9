package telegraph.engine.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Readers that find no room are served in the order in which they came.
class InboxTest {
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

    @Test
    void aReaderThatWaitsIsNotOvertaken() throws InterruptedException {
        try (MemoryManager memory = new MemoryManager(16 << 20);
                Region region = memory.query("test", 16 << 20)) {
            Ledger ledger = new Ledger(1, true);
            LongSupplier unknown = () -> -1;
            Inbox inbox = new Inbox(List.of(new Inbox.Input(true, unknown)), 1, ledger);
            inbox.feedOpened(0);
            Ledger.Entry lane = ledger.lane(0);
            List<Thread> readers = new ArrayList<>();
            int count = 40;
            for (int unit = 0; unit < count; unit++) {
                Thread reader = put(inbox, new Arrival(0, batch(region), unit, null, lane));
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
                    readers.add(put(inbox, new Arrival(0, batch(region), count, null, lane)));
                }
                arrival.batch().unpin();
            }
            for (Thread reader : readers) {
                reader.join();
            }
            assertEquals(expected, order);
        }
    }
}
