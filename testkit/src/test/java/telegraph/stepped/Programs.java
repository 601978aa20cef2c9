package telegraph.stepped;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/// Programs by name; each gives what came of it.
public final class Programs implements Function<String, Object> {
    private volatile int count;
    private int guarded;

    @Override
    public Object apply(String name) {
        try {
            return switch (name) {
                case "count" -> count(() -> count = count + 1);
                case "count in a synchronized method" -> count(this::addOne);
                case "count in a monitor" -> count(this::addOneInside);
                case "hand over" -> handOver();
                case "miss" -> miss();
                case "sleep" -> sleep();
                case "spin" -> spin();
                default -> throw new IllegalArgumentException(name);
            };
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Two threads count to ten each.
    private int count(Runnable one) throws InterruptedException {
        Runnable ten =
                () -> {
                    for (int i = 0; i < 10; i++) {
                        one.run();
                    }
                };
        Thread first = Thread.ofPlatform().name("first").daemon().start(ten);
        Thread second = Thread.startVirtualThread(ten);
        first.join();
        second.join();
        return count + guarded;
    }

    private synchronized void addOne() {
        int before = guarded;
        count = count + 0; // a step
        guarded = before + 1;
    }

    private void addOneInside() {
        synchronized (this) {
            int before = guarded;
            count = count + 0;
            guarded = before + 1;
        }
    }

    /// One waits for another, by a monitor.
    private boolean handOver() throws InterruptedException {
        boolean[] there = new boolean[1];
        Thread giver =
                Thread.ofVirtual()
                        .name("giver")
                        .start(() -> {
                            synchronized (there) {
                                there[0] = true;
                                there.notifyAll();
                            }
                        });
        synchronized (there) {
            while (!there[0]) {
                there.wait();
            }
        }
        giver.join();
        return there[0];
    }

    /// Looks, and waits later: who signals in between is not heard.
    private boolean miss() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        AtomicBoolean there = new AtomicBoolean();
        Thread giver =
                Thread.ofPlatform()
                        .name("giver")
                        .start(() -> {
                            there.set(true);
                            lock.lock();
                            changed.signal();
                            lock.unlock();
                        });
        if (!there.get()) {
            lock.lock();
            changed.await();
            lock.unlock();
        }
        giver.join();
        return true;
    }

    /// Three kinds of sleep, of an hour together.
    private Object sleep() throws InterruptedException {
        long since = System.nanoTime();
        Thread.sleep(1_200_000);
        LockSupport.parkNanos(1_200_000_000_000L);
        ReentrantLock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        long left = 1_200_000_000_000L;
        lock.lock();
        while (left > 0) {
            left = never.awaitNanos(left);
        }
        lock.unlock();
        return (System.nanoTime() - since) / 3_600_000_000_000L;
    }

    private boolean spin() throws InterruptedException {
        Thread other = Thread.ofPlatform().start(() -> count = 1);
        while (count == 0) {
            Thread.onSpinWait();
        }
        other.join();
        return true;
    }
}
