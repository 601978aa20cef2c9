package telegraph.server.http.wire;

import java.util.concurrent.atomic.AtomicLong;

/// The bytes that large bodies of some kind of clients may take together.
///
/// Threads: any.
final class Bodies {
    private final long most;
    private final AtomicLong taken = new AtomicLong();

    Bodies(long most) {
        this.most = most;
    }

    /// What one body takes, nothing yet.
    Share share() {
        return new Share(this);
    }

    /// What all of them take.
    long taken() {
        return taken.get();
    }

    private boolean take(long more) {
        if (taken.addAndGet(more) > most) {
            taken.addAndGet(-more);
            return false;
        }
        return true;
    }

    /// What one body takes.
    ///
    /// Threads: one at a time.
    static final class Share implements AutoCloseable {
        private Bodies from;
        private long bytes;

        private Share(Bodies from) {
            this.from = from;
        }

        /// Takes more, until it is so many bytes; false, with no more taken, if there are not so
        /// many.
        boolean grow(long to) {
            if (!from.take(to - bytes)) {
                return false;
            }
            bytes = to;
            return true;
        }

        /// Takes the same from elsewhere; false, with nothing changed, if there is not so much.
        boolean move(Bodies elsewhere) {
            if (elsewhere == from || bytes == 0) {
                return true;
            }
            if (!elsewhere.take(bytes)) {
                return false;
            }
            from.taken.addAndGet(-bytes);
            from = elsewhere;
            return true;
        }

        /// Gives back everything.
        @Override
        public void close() {
            from.taken.addAndGet(-bytes);
            bytes = 0;
        }
    }
}
