package telegraph.engine.stem;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Knows when nobody can be reading any more what was taken out of a SteM.
///
/// A reader *enters* before it looks for something and *leaves* when its piece of work is over.
/// What is retired after it was made unreachable is freed once every reader that was in at that
/// moment has left (epochs; Fraser, *Practical Lock-Freedom*, 2004).
///
/// Threads: any; each reader is one thread's.
final class Quiescence {
    private final AtomicLong epoch = new AtomicLong(1);
    private final List<Reader> readers = new ArrayList<>();
    private final ArrayDeque<Retired> retired = new ArrayDeque<>();
    private volatile boolean hasRetired;

    private record Retired(long epoch, Runnable free) {}

    /// One thread's presence.
    final class Reader {
        /// The epoch it entered in, or 0. Others on the same line would slow it down.
        private final AtomicLong entered = new AtomicLong();

        boolean isIn() {
            return entered.getPlain() != 0;
        }

        void enter() {
            entered.set(epoch.get());
        }

        void leave() {
            if (entered.getPlain() != 0) {
                entered.setRelease(0);
                if (hasRetired) {
                    reclaim();
                }
            }
        }
    }

    synchronized Reader reader() {
        Reader reader = new Reader();
        readers.add(reader);
        return reader;
    }

    /// Frees something that can no longer be found, as soon as nobody reads it.
    synchronized void retire(Runnable free) {
        retired.add(new Retired(epoch.incrementAndGet(), free));
        hasRetired = true;
        reclaim();
    }

    /// Frees what nobody reads.
    synchronized void reclaim() {
        long oldest = Long.MAX_VALUE;
        for (Reader reader : readers) {
            long in = reader.entered.get();
            oldest = in == 0 ? oldest : Math.min(oldest, in);
        }
        while (!retired.isEmpty() && retired.peek().epoch <= oldest) {
            retired.poll().free.run();
        }
        hasRetired = !retired.isEmpty();
    }
}
