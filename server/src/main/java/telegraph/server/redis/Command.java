package telegraph.server.redis;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import telegraph.server.resp.CommandWords;
import telegraph.server.resp.RedisRefusal;
import telegraph.server.resp.RedisReply;

/// What clients may ask for: how many words it has, and who carries it out.
enum Command {
    PING(-1, Kind.TALK),
    ECHO(2, Kind.TALK),
    AUTH(-2, Kind.TALK),
    HELLO(-1, Kind.TALK),
    SELECT(2, Kind.TALK),
    CLIENT(-2, Kind.TALK),
    INFO(-1, Kind.TALK),
    CONFIG(-2, Kind.TALK),
    COMMAND(-1, Kind.TALK),
    TIME(1, Kind.TALK),
    QUIT(-1, Kind.TALK),
    RESET(1, Kind.TALK),

    GET(2, Kind.READ, 1, 1, 1),
    MGET(-2, Kind.READ, 1, -1, 1),
    EXISTS(-2, Kind.READ, 1, -1, 1),
    TOUCH(-2, Kind.READ, 1, -1, 1),
    STRLEN(2, Kind.READ, 1, 1, 1),
    TYPE(2, Kind.READ, 1, 1, 1),
    TTL(2, Kind.READ, 1, 1, 1),
    PTTL(2, Kind.READ, 1, 1, 1),
    EXPIRETIME(2, Kind.READ, 1, 1, 1),
    PEXPIRETIME(2, Kind.READ, 1, 1, 1),

    SET(-3, Kind.CHANGE, 1, 1, 1),
    SETNX(3, Kind.CHANGE, 1, 1, 1),
    SETEX(4, Kind.CHANGE, 1, 1, 1),
    PSETEX(4, Kind.CHANGE, 1, 1, 1),
    GETSET(3, Kind.CHANGE, 1, 1, 1),
    GETDEL(2, Kind.CHANGE, 1, 1, 1),
    GETEX(-2, Kind.CHANGE, 1, 1, 1),
    MSET(-3, Kind.CHANGE, 1, -1, 2),
    MSETNX(-3, Kind.CHANGE, 1, -1, 2),
    DEL(-2, Kind.CHANGE, 1, -1, 1),
    UNLINK(-2, Kind.CHANGE, 1, -1, 1),
    INCR(2, Kind.CHANGE, 1, 1, 1),
    DECR(2, Kind.CHANGE, 1, 1, 1),
    INCRBY(3, Kind.CHANGE, 1, 1, 1),
    DECRBY(3, Kind.CHANGE, 1, 1, 1),
    APPEND(3, Kind.CHANGE, 1, 1, 1),
    EXPIRE(-3, Kind.CHANGE, 1, 1, 1),
    PEXPIRE(-3, Kind.CHANGE, 1, 1, 1),
    EXPIREAT(-3, Kind.CHANGE, 1, 1, 1),
    PEXPIREAT(-3, Kind.CHANGE, 1, 1, 1),
    PERSIST(2, Kind.CHANGE, 1, 1, 1),

    SCAN(-2, Kind.SURVEY),
    KEYS(2, Kind.SURVEY),
    DBSIZE(1, Kind.SURVEY),
    FLUSHDB(-1, Kind.SURVEY),
    FLUSHALL(-1, Kind.SURVEY);

    /// Who carries a command out.
    enum Kind {
        /// The connection, about itself or the server.
        TALK,
        /// The keyspace, about some keys that stay as they are.
        READ,
        /// The keyspace, and keys are changed.
        CHANGE,
        /// The keyspace, about all keys; may take long.
        SURVEY
    }

    private static final int NAME_LENGTH_MAX = 16;
    private static final int HALF = 8;
    private static final int TABLE_SIZE = 256;

    /// The names by hash, with gaps; a name that is not in its place is in one of those behind.
    private static final Command[] TABLE = table();

    private final int words;
    private final Kind kind;
    private final int firstKey;
    private final int lastKey;
    private final int keyStep;
    private final long head;
    private final long tail;

    /// @param words how many, the name included; at least so many if negative
    Command(int words, Kind kind) {
        this(words, kind, 0, 0, 0);
    }

    /// @param firstKey the first word that is a key
    /// @param lastKey the last one; -1 for the last of all
    Command(int words, Kind kind, int firstKey, int lastKey, int keyStep) {
        this.words = words;
        this.kind = kind;
        this.firstKey = firstKey;
        this.lastKey = lastKey;
        this.keyStep = keyStep;
        long first = 0;
        long second = 0;
        for (int i = 0; i < name().length(); i++) {
            if (i < HALF) {
                first = first << Byte.SIZE | name().charAt(i);
            } else {
                second = second << Byte.SIZE | name().charAt(i);
            }
        }
        this.head = first;
        this.tail = second;
    }

    private static Command[] table() {
        Command[] table = new Command[TABLE_SIZE];
        for (Command command : values()) {
            int slot = slot(command.head, command.tail);
            while (table[slot] != null) {
                slot = (slot + 1) % TABLE_SIZE;
            }
            table[slot] = command;
        }
        return table;
    }

    private static int slot(long head, long tail) {
        return (int) ((head * 31 + tail) * 0x9e3779b97f4a7c15L >>> 56);
    }

    /// The command that the first word names, in small or capital letters; null if there is none.
    static Command of(CommandWords arguments) {
        int length = arguments.length(0);
        if (length > NAME_LENGTH_MAX) {
            return null;
        }
        long first = 0;
        long second = 0;
        for (int i = 0; i < length; i++) {
            int letter = CommandWords.capital(arguments.at(0, i)) & 0xff;
            if (i < HALF) {
                first = first << Byte.SIZE | letter;
            } else {
                second = second << Byte.SIZE | letter;
            }
        }
        int slot = slot(first, second);
        while (TABLE[slot] != null) {
            if (TABLE[slot].head == first && TABLE[slot].tail == second) {
                return TABLE[slot];
            }
            slot = (slot + 1) % TABLE_SIZE;
        }
        return null;
    }

    Kind kind() {
        return kind;
    }

    /// As clients write it.
    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether it may have so many words, the name included.
    boolean takes(int count) {
        return words < 0 ? count >= -words : count == words;
    }

    /// The error for a wrong number of words.
    RedisRefusal wrongCount() {
        return new RedisRefusal("ERR wrong number of arguments for '" + title() + "' command");
    }

    /// The index of the first word that is a key; 0 if none is.
    int firstKey() {
        return firstKey;
    }

    /// The index of the last one.
    int lastKey(int count) {
        return lastKey < 0 ? count - 1 : lastKey;
    }

    /// The distance of one key to the next.
    int keyStep() {
        return keyStep;
    }

    /// What COMMAND tells of it.
    void describe(RedisReply reply) {
        reply.array(6);
        reply.bulk(title());
        reply.whole(words);
        List<String> flags =
                switch (kind) {
                    case TALK -> List.of("fast", "loading");
                    case READ -> List.of("readonly", "fast");
                    case CHANGE -> List.of("write", "denyoom");
                    case SURVEY -> List.of("readonly");
                };
        reply.array(flags.size());
        flags.forEach(reply::simple);
        reply.whole(firstKey);
        reply.whole(lastKey);
        reply.whole(keyStep);
    }

    /// The command of a name in any letters; null if there is none.
    static Command named(String name) {
        return Arrays.stream(values())
                .filter(command -> command.name().equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }
}
