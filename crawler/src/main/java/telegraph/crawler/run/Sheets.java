package telegraph.crawler.run;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import telegraph.crawler.visit.Sheet;
import telegraph.memory.Region;

/// The sheets that there are, and the memory of their records.
///
/// Invariant: records that grew beyond [#USUAL_BYTES] take up half of the bytes together, and what
/// pages that are being read now add: who is about to read one waits until less is taken up.
///
/// Threads: any. The memory is the region's until that closes.
final class Sheets {
    private static final int USUAL_BYTES = 64 << 10;
    private static final long PAUSE_NANOS = 1_000_000;

    private final AtomicReferenceArray<Sheet> free;
    private final Waiters waiters = new Waiters();
    private final AtomicLong grown = new AtomicLong();
    private final long bytes;

    Sheets(Region region, long bytes) {
        int count = Math.clamp(bytes / 2 / USUAL_BYTES, 4, 1024);
        this.bytes = bytes;
        region.charge(bytes);
        free = new AtomicReferenceArray<>(count);
        for (int i = 0; i < count; i++) {
            free.set(i, new Sheet());
        }
    }

    /// A free sheet; waits for one.
    Sheet take() throws InterruptedException {
        while (true) {
            Sheet sheet = tryTake();
            if (sheet != null) {
                return sheet;
            }
            Waiters.Waiter waiter = waiters.enter();
            sheet = tryTake();
            if (sheet == null) {
                waiter.await();
                continue;
            }
            if (!waiter.leave()) {
                waiters.wakeOne();
            }
            return sheet;
        }
    }

    /// A free sheet, or null.
    Sheet tryTake() {
        for (int i = 0; i < free.length(); i++) {
            Sheet sheet = free.getPlain(i);
            if (sheet != null && free.compareAndSet(i, sheet, null)) {
                return sheet;
            }
        }
        return null;
    }

    /// Waits until a record may grow.
    void awaitRoom() throws InterruptedException {
        while (grown.get() > bytes / 2) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException("the crawl ends");
            }
        }
    }

    /// A record is written: counts by how much it grew.
    void settle(Sheet sheet) {
        long more = sheet.record().octets().array().length - USUAL_BYTES;
        if (more > 0) {
            sheet.grown(more);
            grown.addAndGet(more);
        }
    }

    /// Takes a sheet back.
    void give(Sheet sheet) {
        if (sheet.grown() > 0) {
            grown.addAndGet(-sheet.grown());
            sheet.grown(0);
            sheet.record().octets().shrink(USUAL_BYTES);
        }
        for (int i = 0; ; i = (i + 1) % free.length()) {
            if (free.getPlain(i) == null && free.compareAndSet(i, null, sheet)) {
                waiters.wakeOne();
                return;
            }
        }
    }
}
