package telegraph.http.wire;

import java.util.concurrent.atomic.AtomicLong;
import telegraph.ground.TelegraphException;
import telegraph.http.FetchOutcome;
import telegraph.memory.Region;

/// What the connections of a client hold on the heap, TLS above all.
///
/// A connection under way is charged to the region, come what may; one that nobody uses is closed
/// when all together hold more than the bound. So a crawl of a hundred thousand sites does not keep
/// a connection to each.
///
/// Threads: any.
public final class OpenWires {
    /// About what the platform keeps for a socket, and for TLS on top of that.
    public static final int PLAIN_BYTES = 2 << 10;

    static final int TLS_BYTES = 24 << 10;

    private final AtomicLong bytes = new AtomicLong();
    private final long bound;
    private final Region region;

    public OpenWires(long bound, Region region) {
        this.bound = bound;
        this.region = region;
    }

    /// Counts a connection that is about to be made; returns what it counts for.
    public int add(boolean tls) throws FetchFailure {
        int more = tls ? TLS_BYTES : PLAIN_BYTES;
        try {
            region.charge(more);
        } catch (TelegraphException e) {
            throw new FetchFailure(
                    FetchOutcome.TIMEOUT,
                    "no memory for a connection: bytes=" + more + " held=" + bytes.get());
        }
        bytes.addAndGet(more);
        return more;
    }

    void remove(int less) {
        bytes.addAndGet(-less);
        region.discharge(less);
    }

    /// Whether a connection that nobody uses may stay open.
    public boolean hasRoom() {
        return bytes.get() <= bound;
    }
}
