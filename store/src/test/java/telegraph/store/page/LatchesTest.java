package telegraph.store.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LatchesTest {
    private final Latches latches = new Latches(new FrameWords(4));

    @Test
    void aChangeMakesOlderVersionsInvalid() {
        long version = latches.optimistic(2);
        assertTrue(latches.valid(2, version));
        assertTrue(latches.tryExclusive(2, version));
        assertFalse(latches.valid(2, version));
        latches.release(2);
        assertFalse(latches.valid(2, version));
        assertFalse(latches.tryExclusive(2, version));
        assertNotEquals(version, latches.optimistic(2));
        assertTrue(latches.valid(1, latches.optimistic(1)));
    }

    @Test
    void givenBackUnchangedVersionsAreValidAgain() {
        long version = latches.optimistic(0);
        latches.exclusive(0);
        assertFalse(latches.valid(0, version));
        latches.releaseUnchanged(0);
        assertTrue(latches.valid(0, version));
    }

    @Test
    void sharedHoldersKeepWritersOutAndReadersDoNotSeeThem() {
        long version = latches.optimistic(0);
        assertTrue(latches.tryShared(0));
        assertTrue(latches.tryShared(0));
        assertTrue(latches.valid(0, version));
        assertEquals(version, latches.optimistic(0));
        assertFalse(latches.tryExclusive(0));
        assertFalse(latches.tryExclusive(0, version));
        latches.releaseShared(0);
        assertFalse(latches.tryExclusive(0));
        latches.releaseShared(0);
        assertTrue(latches.tryExclusive(0, version));
        assertFalse(latches.tryShared(0));
        latches.release(0);
    }

    @Test
    void nobodyGivesBackWhatHeDoesNotHave() {
        assertThrows(IllegalStateException.class, () -> latches.release(0));
        assertThrows(IllegalStateException.class, () -> latches.releaseUnchanged(0));
        assertThrows(IllegalStateException.class, () -> latches.releaseShared(0));
    }

    @Test
    void writersAreAloneAndSharedHoldersWithEachOther() throws Exception {
        AtomicInteger writers = new AtomicInteger();
        AtomicInteger sharers = new AtomicInteger();
        AtomicInteger together = new AtomicInteger();
        long[] count = new long[1];
        Crew.run(
                4,
                member -> {
                    for (int i = 0; i < 30_000; i++) {
                        if (member < 2) {
                            latches.exclusive(1);
                            assertEquals(1, writers.incrementAndGet());
                            assertEquals(0, sharers.get());
                            count[0]++;
                            writers.decrementAndGet();
                            latches.release(1);
                        } else {
                            latches.shared(1);
                            together.accumulateAndGet(sharers.incrementAndGet(), Math::max);
                            assertEquals(0, writers.get());
                            sharers.decrementAndGet();
                            latches.releaseShared(1);
                        }
                    }
                });
        assertEquals(60_000, count[0]);
        assertTrue(together.get() >= 1);
    }

    @Test
    void aValidReadIsNeverTornAndGoesForward() throws Exception {
        long[] words = new long[64];
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong reads = new AtomicLong();
        AtomicLong invalid = new AtomicLong();
        Crew.run(
                3,
                member -> {
                    if (member == 0) {
                        for (long n = 1; n <= 50_000 || reads.get() < 1_000; n++) {
                            latches.exclusive(3);
                            for (int i = 0; i < words.length; i++) {
                                words[i] = n;
                            }
                            latches.release(3);
                        }
                        done.set(true);
                        return;
                    }
                    long last = 0;
                    while (!done.get()) {
                        long version = latches.optimistic(3);
                        long first = words[0];
                        long different = 0;
                        for (int i = 1; i < words.length; i++) {
                            different |= words[i] ^ first;
                        }
                        if (latches.valid(3, version)) {
                            assertEquals(0, different);
                            assertTrue(first >= last);
                            last = first;
                            reads.incrementAndGet();
                        } else {
                            invalid.incrementAndGet();
                        }
                    }
                });
        assertTrue(reads.get() >= 1_000, "reads=" + reads + " invalid=" + invalid);
    }
}
