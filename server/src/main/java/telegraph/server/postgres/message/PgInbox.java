package telegraph.server.postgres.message;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Messages of one connection that wait for their turn, in order.
///
/// A client may send ahead as much as it likes, but not all of it is read: whoever puts messages
/// here stops reading when [#put] says so, and is told when there is room again.
///
/// Threads: the connection's loop puts, one other takes.
public final class PgInbox {
    private static final int MESSAGES_MAX = 1_024;
    private static final int BYTES_MAX = 256 << 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Deque<Message> waiting = new ArrayDeque<>(4);
    private final LongMessages all;
    private final Runnable onRoom;
    private long bytes;
    private boolean full;
    private boolean closed;

    /// @param all has counted the messages that come here
    /// @param onRoom is run by whoever takes a message when no more was to be read and now there is
    ///   room again
    public PgInbox(LongMessages all, Runnable onRoom) {
        this.all = all;
        this.onRoom = onRoom;
    }

    /// Puts a message behind the others, which is the inbox's then; false if no more should be read
    /// now.
    public boolean put(Message message) {
        lock.lock();
        try {
            if (closed) {
                drop(message);
            } else {
                waiting.add(message);
                bytes += message.length();
                full |= waiting.size() >= MESSAGES_MAX || bytes >= BYTES_MAX;
                arrived.signal();
            }
            return !full;
        } finally {
            lock.unlock();
        }
    }

    private void drop(Message message) {
        all.give(message.length());
        message.close();
    }

    /// The next message, which is the caller's then, or null if none waits.
    public Message poll() {
        boolean room;
        Message next;
        lock.lock();
        try {
            next = waiting.poll();
            room = left(next);
        } finally {
            lock.unlock();
        }
        if (room) {
            onRoom.run();
        }
        return next;
    }

    /// Waits for the next message; null if the connection is closed before one comes.
    public Message take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() && !closed) {
                arrived.await();
            }
        } finally {
            lock.unlock();
        }
        return poll();
    }

    /// A message has left; whether there is room again.
    private boolean left(Message message) {
        if (message == null) {
            return false;
        }
        bytes -= message.length();
        all.give(message.length());
        boolean room = full && waiting.size() <= MESSAGES_MAX / 2 && bytes <= BYTES_MAX / 2;
        full &= !room;
        return room;
    }

    /// Whether the next message is there and of a type.
    public boolean isNext(byte type) {
        lock.lock();
        try {
            Message next = waiting.peek();
            return next != null && next.type() == type;
        } finally {
            lock.unlock();
        }
    }

    public boolean isEmpty() {
        lock.lock();
        try {
            return waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// Nothing more comes, and what waits is of no use.
    public void close() {
        lock.lock();
        try {
            closed = true;
            waiting.forEach(this::drop);
            waiting.clear();
            bytes = 0;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
