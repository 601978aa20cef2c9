package telegraph.bench.doors;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import telegraph.bench.load.Latencies;

/// Threads that do one thing again and again, each over a connection of its own, and how long it
/// took each time. Says `begin`, and then `end TIMES SECONDS P50 P99`, microseconds.
///
/// Connections stay open until [#release], as a server may have a process for each whose times are
/// wanted still.
///
/// Threads: one, besides those that it starts.
final class ClientThreads {
    private final String url;
    private CountDownLatch release = new CountDownLatch(0);

    /// What is done over a connection, once.
    interface Task {
        void once(SplittableRandom random) throws SQLException;
    }

    /// Makes a connection ready.
    interface Opening {
        Task over(Connection connection) throws SQLException;
    }

    /// @param url the address of the database, for JDBC
    ClientThreads(String url) {
        this.url = url;
    }

    void release() {
        release.countDown();
    }

    void run(int threads, long warmMillis, long millis, Opening opening)
            throws InterruptedException {
        AtomicBoolean measuring = new AtomicBoolean();
        AtomicBoolean ended = new AtomicBoolean();
        CountDownLatch done = new CountDownLatch(threads);
        release = new CountDownLatch(1);
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            clients.add(new Client(url, opening, new Signs(measuring, ended, done, release), i));
        }
        clients.forEach(client -> client.thread.start());
        Thread.sleep(warmMillis);
        measuring.set(true);
        long start = System.nanoTime();
        System.out.println("begin");
        Thread.sleep(millis);
        ended.set(true);
        double seconds = (System.nanoTime() - start) / 1e9;
        done.await();
        Latencies all = new Latencies();
        long times = 0;
        for (Client client : clients) {
            all.add(client.latencies);
            times += client.times;
        }
        System.out.println(
                "end " + times + " " + seconds + " " + all.micros(0.5) + " " + all.micros(0.99));
    }

    /// When threads measure, stop, have stopped, and close their connections.
    private record Signs(
            AtomicBoolean measuring,
            AtomicBoolean ended,
            CountDownLatch done,
            CountDownLatch release) {}

    /// One connection and its thread.
    private static final class Client {
        private final String url;
        private final Opening opening;
        private final Signs signs;
        private final SplittableRandom random;
        private final Latencies latencies = new Latencies();
        private final Thread thread = new Thread(this::run);
        private long times;

        Client(String url, Opening opening, Signs signs, long seed) {
            this.url = url;
            this.opening = opening;
            this.signs = signs;
            this.random = new SplittableRandom(seed);
        }

        private void run() {
            try (Connection connection = DriverManager.getConnection(url)) {
                Task task = opening.over(connection);
                while (!signs.ended().get()) {
                    boolean counts = signs.measuring().get();
                    long start = System.nanoTime();
                    task.once(random);
                    if (counts) {
                        latencies.add(System.nanoTime() - start);
                        times++;
                    }
                }
                signs.done().countDown();
                signs.release().await();
            } catch (SQLException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
