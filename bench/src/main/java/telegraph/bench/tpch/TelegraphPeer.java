package telegraph.bench.tpch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;

/// Telegraph over files, in a sandbox of its own.
///
/// Threads: one.
final class TelegraphPeer implements Peer {
    private final Path folder;
    private final Telegraph telegraph;
    private final Session session;

    TelegraphPeer(int workers, String memory) throws IOException {
        folder = Files.createTempDirectory("telegraph-bench");
        telegraph =
                Telegraph.open(
                        folder.resolve("data"),
                        folder,
                        Map.of(
                                "workers", "" + workers,
                                "memory_limit", memory,
                                "process_memory_limit", memory),
                        Map.of());
        session = telegraph.session();
    }

    @Override
    public void open(TpchTables data, TpchTables.Format format) throws Exception {
        for (String view : data.views(format, TpchTables.Dialect.TELEGRAPH)) {
            ask(view, Integer.MAX_VALUE);
        }
    }

    @Override
    public List<Object[]> ask(String sql, int seconds) throws InterruptedException, TooLong {
        List<Object[]> rows = new ArrayList<>();
        List<RuntimeException> failures = new ArrayList<>();
        CountDownLatch over = new CountDownLatch(1);
        Query query =
                session.start(
                        sql,
                        event -> {
                            switch (event) {
                                case Event.Rows more -> rows.addAll(more.rows());
                                case Event.Failed failed -> {
                                    failures.add(failed.cause());
                                    over.countDown();
                                }
                                case Event.End end -> over.countDown();
                                default -> {}
                            }
                        });
        boolean late = !over.await(seconds, TimeUnit.SECONDS);
        if (late) {
            query.cancel();
        }
        query.join();
        if (late) {
            throw new TooLong(null);
        }
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
        return rows;
    }

    @Override
    public void close() throws IOException {
        session.close();
        telegraph.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
