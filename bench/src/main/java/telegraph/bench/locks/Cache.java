package telegraph.bench.locks;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;

/// A cache that several threads read and write, under a lock of one kind.
///
/// Threads: any.
interface Cache {
    /// Reads a value; what `use` does with it happens before others may change it, as when a page
    /// is read where it lies.
    long read(int key, Runnable use);

    void write(int key, long value);

    /// The kinds, by what they are called.
    enum Kind {
        SYNCHRONIZED("synchronized", Monitor::new),
        REENTRANT("ReentrantLock", () -> mutex(new ReentrantLock())),
        READ_WRITE(
                "ReentrantReadWriteLock",
                () -> {
                    ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
                    return new Locked(lock.readLock(), lock.writeLock());
                }),
        STAMPED(
                "StampedLock",
                () -> {
                    StampedLock lock = new StampedLock();
                    return new Locked(lock.asReadLock(), lock.asWriteLock());
                }),
        OPTIMISTIC("StampedLock, optimistic", Optimistic::new),
        CONCURRENT("ConcurrentHashMap", Concurrent::new);

        private final String title;
        private final Supplier<Cache> maker;

        Kind(String title, Supplier<Cache> maker) {
            this.title = title;
            this.maker = maker;
        }

        String title() {
            return title;
        }

        Cache make() {
            return maker.get();
        }

        private static Cache mutex(Lock lock) {
            return new Locked(lock, lock);
        }
    }

    /// Under a monitor.
    final class Monitor implements Cache {
        private final Cells cells = new Cells();

        @Override
        public synchronized long read(int key, Runnable use) {
            use.run();
            return Cells.demandWhole(cells.first(key), cells.second(key));
        }

        @Override
        public synchronized void write(int key, long value) {
            cells.set(key, value);
        }
    }

    /// Under a lock for readers and one for writers, which may be the same.
    final class Locked implements Cache {
        private final Cells cells = new Cells();
        private final Lock reading;
        private final Lock writing;

        Locked(Lock reading, Lock writing) {
            this.reading = reading;
            this.writing = writing;
        }

        @Override
        public long read(int key, Runnable use) {
            reading.lock();
            try {
                use.run();
                return Cells.demandWhole(cells.first(key), cells.second(key));
            } finally {
                reading.unlock();
            }
        }

        @Override
        public void write(int key, long value) {
            writing.lock();
            try {
                cells.set(key, value);
            } finally {
                writing.unlock();
            }
        }
    }

    /// Readers take no lock, and read again under one if somebody wrote meanwhile.
    final class Optimistic implements Cache {
        private final Cells cells = new Cells();
        private final StampedLock lock = new StampedLock();

        @Override
        public long read(int key, Runnable use) {
            long stamp = lock.tryOptimisticRead();
            if (stamp != 0) {
                long first = cells.first(key);
                long second = cells.second(key);
                use.run();
                if (lock.validate(stamp)) {
                    return Cells.demandWhole(first, second);
                }
            }
            stamp = lock.readLock();
            try {
                use.run();
                return Cells.demandWhole(cells.first(key), cells.second(key));
            } finally {
                lock.unlockRead(stamp);
            }
        }

        @Override
        public void write(int key, long value) {
            long stamp = lock.writeLock();
            try {
                cells.set(key, value);
            } finally {
                lock.unlockWrite(stamp);
            }
        }
    }

    /// Values that never change, in a map whose readers take no lock: who reads keeps what it
    /// found, whatever is put there meanwhile.
    final class Concurrent implements Cache {
        private record Value(long first, long second) {}

        private final ConcurrentHashMap<Integer, Value> values = new ConcurrentHashMap<>();

        Concurrent() {
            for (int key = 0; key < Cells.KEYS; key++) {
                write(key, 0);
            }
        }

        @Override
        public long read(int key, Runnable use) {
            Value value = values.get(key);
            use.run();
            return Cells.demandWhole(value.first(), value.second());
        }

        @Override
        public void write(int key, long value) {
            values.put(key, new Value(value, -value));
        }
    }
}
