package telegraph.server.resp;

import java.util.concurrent.atomic.LongAdder;

/// What the door counts, as INFO tells it.
///
/// Threads: any.
public final class Counts {
    private final LongAdder commands = new LongAdder();
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder expired = new LongAdder();

    public void command() {
        commands.increment();
    }

    public void found(boolean there) {
        (there ? hits : misses).increment();
    }

    public void expired(long keys) {
        expired.add(keys);
    }

    public long commands() {
        return commands.sum();
    }

    public long hits() {
        return hits.sum();
    }

    public long misses() {
        return misses.sum();
    }

    public long expired() {
        return expired.sum();
    }
}
