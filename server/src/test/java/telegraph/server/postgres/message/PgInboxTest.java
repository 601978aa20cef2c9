package telegraph.server.postgres.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;

class PgInboxTest {
    private final LongMessages all = new LongMessages(1 << 20);
    private final AtomicInteger rooms = new AtomicInteger();
    private final PgInbox inbox = new PgInbox(all, rooms::incrementAndGet);

    private static Message message(int bytes) {
        return message(Kind.QUERY, bytes);
    }

    private static Message message(byte kind, int bytes) {
        return new Message(kind, Unpooled.wrappedBuffer(new byte[bytes]), bytes);
    }

    @Test
    void messagesComeOutInTheirOrder() throws InterruptedException {
        inbox.put(message(1));
        inbox.put(message(Kind.SYNC, 0));
        assertFalse(inbox.isNext(Kind.SYNC));
        assertEquals(1, inbox.take().length());
        assertTrue(inbox.isNext(Kind.SYNC));
        assertEquals(Kind.SYNC, inbox.poll().type());
        assertNull(inbox.poll());
    }

    @Test
    void readingStopsAtAThousandMessagesAndGoesOnAtHalfOfThem() {
        int put = 1;
        while (inbox.put(message(1))) {
            put++;
        }
        assertEquals(1_024, put);
        for (int taken = 0; taken < 511; taken++) {
            inbox.poll();
        }
        assertEquals(0, rooms.get());
        inbox.poll();
        assertEquals(1, rooms.get());
        assertTrue(inbox.put(message(1)));
    }

    @Test
    void readingStopsAtAQuarterOfAMegabyte() {
        assertTrue(inbox.put(message(200_000)));
        assertFalse(inbox.put(message(100_000)));
        inbox.poll();
        assertEquals(1, rooms.get());
    }

    @Test
    void whoWaitsForAMessageIsToldThatNoneComes() throws InterruptedException {
        Thread closing = Thread.ofVirtual().start(inbox::close);
        assertNull(inbox.take());
        closing.join();
    }

    @Test
    void longMessagesAreCountedUntilTheyAreTakenOrNeverWillBe() {
        all.take(100_000);
        inbox.put(message(100_000));
        all.take(200_000);
        inbox.put(message(200_000));
        all.take(10);
        inbox.put(message(10));
        assertEquals(300_000, all.taken());
        assertThrows(TelegraphException.class, () -> all.take(1 << 20));
        inbox.poll();
        assertEquals(200_000, all.taken());
        inbox.close();
        assertEquals(0, all.taken());
        all.take(100_000);
        inbox.put(message(100_000));
        assertEquals(0, all.taken());
    }

    @Test
    void whatNobodyTakesIsGivenBack() {
        Message waiting = message(10);
        Message late = message(10);
        inbox.put(waiting);
        inbox.close();
        assertEquals(0, waiting.body().refCnt());
        inbox.put(late);
        assertEquals(0, late.body().refCnt());
    }
}
