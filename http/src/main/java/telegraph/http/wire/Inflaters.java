package telegraph.http.wire;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.zip.Inflater;
import telegraph.ground.TelegraphException;
import telegraph.http.FetchOutcome;
import telegraph.memory.Region;

/// Inflaters of raw deflate, kept for the next body that is packed.
///
/// There are as many as bodies being unpacked at once, and a few more that are kept; each is
/// charged to the region with about what zlib takes.
///
/// Threads: any.
public final class Inflaters implements AutoCloseable {
    private static final int KEPT_MAX = 32;
    private static final int BYTES_EACH = 40 << 10;

    private final AtomicReferenceArray<Inflater> kept = new AtomicReferenceArray<>(KEPT_MAX);
    private final Region region;
    private volatile boolean closed;

    public Inflaters(Region region) {
        this.region = region;
    }

    public Inflater take() throws FetchFailure {
        for (int i = 0; i < KEPT_MAX; i++) {
            Inflater inflater = kept.getPlain(i);
            if (inflater != null && kept.compareAndSet(i, inflater, null)) {
                return inflater;
            }
        }
        try {
            region.charge(BYTES_EACH);
        } catch (TelegraphException e) {
            throw new FetchFailure(
                    FetchOutcome.TIMEOUT, "no memory to unpack a body: bytes=" + BYTES_EACH);
        }
        return new Inflater(true);
    }

    public void give(Inflater inflater) {
        inflater.reset();
        for (int i = 0; i < KEPT_MAX && !closed; i++) {
            if (kept.getPlain(i) == null && kept.compareAndSet(i, null, inflater)) {
                if (closed) {
                    close();
                }
                return;
            }
        }
        end(inflater);
    }

    private void end(Inflater inflater) {
        inflater.end();
        region.discharge(BYTES_EACH);
    }

    @Override
    public void close() {
        closed = true;
        for (int i = 0; i < KEPT_MAX; i++) {
            Inflater inflater = kept.getAndSet(i, null);
            if (inflater != null) {
                end(inflater);
            }
        }
    }
}
