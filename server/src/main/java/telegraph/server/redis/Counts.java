package telegraph.server.redis;

import java.util.concurrent.atomic.LongAdder;

/// What the door counts, as INFO tells it.
///
/// Threads: any.
final class Counts {
    private final LongAdder commands = new LongAdder();
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder expired = new LongAdder();

    void command() {
        commands.increment();
    }

    void found(boolean there) {
        (there ? hits : misses).increment();
    }

    void expired(long keys) {
        expired.add(keys);
    }

    long commands() {
        return commands.sum();
    }

    long hits() {
        return hits.sum();
    }

    long misses() {
        return misses.sum();
    }

    long expired() {
        return expired.sum();
    }
}
