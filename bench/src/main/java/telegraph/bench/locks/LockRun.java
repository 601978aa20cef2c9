package telegraph.bench.locks;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/// Threads that read and write one cache as fast as they can.
public final class LockRun {
    /// How long a slow read holds what it reads: about a read of a page from a disk.
    private static final long SLOW_NANOS = 50_000;

    /// One of the four of the study.
    public enum Scenario {
        FAST_RARE("fast reads, 4 to a write", 4, false),
        FAST_FREQUENT("fast reads, 1 to a write", 1, false),
        SLOW_RARE("slow reads, 4 to a write", 4, true),
        SLOW_FREQUENT("slow reads, 1 to a write", 1, true);

        private final String title;
        private final int readsAWrite;
        private final boolean slow;

        Scenario(String title, int readsAWrite, boolean slow) {
            this.title = title;
            this.readsAWrite = readsAWrite;
            this.slow = slow;
        }

        public String title() {
            return title;
        }

        /// Whether what is read is used for long.
        public boolean isSlow() {
            return slow;
        }
    }

    private final Scenario scenario;
    private final int threads;
    private final long warmMillis;
    private final long millis;
    private final AtomicBoolean measuring = new AtomicBoolean();
    private final AtomicBoolean ended = new AtomicBoolean();

    /// One run; it is measured once.
    public LockRun(Scenario scenario, int threads, long warmMillis, long millis) {
        this.scenario = scenario;
        this.threads = threads;
        this.warmMillis = warmMillis;
        this.millis = millis;
    }

    /// What caches are called, in the order of their numbers.
    public static List<String> kinds() {
        List<String> titles = new ArrayList<>();
        for (Cache.Kind kind : Cache.Kind.values()) {
            titles.add(kind.title());
        }
        return titles;
    }

    /// Reads and writes a second under the lock with a number.
    public double measure(int kind) throws InterruptedException {
        Cache cache = Cache.Kind.values()[kind].make();
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            workers.add(new Worker(this, cache, i));
        }
        workers.forEach(Thread::start);
        Thread.sleep(warmMillis);
        measuring.set(true);
        long start = System.nanoTime();
        Thread.sleep(millis);
        ended.set(true);
        double seconds = (System.nanoTime() - start) / 1e9;
        long done = 0;
        for (Worker worker : workers) {
            worker.join();
            done += worker.done;
        }
        return done / seconds;
    }

    private static final class Worker extends Thread {
        private static final Runnable NOTHING = () -> {};
        private static final Runnable WAITING = () -> LockSupport.parkNanos(SLOW_NANOS);

        private final LockRun run;
        private final Cache cache;
        private final SplittableRandom random;
        private long done;
        private long sum;

        Worker(LockRun run, Cache cache, long seed) {
            this.run = run;
            this.cache = cache;
            this.random = new SplittableRandom(seed);
        }

        @Override
        public void run() {
            Scenario scenario = run.scenario;
            Runnable use = scenario.slow ? WAITING : NOTHING;
            while (!run.ended.get()) {
                int key = random.nextInt(Cells.KEYS);
                if (random.nextInt(scenario.readsAWrite + 1) == 0) {
                    cache.write(key, random.nextLong() | 1);
                } else {
                    sum += cache.read(key, use);
                }
                done += run.measuring.get() ? 1 : 0;
            }
            if (sum == 1) {
                System.out.println(); // so that reads are not left out
            }
        }
    }
}
