package telegraph.server.redis;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import telegraph.ground.TelegraphException;
import telegraph.memory.Micros;
import telegraph.server.resp.CommandWords;
import telegraph.server.resp.NotNow;
import telegraph.server.resp.RedisRefusal;
import telegraph.server.resp.RedisReply;
import telegraph.sql.PointRow;
import telegraph.sql.Prepared;
import telegraph.sql.ResultColumn;
import telegraph.sql.Session;

/// The table that keys are kept in, as one thread looks up and changes its rows.
///
/// | column  | type          | is                                                         |
/// |---------|---------------|------------------------------------------------------------|
/// | key     | text          | the primary key                                            |
/// | value   | text          | the value, if it is text in UTF-8 without zero bytes       |
/// | bytes   | bytea         | the value, if it is not                                    |
/// | expires | timestamptz   | from when on the key is absent, or NULL                    |
///
/// [#find] looks for a key, and what follows is about that one.
///
/// Threads: one at a time.
final class KeyValueTable implements AutoCloseable {
    /// What makes it, one statement after the other.
    static final String[] DEFINITION = {
        "CREATE SCHEMA IF NOT EXISTS redis",
        "CREATE TABLE IF NOT EXISTS redis.keys (key TEXT PRIMARY KEY, value TEXT, bytes BYTEA,"
                + " expires TIMESTAMP WITH TIME ZONE)"
    };

    static final String SCHEMA = "redis";
    static final String NAME = "keys";

    /// The deadline of a key that has none.
    static final long NEVER = Long.MAX_VALUE;

    /// Why nothing is found or changed when the table is not as it was made.
    static final RedisRefusal UNFIT =
            new RedisRefusal(
                    "ERR keys are in a table redis.keys (key TEXT PRIMARY KEY, value TEXT, bytes"
                            + " BYTEA, expires TIMESTAMP WITH TIME ZONE), and it is another one:"
                            + " rename it, and it is made anew");

    private static final int VALUE = 0;
    private static final int BYTES = 1;
    private static final int EXPIRES = 2;
    private static final byte[] NOTHING = {};

    /// What looking for a key may wait for.
    enum Manner {
        /// For nobody, and nothing is locked: fit for an event loop.
        AT_ONCE,
        /// For nobody; the key is locked until the transaction ends.
        LOCK_AT_ONCE,
        /// For whoever is changing the key.
        PATIENT,
        /// For whoever is changing the key, which is then locked until the transaction ends.
        LOCK_PATIENT
    }

    private final Session session;
    private final InstantSource clock;
    private final Prepared find;
    private final Prepared insert;
    private final Prepared update;
    private final Prepared touch;
    private final Prepared delete;
    private PointRow fitting;
    private Manner manner;
    private long now;
    private String key;
    private boolean isThere;
    private long deadline;

    KeyValueTable(Session session, InstantSource clock, Manner manner) {
        this.session = session;
        this.clock = clock;
        this.manner = manner;
        this.find = session.prepare("SELECT value, bytes, expires FROM redis.keys WHERE key = $1");
        this.insert =
                session.prepare(
                        "INSERT INTO redis.keys (key, value, bytes, expires)"
                                + " VALUES ($1, $2, $3, $4)");
        this.update =
                session.prepare(
                        "UPDATE redis.keys SET value = $2, bytes = $3, expires = $4"
                                + " WHERE key = $1");
        this.touch = session.prepare("UPDATE redis.keys SET expires = $2 WHERE key = $1");
        this.delete = session.prepare("DELETE FROM redis.keys WHERE key = $1");
    }

    Session session() {
        return session;
    }

    void manner(Manner other) {
        manner = other;
    }

    /// Takes the time for what follows.
    void tick() {
        now = clock.millis();
    }

    long now() {
        return now;
    }

