package telegraph.server.redis;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.server.admission.Admission;
import telegraph.server.admission.Queries;
import telegraph.server.resp.CommandWords;
import telegraph.server.resp.Glob;
import telegraph.server.resp.RedisRefusal;
import telegraph.server.resp.RedisReply;
import telegraph.sql.Event;
import telegraph.sql.Session;
import telegraph.sql.Walk;

/// Answers commands about all keys: SCAN and KEYS go over the table in the order of keys, DBSIZE
/// and FLUSHDB are statements like any other.
///
/// A cursor of SCAN stands for the last key that was looked at. So a key that is there from the
/// start of a scan to its end is told exactly once, whatever comes and goes meanwhile. Cursors are
/// kept for the last [#CURSORS_MAX] steps; an older one is refused, not mistaken.
///
/// Threads: any.
final class Surveys {
    private static final int CURSORS_MAX = 10_000;
    private static final int COUNT_FIRST = 10;
    private static final int COUNT_MAX = 10_000;

    /// The most keys that KEYS tells.
    private static final int KEYS_MAX = 100_000;

    private static final Admission.Client CLIENT = new Admission.Client("default", "redis", "", "");
    private static final String UNKNOWN_CURSOR =
            "ERR invalid cursor: it is too old, or of another server. Begin again with 0";

    private final Queries queries;
    private final InstantSource clock;
    private final boolean flushes;
    private final AtomicLong counter = new AtomicLong();
    private final Map<Long, String> cursors =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
                    return size() > CURSORS_MAX;
                }
            };

    /// @param flushes whether FLUSHDB deletes
    Surveys(Queries queries, InstantSource clock, boolean flushes) {
        this.queries = queries;
        this.clock = clock;
        this.flushes = flushes;
    }

    void answer(Command command, CommandWords words, RedisReply reply, Session session)
            throws InterruptedException {
        switch (command) {
            case SCAN -> scan(words, reply, session);
            case KEYS -> keys(words, reply, session);
            case DBSIZE -> reply.whole(size(session));
            default -> flush(command, reply, session);
        }
    }

    /// `SCAN cursor [MATCH pattern] [COUNT count] [TYPE type]`.
    private void scan(CommandWords words, RedisReply reply, Session session) {
        String after = after(words);
        Glob glob = new Glob("*");
        int count = COUNT_FIRST;
        boolean strings = true;
        for (int i = 2; i < words.count(); i += 2) {
            if (i + 1 == words.count()) {
                throw RedisRefusal.SYNTAX;
            } else if (words.is(i, "MATCH")) {
                glob = new Glob(words.text(i + 1));
            } else if (words.is(i, "COUNT")) {
                long wanted = words.whole(i + 1);
                if (wanted < 1) {
                    throw RedisRefusal.SYNTAX;
                }
                count = (int) Math.min(wanted, COUNT_MAX);
            } else if (words.is(i, "TYPE")) {
                strings = words.is(i + 1, "STRING");
            } else {
                throw RedisRefusal.SYNTAX;
            }
        }
        List<Object[]> rows = step(session, after, count);
        List<String> found = strings ? matching(rows, glob) : List.of();
        boolean more = rows.size() == count;
        reply.array(2);
        reply.bulk(more ? cursor((String) rows.getLast()[0]) : "0");
        reply.array(found.size());
        found.forEach(reply::bulk);
    }

    private String after(CommandWords words) {
        long cursor;
        try {
            cursor = words.whole(1);
        } catch (RedisRefusal e) {
            throw new RedisRefusal("ERR invalid cursor");
        }
        if (cursor == 0) {
            return null;
        }
        synchronized (cursors) {
            String key = cursors.get(cursor);
            if (key == null) {
                throw new RedisRefusal(UNKNOWN_CURSOR);
            }
            return key;
        }
    }

    private String cursor(String key) {
        long cursor = counter.incrementAndGet();
        synchronized (cursors) {
            cursors.put(cursor, key);
        }
        return String.valueOf(cursor);
    }

    /// Keys and their deadlines, in order.
    static List<Object[]> step(Session session, String after, int most) {
        Walk walk =
                session.walk(KeyValueTable.SCHEMA, KeyValueTable.NAME, List.of("key", "expires"));
        try {
            return walk.next(after, most);
        } catch (TelegraphException e) {
            if (e.state() == SqlState.UNDEFINED_TABLE) {
                return List.of(); // made with the first key
            }
            throw e;
        }
    }

    private List<String> matching(List<Object[]> rows, Glob glob) {
        Instant now = clock.instant();
        List<String> found = new ArrayList<>();
        for (Object[] row : rows) {
            boolean isThere = row[1] == null || now.isBefore((Instant) row[1]);
            if (isThere && glob.matches((String) row[0])) {
                found.add((String) row[0]);
            }
        }
        return found;
    }

    private void keys(CommandWords words, RedisReply reply, Session session) {
        Glob glob = new Glob(words.text(1));
        List<String> found = new ArrayList<>();
        String after = null;
        List<Object[]> rows;
        do {
            rows = step(session, after, COUNT_MAX);
            found.addAll(matching(rows, glob));
            if (found.size() > KEYS_MAX) {
                throw new RedisRefusal("ERR KEYS tells " + KEYS_MAX + " keys at most: use SCAN");
            }
            after = rows.isEmpty() ? null : (String) rows.getLast()[0];
        } while (rows.size() == COUNT_MAX);
        reply.array(found.size());
        found.forEach(reply::bulk);
    }

    private long size(Session session) throws InterruptedException {
        List<Object> numbers = new ArrayList<>();
        try {
            carryOut(session, "SELECT count(*) FROM redis.keys", numbers);
        } catch (TelegraphException e) {
            if (isMissing(e)) {
                return 0;
            }
            throw e;
        }
        return ((Number) numbers.getFirst()).longValue();
    }

    private void flush(Command command, RedisReply reply, Session session)
            throws InterruptedException {
        if (!flushes) {
            throw new RedisRefusal(
                    "ERR "
                            + command
                            + " deletes every key, and is not allowed: start the server with"
                            + " --set key_flush=on, or DELETE FROM redis.keys in SQL");
        }
        try {
            carryOut(session, "DELETE FROM redis.keys", new ArrayList<>());
        } catch (TelegraphException e) {
            if (!isMissing(e)) {
                throw e;
            }
        }
        reply.ok();
    }

    private static boolean isMissing(TelegraphException e) {
        return e.state() == SqlState.UNDEFINED_TABLE || e.state() == SqlState.UNDEFINED_SCHEMA;
    }

    private void carryOut(Session session, String statement, List<Object> values)
            throws InterruptedException {
        List<TelegraphException> failures = new ArrayList<>();
        queries.start(
                        session,
                        new Admission(statement, false, CLIENT),
                        event -> {
                            if (event instanceof Event.Rows rows) {
                                rows.rows().forEach(row -> values.add(row[0]));
                            } else if (event instanceof Event.Failed failed) {
                                failures.add(failed.cause());
                            }
                        })
                .join();
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }
}
