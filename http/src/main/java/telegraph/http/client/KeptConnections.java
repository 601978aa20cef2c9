package telegraph.http.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.Ticker;

/// Connections without TLS that nobody uses, by host, for the next request to it.
///
/// At most [#IDLE_MAX], each for [#IDLE] to twice that. A thread looks that often, as long as there
/// are any.
///
/// Threads: any.
public final class KeptConnections implements AutoCloseable {
    public static final int IDLE_MAX = 256;
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();

    /// Of each host the one used last is first.
    private final Map<String, ArrayDeque<PlainConnection>> idle = new HashMap<>();

    private int count;
    private boolean swept;
    private boolean closed;

    public KeptConnections(Ticker ticker) {
        this.ticker = ticker;
    }

    /// A connection to a host, or null if there is none that is ready.
    public PlainConnection take(String host) {
        while (true) {
            PlainConnection found = first(host);
            if (found == null || found.isReady()) {
                return found;
            }
            found.close();
        }
    }

    private PlainConnection first(String host) {
        lock.lock();
        try {
            ArrayDeque<PlainConnection> some = idle.get(host);
            if (some == null) {
                return null;
            }
            count--;
            PlainConnection found = some.pop();
            if (some.isEmpty()) {
                idle.remove(host);
            }
            return found;
        } finally {
            lock.unlock();
        }
    }

    /// Takes back a connection whose answer was read, and keeps it if it may be used again.
    public void give(String host, PlainConnection connection) {
        if (!connection.rest(ticker.nanos()) || !keep(host, connection)) {
            connection.close();
        }
    }

    private boolean keep(String host, PlainConnection connection) {
        lock.lock();
        try {
            if (closed || count == IDLE_MAX) {
                return false;
            }
            count++;
            idle.computeIfAbsent(host, _ -> new ArrayDeque<>()).push(connection);
            if (!swept) {
                swept = true;
                Thread.ofVirtual().name("http-idle").start(this::sweep);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void sweep() {
        lock.lock();
        try {
            while (count > 0) {
                ticker.await(closing, IDLE.toNanos());
                closeOlderThan(ticker.nanos() - IDLE.toNanos());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        } finally {
            swept = false;
            lock.unlock();
        }
    }

    private void closeOlderThan(long nanos) {
        Iterator<ArrayDeque<PlainConnection>> hosts = idle.values().iterator();
        while (hosts.hasNext()) {
            ArrayDeque<PlainConnection> some = hosts.next();
            while (!some.isEmpty() && some.getLast().idleSinceNanos() - nanos <= 0) {
                some.removeLast().close();
                count--;
            }
            if (some.isEmpty()) {
                hosts.remove();
            }
        }
    }

    /// Closes all, and from now on each that is given back.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            idle.values().forEach(some -> some.forEach(PlainConnection::close));
            idle.clear();
            count = 0;
            closing.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
