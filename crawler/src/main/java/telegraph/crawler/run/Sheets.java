package telegraph.crawler.run;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import telegraph.memory.Region;

/// The sheets that there are, and the memory of their records.
///
/// Invariant: records that grew beyond [#USUAL_BYTES] take up [#recordBytes] together at most, but
/// for one that may always grow, so that the largest page gets through.
///
/// Threads: any. Whoever finds nothing free looks again after [#PAUSE_NANOS].
final class Sheets implements AutoCloseable {
    private static final int USUAL_BYTES = 64 << 10;
    private static final long PAUSE_NANOS = 1_000_000;

    private final AtomicReferenceArray<Sheet> free;
    private final AtomicLong grown = new AtomicLong();
    private final Region region;
    private final long usualBytes;
    private final long recordBytes;

    Sheets(Region region, long recordBytes) {
        int count = Math.clamp(recordBytes / 2 / USUAL_BYTES, 4, 1024);
        this.region = region;
        this.usualBytes = (long) count * USUAL_BYTES;
        this.recordBytes = recordBytes - usualBytes;
        region.charge(usualBytes);
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
            LockSupport.parkNanos(this, PAUSE_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException("the crawl ends");
            }
        }
    }

    private Sheet tryTake() {
        for (int i = 0; i < free.length(); i++) {
            Sheet sheet = free.getPlain(i);
            if (sheet != null && free.compareAndSet(i, sheet, null)) {
                return sheet;
            }
        }
        return null;
    }

    /// Waits until a record may grow to `bytes`, and counts it.
    void demand(Sheet sheet, long bytes) throws InterruptedException {
        long more = bytes - USUAL_BYTES;
        if (more <= 0) {
            return;
        }
        while (true) {
            long before = grown.get();
            if ((before == 0 || before + more <= recordBytes)
                    && grown.compareAndSet(before, before + more)) {
                break;
            }
            LockSupport.parkNanos(this, PAUSE_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException("the crawl ends");
            }
        }
        sheet.charged(more);
        region.charge(more);
    }

    /// Takes a sheet back.
    void give(Sheet sheet) {
        if (sheet.charged() > 0) {
            region.discharge(sheet.charged());
            grown.addAndGet(-sheet.charged());
            sheet.charged(0);
        }
        sheet.record().octets().shrink(USUAL_BYTES);
        for (int i = 0; ; i = (i + 1) % free.length()) {
            if (free.getPlain(i) == null && free.compareAndSet(i, null, sheet)) {
                return;
            }
        }
    }

    @Override
    public void close() {
        region.discharge(usualBytes);
    }
}
