package telegraph.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class SimulatedThreadsTest {
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final long HELD_NANOS = 500_000_000;

    private final SimulatedThreads threads = new SimulatedThreads(1, LONGEST);
    private final ReentrantLock lock = new ReentrantLock();

    @Test
    void timeGoesOnWhenNobodyHasAnythingToDo() throws Exception {
        long began = System.nanoTime();
        threads.run(() -> {
            threads.sleep(Duration.ofMinutes(30));
            return null;
        });
        assertTrue(threads.nanos() >= Duration.ofMinutes(30).toNanos());
        assertTrue(System.nanoTime() - began < Duration.ofMinutes(1).toNanos());
    }

    @Test
    void noTimePassesWhileALockIsHeldByAThreadOfTheMachines() throws Exception {
        assertEquals(0, minutesUntilTakenFrom(Thread.ofPlatform().daemon()));
    }

    @Test
    void noTimePassesWhileALockIsHeldByAVirtualThreadOfNoWorld() throws Exception {
        assertEquals(0, minutesUntilTakenFrom(Thread.ofVirtual()));
    }

    @Test
    void noTimePassesWhileALibrarysCacheIsFilledBySomebodyElse() throws Exception {
        Filled filled = new Filled();
        Thread filler =
                Thread.ofVirtual()
                        .start(() -> {
                            long end = System.nanoTime() + HELD_NANOS;
                            while (System.nanoTime() < end) {
                                LockSupport.parkNanos(end - System.nanoTime());
                            }
                            filled.fill();
                        });
        assertEquals(0, minutesAfter(filled::await));
        filler.join();
    }

    /// The time of a wait may be over in the moment in which somebody ends it.
    @Test
    void anInterruptAsAWaitEndsIsNotLost() throws Exception {
        for (long seed = 1; seed <= 200; seed++) {
            SimulatedThreads world = new SimulatedThreads(seed, LONGEST);
            Condition never = lock.newCondition();
            boolean[] heard = new boolean[1];
            world.run(() -> {
                Thread waits =
                        world.unstarted(
                                "waits",
                                () -> {
                                    lock.lock();
                                    try {
                                        world.await(never, 1_000);
                                        world.sleep(Duration.ofSeconds(1));
                                    } catch (InterruptedException e) {
                                        heard[0] = true;
                                    } finally {
                                        lock.unlock();
                                    }
                                });
                waits.start();
                for (int i = 0; i < 3 && waits.isAlive(); i++) {
                    world.sleep(Duration.ofNanos(500));
                }
                waits.interrupt();
                return null;
            });
            assertTrue(heard[0], "seed " + seed);
        }
    }

    @Test
    void whoWaitForEachOtherAreTold() {
        AssertionError told =
                assertThrows(
                        AssertionError.class,
                        () ->
                                threads.run(() -> {
                                    lock.lock();
                                    threads.unstarted("waits", lock::lock).start();
                                    LockSupport.park();
                                    return null;
                                }));
        assertTrue(told.getMessage().contains("nobody can go on"), told.getMessage());
        assertTrue(told.getMessage().contains("waits WAITING"), told.getMessage());
    }

    /// While one waits for the lock, another sleeps, which takes the world no time at all.
    private long minutesUntilTakenFrom(Thread.Builder outside) throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        Thread holder =
                outside.start(() -> {
                    lock.lock();
                    held.countDown();
                    long end = System.nanoTime() + HELD_NANOS;
                    while (System.nanoTime() < end) {
                        LockSupport.parkNanos(end - System.nanoTime());
                    }
                    lock.unlock();
                });
        held.await();
        long minutes =
                minutesAfter(() -> {
                    lock.lock();
                    lock.unlock();
                });
        holder.join();
        return minutes;
    }

    private long minutesAfter(Runnable wait) throws Exception {
        long[] after = {-1};
        threads.run(() -> {
            Thread sleeper =
                    threads.unstarted(
                            "sleeps",
                            () -> LockSupport.parkNanos(Duration.ofMinutes(20).toNanos()));
            sleeper.start();
            wait.run();
            after[0] = threads.nanos();
            sleeper.join();
            return null;
        });
        return Duration.ofNanos(after[0]).toMinutes();
    }

    /// A future of a library's, as those who wait for a cache's loader park on it.
    private static final class Filled extends CompletableFuture<Void> {
        private volatile Thread waiting;

        void await() {
            waiting = Thread.currentThread();
            while (!isDone()) {
                LockSupport.park(this);
            }
        }

        void fill() {
            complete(null);
            LockSupport.unpark(waiting);
        }
    }
}
