package telegraph.bench.load;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;

/// Runs one load on one peer with some threads, each with a client of its own, for some time.
///
/// Rows 0 to `rows - 1` are read and changed; each thread inserts into a range of its own beyond,
/// and deletes from there what it inserted first.
///
/// Threads: one, which makes those that work.
final class LoadRun {
    static final int THREADS_MAX = 8;
    private static final int RANGE = 100_000_000;

    /// Time is looked at once in so many reads, since to look takes as long as some peers need for
    /// one.
    private static final int READS_TIMED = 16;

    private final Peer peer;
    private final int rows;
    private final int[] inserted = new int[THREADS_MAX];
    private final int[] deleted = new int[THREADS_MAX];
    private volatile boolean over;

    LoadRun(Peer peer, int rows) {
        this.peer = peer;
        this.rows = rows;
    }

    /// What all threads together did.
    ///
    /// @param cpuMicros processor time of each transaction, as far as its own thread spent it
    /// @param bytes allocated for each transaction
    record Outcome(
            double transactionsPerSecond,
            double p50Micros,
            double p99Micros,
            double cpuMicros,
            double bytes,
            double transactions) {}

    Outcome run(Load load, int threads, long warmMillis, long millis) throws Exception {
        List<Worker> workers = new ArrayList<>();
        try {
            for (int i = 0; i < threads; i++) {
                workers.add(new Worker(load, i, peer.client()));
            }
            if (warmMillis > 0) {
                phase(workers, warmMillis, true);
            }
            phase(workers, millis, false);
            return outcome(workers);
        } finally {
            for (Worker worker : workers) {
                worker.client.close();
            }
        }
    }

    private void phase(List<Worker> workers, long millis, boolean warming) throws Exception {
        over = false;
        CyclicBarrier start = new CyclicBarrier(workers.size() + 1);
        List<Thread> threads = new ArrayList<>();
        for (Worker worker : workers) {
            worker.limit(warming);
            Thread thread =
                    Thread.ofPlatform()
                            .name(Contention.THREADS + worker.number)
                            .start(() -> worker.work(start));
            threads.add(thread);
        }
        start.await();
        long end = System.nanoTime() + millis * 1_000_000;
        while (System.nanoTime() < end && threads.stream().allMatch(Thread::isAlive)) {
            Thread.sleep(Math.min(20, millis));
        }
        over = true;
        for (Thread thread : threads) {
            thread.join();
        }
        for (Worker worker : workers) {
            if (worker.failure != null) {
                throw worker.failure;
            }
        }
    }

    private static Outcome outcome(List<Worker> workers) {
        Latencies latencies = new Latencies();
        double rate = 0;
        double cpu = 0;
        double bytes = 0;
        double count = 0;
        for (Worker worker : workers) {
            latencies.add(worker.latencies);
            rate += worker.count / (worker.nanos / 1e9);
            cpu += worker.cpuNanos / 1e3;
            bytes += worker.bytes;
            count += worker.count;
        }
        return new Outcome(
                rate,
                latencies.micros(0.5),
                latencies.micros(0.99),
                cpu / Math.max(1, count),
                bytes / Math.max(1, count),
                count);
    }

    /// One thread's part.
    private final class Worker {
        private final Load load;
        private final int number;
        private final Peer.Client client;
        private Latencies latencies;
        private long random;
        private long countMax;
        private long count;
        private long nanos;
        private long cpuNanos;
        private long bytes;
        private long sum;
        private Exception failure;

        Worker(Load load, int number, Peer.Client client) {
            this.load = load;
            this.number = number;
            this.client = client;
            this.random = 0x9E3779B97F4A7C15L * (number + 1);
        }

        /// Of what is there to delete, warming up leaves the most.
        void limit(boolean warming) {
            long there = inserted[number] - deleted[number];
            countMax = load != Load.DELETE ? Long.MAX_VALUE : warming ? there / 4 : there;
        }

        void work(CyclicBarrier start) {
            ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            latencies = new Latencies();
            count = 0;
            try {
                start.await();
                long before = thread.getCurrentThreadAllocatedBytes();
                long cpu = thread.getCurrentThreadCpuTime();
                long begun = System.nanoTime();
                boolean all = load != Load.SELECT && load != Load.SELECT_ALL && load != Load.MIX;
                while (!over && count < countMax) {
                    if (all || count % READS_TIMED == 0) {
                        long from = System.nanoTime();
                        sum += one();
                        latencies.add(System.nanoTime() - from);
                    } else {
                        sum += one();
                    }
                    count++;
                }
                nanos = System.nanoTime() - begun;
                cpuNanos = thread.getCurrentThreadCpuTime() - cpu;
                bytes = thread.getCurrentThreadAllocatedBytes() - before;
                if (sum == 0 && count > 0) {
                    throw new IllegalStateException("nothing was found or changed: load=" + load);
                }
            } catch (Exception e) {
                failure = e;
            }
        }

        private int key() {
            random ^= random << 13;
            random ^= random >>> 7;
            random ^= random << 17;
            return (int) ((random >>> 33) * rows >>> 31);
        }

        private long one() throws Exception {
            return switch (load) {
                case SELECT -> client.select(key());
                case SELECT_ALL -> client.selectAll(key());
                case UPDATE -> client.update(key(), (int) count);
                case INSERT -> client.insert(RANGE * (number + 1) + inserted[number]++);
                case DELETE -> client.delete(RANGE * (number + 1) + deleted[number]++);
                case MIX ->
                        count % 10 == 0 ? client.update(key(), (int) count) : client.select(key());
            };
        }
    }
}
