package telegraph.crawler.visit;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/// The few places at which pages are read, one for each processor and some.
///
/// Reading a page does not wait for anything, so more pages cannot be read at once than there are
/// processors, however many fetchers there are; and the buffers of a scanner are large.
///
/// Threads: any.
public final class Desks {
    private final AtomicReferenceArray<Desk> free;

    public Desks(int count, Supplier<Desk> made) {
        free = new AtomicReferenceArray<>(count);
        for (int i = 0; i < count; i++) {
            free.set(i, made.get());
        }
    }

    /// A desk that nobody sits at.
    public Desk take() {
        while (true) {
            for (int i = 0; i < free.length(); i++) {
                Desk desk = free.getPlain(i);
                if (desk != null && free.compareAndSet(i, desk, null)) {
                    return desk;
                }
            }
            Thread.yield();
        }
    }

    public void give(Desk desk) {
        for (int i = 0; ; i = (i + 1) % free.length()) {
            if (free.getPlain(i) == null && free.compareAndSet(i, null, desk)) {
                return;
            }
        }
    }
}