    /// Looks for a key; whether it is there, and not expired.
    ///
    /// @throws NotNow if it has to be waited for, and may not; or if there is no such table
    boolean find(String wanted) {
        key = wanted;
        find.set(1, wanted);
        boolean done =
                switch (manner) {
                    case AT_ONCE -> find.carryOutAtOnce();
                    case LOCK_AT_ONCE -> find.carryOutForUpdate(false);
                    case PATIENT -> find.carryOut(false);
                    case LOCK_PATIENT -> find.carryOutForUpdate(true);
                };
        if (!done) {
            throw NotNow.NOT_NOW;
        }
        isThere = find.hasRow();
        if (!isThere) {
            return false;
        }
        PointRow row = find.row();
        if (row != fitting) {
            demandFitting(row);
            fitting = row;
        }
        deadline =
                row.isNull(EXPIRES)
                        ? NEVER
                        : Math.floorDiv(row.wholeAt(EXPIRES), Micros.MILLISECOND);
        return deadline > now;
    }

    /// @throws RedisRefusal if somebody has made the table another one
    private static void demandFitting(PointRow row) {
        boolean fits =
                isOf(row.columns().get(VALUE), "text")
                        && (isOf(row.columns().get(BYTES), "text")
                                || isOf(row.columns().get(BYTES), "bytea"))
                        && isOf(row.columns().get(EXPIRES), "timestamp");
        if (!fits) {
            throw UNFIT;
        }
    }

    private static boolean isOf(ResultColumn column, String type) {
        return column.type().toLowerCase(Locale.ROOT).startsWith(type);
    }

    /// Whether the key has a row, expired or not.
    boolean isThere() {
        return isThere;
    }

    /// When the key expires, in milliseconds since 1970, or [#NEVER].
    long deadline() {
        return deadline;
    }

    void answerValue(RedisReply reply) {
        PointRow row = find.row();
        int column = column(row);
        if (column < 0 || row.start(column) < 0) {
            reply.bulk(value());
        } else {
            int start = row.start(column);
            reply.bulk(row.array(), start, row.end(column) - start);
        }
    }

    byte[] value() {
        PointRow row = find.row();
        int column = column(row);
        if (column < 0) {
            return NOTHING;
        } else if (row.start(column) >= 0) {
            return Arrays.copyOfRange(row.array(), row.start(column), row.end(column));
        }
        // The row is older than the column, and has what new columns have by default.
        String text = (String) row.valueAt(column);
        return column == BYTES
                ? HexFormat.of().parseHex(text, 2, text.length())
                : text.getBytes(StandardCharsets.UTF_8);
    }

    int length() {
        return value().length;
    }

    /// The column that has the value; -1 if none does, which is an empty one.
    private static int column(PointRow row) {
        if (!row.isNull(VALUE)) {
            return VALUE;
        }
        return row.isNull(BYTES) ? -1 : BYTES;
    }

    /// Gives the key that was looked for, and locked, a value and a deadline.
    void put(byte[] value, long until) {
        Prepared change = isThere ? update : insert;
        String text = text(value);
        change.set(1, key);
        change.set(2, text);
        change.set(3, text == null ? value : null);
        change.set(4, instant(until));
        carryOut(change);
        isThere = true;
    }

    /// The text that bytes are, or null if they are none that a column of text takes.
    private static String text(byte[] value) {
        String text = new String(value, StandardCharsets.UTF_8);
        boolean isText =
                text.indexOf('\0') < 0
                        && (text.indexOf('\ufffd') < 0 || CommandWords.isUtf8(value));
        return isText ? text : null;
    }

    private static Instant instant(long until) {
        return until == NEVER ? null : Instant.ofEpochMilli(until);
    }

    /// Gives the key that was looked for, and is there, another deadline.
    void expire(long until) {
        touch.set(1, key);
        touch.set(2, instant(until));
        carryOut(touch);
    }

    /// Removes the row of the key that was looked for.
    void remove() {
        delete.set(1, key);
        carryOut(delete);
        isThere = false;
    }

    private static void carryOut(Prepared change) {
        if (!change.carryOut(false)) {
            throw NotNow.NOT_NOW;
        }
        if (change.changed() != 1) {
            throw TelegraphException.bug(
                    "a row that is locked is changed: changed=" + change.changed(), null);
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
