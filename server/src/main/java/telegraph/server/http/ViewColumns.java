package telegraph.server.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import telegraph.ground.TelegraphException;
import telegraph.sql.ResultColumn;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;

/// The columns of views, and of files declared as sources, which only a look at what they read can
/// tell. A file may lie at a slow place, so whoever lists them waits a moment only: what is known
/// by then is listed, the rest the next time.
///
/// Threads: any.
final class ViewColumns {
    private static final int KEPT_MAX = 2_000;
    private static final Duration PATIENCE = Duration.ofMillis(500);

    /// The name of a view or source.
    record Name(String schema, String name) {
        private String quoted() {
            return quoted(schema) + "." + quoted(name);
        }

        private static String quoted(String part) {
            return '"' + part.replace("\"", "\"\"") + '"';
        }
    }

    /// What was found at the last look, which a later one replaces.
    private final Map<Name, List<ResultColumn>> kept =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Name, List<ResultColumn>> eldest) {
                    return size() > KEPT_MAX;
                }
            };

    /// Those that are being looked at, so that a slow one is looked at once.
    private final Map<Name, CountDownLatch> looking = new ConcurrentHashMap<>();

    /// The columns of these, as far as they are known in a moment.
    Map<Name, List<ResultColumn>> of(Telegraph telegraph, List<Name> names)
            throws InterruptedException {
        Map<Name, CountDownLatch> looks = new HashMap<>();
        for (Name name : names) {
            looks.put(name, looking.computeIfAbsent(name, it -> look(telegraph, it)));
        }
        long left = PATIENCE.toNanos();
        for (CountDownLatch look : looks.values()) {
            // Those after a slow one have had as long already.
            if (!look.await(left, TimeUnit.NANOSECONDS)) {
                left = 0;
            }
        }
        Map<Name, List<ResultColumn>> found = new HashMap<>();
        synchronized (kept) {
            for (Name name : names) {
                found.put(name, kept.getOrDefault(name, List.of()));
            }
        }
        return found;
    }

    private CountDownLatch look(Telegraph telegraph, Name name) {
        CountDownLatch done = new CountDownLatch(1);
        Thread.ofVirtual()
                .name("columns of " + name)
                .start(() -> {
                    try {
                        List<ResultColumn> columns = columns(telegraph, name);
                        synchronized (kept) {
                            kept.put(name, columns);
                        }
                    } finally {
                        looking.remove(name);
                        done.countDown();
                    }
                });
        return done;
    }

    /// None if it cannot be opened now; a statement that reads it says why.
    private static List<ResultColumn> columns(Telegraph telegraph, Name name) {
        try (Session session = telegraph.session()) {
            return session.prepare("SELECT * FROM " + name.quoted())
                    .describe()
                    .columns()
                    .orElse(List.of());
        } catch (TelegraphException e) {
            return List.of();
        }
    }
}
