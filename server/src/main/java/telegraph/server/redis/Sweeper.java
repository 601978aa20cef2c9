package telegraph.server.redis;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.ground.Uninterruptibly;
import telegraph.server.resp.CommandWords;

/// Removes keys that have expired, a few at a time: it goes over the table round and round, slowly
/// where nothing has expired and without a pause where much has. Readers do not need it; for them
/// an expired key is absent at once.
///
/// Threads: one of its own, which ends with [#close].
final class Sweeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);

    private static final int ROWS_A_STEP = 1_000;

    /// One in so many rows expired is worth going on at once.
    private static final int SHARE = 10;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Keepers keepers;
    private final GroupCommit writer;
    private final InstantSource clock;
    private final Ticker ticker;
    private final Thread thread;

    Sweeper(Keepers keepers, GroupCommit writer, InstantSource clock, Ticker ticker) {
        this.keepers = keepers;
        this.writer = writer;
        this.clock = clock;
        this.ticker = ticker;
        this.thread = Thread.ofVirtual().name("redis-sweeper").start(this::run);
    }

    private void run() {
        try (KeyValueTable table = keepers.table(KeyValueTable.Manner.PATIENT)) {
            String after = null;
            while (true) {
                after = step(table, after);
            }
        } catch (InterruptedException e) {
            LOG.debug("the sweeper ends");
        }
    }

    /// Looks at some rows; the last key, or null at the end.
    private String step(KeyValueTable table, String after) throws InterruptedException {
        List<Object[]> rows = List.of();
        int expired = 0;
        try {
            rows = Surveys.step(table.session(), after, ROWS_A_STEP);
            expired = remove(rows);
        } catch (TelegraphException e) {
            LOG.debug("expired keys cannot be removed now", e);
        }
        if (expired * SHARE <= rows.size()) {
            ticker.sleep(PAUSE);
        }
        return rows.size() < ROWS_A_STEP ? null : (String) rows.getLast()[0];
    }

    private int remove(List<Object[]> rows) throws InterruptedException {
        Instant now = clock.instant();
        List<String> keys =
                rows.stream()
                        .filter(row -> row[1] != null && !now.isBefore((Instant) row[1]))
                        .map(row -> (String) row[0])
                        .toList();
        int at = 0;
        while (at < keys.size()) {
            Semaphore done = new Semaphore(0);
            ByteBuf answers = Unpooled.buffer();
            Burst burst = new Burst(answers, 2, _ -> done.release());
            while (at < keys.size() && burst.hasRoom()) {
                // Whoever wants to change a key removes it first if it has expired; this one then
                // leaves it alone.
                burst.add(Command.GETEX, new Named(Command.GETEX, keys.get(at++)));
            }
            writer.take(burst);
            done.acquire();
            answers.release();
        }
        return keys.size();
    }

    /// A command with one key.
    private record Named(Command command, String key) implements CommandWords {
        @Override
        public int count() {
            return 2;
        }

        @Override
        public int length(int index) {
            return bytes(index).length;
        }

        @Override
        public byte at(int index, int offset) {
            return bytes(index)[offset];
        }

        @Override
        public byte[] bytes(int index) {
            return (index == 0 ? command.name() : key).getBytes(StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        Uninterruptibly.join(thread);
    }
}
