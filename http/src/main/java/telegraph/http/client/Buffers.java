package telegraph.http.client;

import telegraph.ground.Ticker;
import telegraph.http.wire.ArrayPool;
import telegraph.http.wire.Inflaters;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;

/// What bodies are received in, within one bound for all connections of an owner.
///
/// Threads: any.
public final class Buffers implements AutoCloseable {
    private final MemoryManager memory = new MemoryManager(Long.MAX_VALUE);
    private final ArrayPool pool;
    private final Inflaters inflaters;

    /// @param bound in octets; one body at a time may go beyond, so that none waits for ever
    public Buffers(long bound, Ticker ticker) {
        Region region = memory.query("http", Long.MAX_VALUE);
        this.pool = new ArrayPool(bound, ticker, region);
        this.inflaters = new Inflaters(region);
    }

    ArrayPool pool() {
        return pool;
    }

    Inflaters inflaters() {
        return inflaters;
    }

    @Override
    public void close() {
        pool.close();
        inflaters.close();
        memory.close();
    }
}
