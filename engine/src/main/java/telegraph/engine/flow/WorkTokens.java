package telegraph.engine.flow;

import java.util.concurrent.locks.ReentrantLock;

/// The count that says when a block is done, and which of its inputs are complete.
///
/// Invariants:
///
/// 1. There is a token for each open feed, each lookup not ended, and all work queued, put off or
///    in a worker's hands. At zero nothing can ever come again (R12).
/// 2. An input is *complete* when its feed has ended and all that arrived is built. It stays so. A
///    feed is open from the beginning, however late it comes to deliver: rows that were looked up
///    may be there before.
/// 3. A scan is *dispensable* when its rows are looked up too, no tuple relies on it, and all
///    tokens left are those of such scans.
///
/// Threads: any.
public final class WorkTokens {
    private final ReentrantLock lock;
    private final Lanes lanes;
    private final Backlog backlog;
    private final WaitSet workers;
    private final Feed[] feeds;
    private Listener listener = new Listener() {};
    private long tokens;
    private volatile boolean halted;

    /// Hears what happens to inputs. Called without any lock.
    public interface Listener {
        /// All rows of the input are in its SteM.
        default void completed(int input) {}

        /// All that anybody needs of the input has been looked up; the scan may stop.
        default void dispensable(int input) {}
    }

    /// How far the feed of an input is.
    private static final class Feed {
        /// Whether it has not ended.
        private boolean open;

        /// Batches queued, or taken and not yet in their SteM.
        private int unbuilt;

        /// Whether lookups may make the scan dispensable.
        private boolean rival;

        /// Whether some tuple relies on the scan.
        private volatile boolean needed;

        private volatile boolean complete;
    }

    WorkTokens(ReentrantLock lock, Lanes lanes, Backlog backlog, WaitSet workers) {
        this.lock = lock;
        this.lanes = lanes;
        this.backlog = backlog;
        this.workers = workers;
        this.feeds = new Feed[lanes.size()];
        for (int i = 0; i < feeds.length; i++) {
            feeds[i] = new Feed();
        }
    }

    public void listen(Listener to) {
        lock.lock();
        try {
            listener = to;
        } finally {
            lock.unlock();
        }
    }

    /// An input's rows are scanned and looked up at once: if all that is needed can be looked up
    /// first, the scan is dispensable.
    void rivals(int input) {
        lock.lock();
        try {
            feeds[input].rival = true;
        } finally {
            lock.unlock();
        }
    }

    /// Some tuple relies on the scan of an input to bring its matches.
    public void needsScan(int input) {
        lock.lock();
        try {
            feeds[input].needed = true;
        } finally {
            lock.unlock();
        }
    }

    /// Whether some tuple relies on the scan of an input.
    boolean isScanNeeded(int input) {
        return feeds[input].needed;
    }

    /// The feed of an input is open.
    void feedBegins(int input) {
        lock.lock();
        try {
            if (!feeds[input].open) {
                feeds[input].open = true;
                tokens++;
            }
        } finally {
            lock.unlock();
        }
    }

    /// The feed of an input has delivered all.
    void feedEnded(int input) {
        lock.lock();
        try {
            feeds[input].open = false;
            tokens--;
        } finally {
            lock.unlock();
        }
        settle(input);
    }

    /// A lookup, or anything else that may yet bring work, has begun.
    public void begun() {
        lock.lock();
        try {
            tokens++;
        } finally {
            lock.unlock();
        }
    }

    /// What [#begun] announced is over.
    public void over() {
        lock.lock();
        try {
            tokens--;
        } finally {
            lock.unlock();
        }
        settle(-1);
    }

    /// Rows of an input are queued. Under the lock.
    void arrived(int input) {
        feeds[input].unbuilt++;
        tokens++;
    }

    /// The rows of an arrival are in their SteM, or need not be.
    public void built(int input) {
        lock.lock();
        try {
            feeds[input].unbuilt--;
        } finally {
            lock.unlock();
        }
        settle(input);
    }

    /// Draws the conclusions from one token less, and tells those concerned.
    private void settle(int input) {
        boolean completed = false;
        long dismissed = 0;
        Listener told;
        lock.lock();
        try {
            told = listener;
            if (input >= 0) {
                Feed feed = feeds[input];
                completed = lanes.isFed(input) && !feed.open && feed.unbuilt == 0 && !feed.complete;
                feed.complete |= completed;
            }
            if (tokens == 0) {
                workers.wakeAll();
            } else if (backlog.hasParked()) {
                workers.wakeOne();
            } else if (backlog.hasDeferred()) {
                workers.wakeIdle();
            }
            dismissed = dispensable();
        } finally {
            lock.unlock();
        }
        if (completed) {
            told.completed(input);
            release(input);
        }
        for (; dismissed != 0; dismissed &= dismissed - 1) {
            told.dispensable(Long.numberOfTrailingZeros(dismissed));
        }
    }

    private void release(int input) {
        lock.lock();
        try {
            lanes.release(input);
            workers.wakeAll();
        } finally {
            lock.unlock();
        }
    }

    /// The inputs that are still being scanned though nothing else is going on.
    private long dispensable() {
        long inputs = 0;
        long open = 0;
        for (int i = 0; i < feeds.length; i++) {
            if (feeds[i].rival && !feeds[i].needed && feeds[i].open) {
                inputs |= 1L << i;
                open++;
            }
        }
        return open > 0 && tokens == open && !halted ? inputs : 0;
    }

    /// Whether rows may still come by themselves. Under the lock.
    boolean isFed() {
        for (Feed feed : feeds) {
            if (feed.open) {
                return true;
            }
        }
        return false;
    }

    /// Whether there is nothing to do any more. Under the lock.
    boolean isOver() {
        return halted || tokens == 0;
    }

    /// From now on there is nothing to do, whatever is left.
    void halt() {
        halted = true;
    }

    /// Takes no lock, as what follows.
    boolean isHalted() {
        return halted;
    }

    /// Whether every input but this one is complete.
    public boolean othersComplete(int input) {
        for (int i = 0; i < feeds.length; i++) {
            if (i != input && !feeds[i].complete) {
                return false;
            }
        }
        return true;
    }

    /// The inputs, as bits, that are not complete.
    public long incomplete() {
        long inputs = 0;
        for (int i = 0; i < feeds.length; i++) {
            inputs |= feeds[i].complete ? 0 : 1L << i;
        }
        return inputs;
    }

    public boolean isComplete(int input) {
        return feeds[input].complete;
    }
}
