package telegraph.store.page;

import java.util.concurrent.atomic.AtomicReferenceArray;

/// Arrays of the size of a page that nobody needs just now: whoever changes several pages together
/// keeps what they were before, for a moment.
///
/// At most [#SPARE_MAX] are kept; who finds none makes one, and those given back beyond that are
/// garbage.
///
/// Threads: any.
public final class SparePages {
    static final int SPARE_MAX = 16;

    private final AtomicReferenceArray<byte[]> spare = new AtomicReferenceArray<>(SPARE_MAX);

    /// An array with anything in it, to be given back.
    public byte[] take() {
        for (int i = 0; i < SPARE_MAX; i++) {
            byte[] found = spare.get(i) == null ? null : spare.getAndSet(i, null);
            if (found != null) {
                return found;
            }
        }
        return new byte[Page.BYTES];
    }

    /// Takes back an array, which the caller does not use any more.
    public void give(byte[] page) {
        for (int i = 0; i < SPARE_MAX; i++) {
            if (spare.get(i) == null && spare.compareAndSet(i, null, page)) {
                return;
            }
        }
    }
}
