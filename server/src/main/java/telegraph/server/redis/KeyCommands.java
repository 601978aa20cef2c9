package telegraph.server.redis;

import telegraph.server.resp.CommandWords;
import telegraph.server.resp.Counts;
import telegraph.server.resp.NotNow;
import telegraph.server.resp.RedisCommand;
import telegraph.server.resp.RedisInteger;
import telegraph.server.resp.RedisRefusal;
import telegraph.server.resp.RedisReply;

/// Carries out commands about keys on the table, each as a whole: one that is refused, or cannot go
/// on now, has changed nothing.
///
/// Threads: as its table.
final class KeyCommands {
    private static final int MILLIS = 1_000;

    /// After so many bytes no more values are added to the answers of one burst.
    private static final int ANSWER_BYTES_MAX = 64 << 20;

    private final KeyValueTable table;
    private final Counts counts;

    KeyCommands(KeyValueTable table, Counts counts) {
        this.table = table;
        this.counts = counts;
    }

    /// Carries out a command about some keys.
    ///
    /// @throws RedisRefusal if it cannot be carried out
    /// @throws NotNow if it has to wait, and its table does not
    void answer(Command command, CommandWords words, RedisReply reply) {
        table.tick();
        if (command.kind() == Command.Kind.READ) {
            read(command, words, reply);
        } else {
            change(command, words, reply);
        }
    }

    private void read(Command command, CommandWords words, RedisReply reply) {
        switch (command) {
            case GET -> value(find(words, 1), reply);
            case MGET -> values(words, reply);
            case EXISTS, TOUCH -> {
                int there = 0;
                for (int i = 1; i < words.count(); i++) {
                    there += find(words, i) ? 1 : 0;
                }
                reply.whole(there);
            }
            case STRLEN -> reply.whole(find(words, 1) ? table.length() : 0);
            case TYPE -> reply.simple(find(words, 1) ? "string" : "none");
            case TTL, PTTL, EXPIRETIME, PEXPIRETIME -> reply.whole(left(command, find(words, 1)));
            default -> throw new IllegalStateException("no question: command=" + command);
        }
    }

    private boolean find(CommandWords words, int index) {
        boolean there = table.find(words.key(index));
        counts.found(there);
        return there;
    }

    private void value(boolean there, RedisReply reply) {
        if (reply.mark() > ANSWER_BYTES_MAX) {
            throw new RedisRefusal(
                    "ERR answers together have at most "
                            + ANSWER_BYTES_MAX
                            + " bytes: ask for fewer keys");
        } else if (there) {
            table.answerValue(reply);
        } else {
            reply.nil();
        }
    }

    private void values(CommandWords words, RedisReply reply) {
        reply.array(words.count() - 1);
        for (int i = 1; i < words.count(); i++) {
            value(find(words, i), reply);
        }
    }

    private long left(Command command, boolean there) {
        if (!there) {
            return -2;
        } else if (table.deadline() == KeyValueTable.NEVER) {
            return -1;
        }
        return switch (command) {
            case TTL -> (table.deadline() - table.now() + MILLIS / 2) / MILLIS;
            case PTTL -> table.deadline() - table.now();
            case EXPIRETIME -> table.deadline() / MILLIS;
            default -> table.deadline();
        };
    }

    private void change(Command command, CommandWords words, RedisReply reply) {
        int last = command.lastKey(words.count());
        boolean there = false;
        if (command.firstKey() == last) {
            there = own(words, last);
        } else {
            for (int i = command.firstKey(); i <= last; i += command.keyStep()) {
                there |= own(words, i);
            }
        }
        switch (command) {
            case SET -> set(words, there, reply);
            case SETNX -> {
                if (!there) {
                    table.put(words.bytes(2), KeyValueTable.NEVER);
                }
                reply.whole(there ? 0 : 1);
            }
            case SETEX, PSETEX -> {
                long until = Deadline.of(command, words, 2, table.now());
                table.put(words.bytes(3), until);
                reply.ok();
            }
            case GETSET -> {
                value(there, reply);
                table.put(words.bytes(2), KeyValueTable.NEVER);
            }
            case GETDEL -> {
                value(there, reply);
                if (there) {
                    table.remove();
                }
            }
            case GETEX -> getex(words, there, reply);
            case MSET, MSETNX -> mset(command, words, there, reply);
            case DEL, UNLINK -> delete(words, reply);
            case INCR -> add(1, there, reply);
            case DECR -> add(-1, there, reply);
            case INCRBY -> add(words.whole(2), there, reply);
            case DECRBY -> add(negative(words.whole(2)), there, reply);
            case APPEND -> append(words, there, reply);
            case EXPIRE, PEXPIRE, EXPIREAT, PEXPIREAT -> expire(command, words, there, reply);
            case PERSIST -> {
                boolean had = there && table.deadline() != KeyValueTable.NEVER;
                if (had) {
                    table.expire(KeyValueTable.NEVER);
                }
                reply.whole(had ? 1 : 0);
            }
            default -> throw new IllegalStateException("no change: command=" + command);
        }
    }

    /// Looks for a key that may be changed, and removes it if it has expired.
    private boolean own(CommandWords words, int index) {
        boolean there = table.find(words.key(index));
        if (!there && table.isThere()) {
            table.remove();
            counts.expired(1);
        }
        return there;
    }

    private void set(CommandWords words, boolean there, RedisReply reply) {
        SetOptions options = SetOptions.of(words, table.now());
        boolean refused = options.onlyNew() && there || options.onlyOld() && !there;
        if (options.get()) {
            value(there, reply);
        } else if (refused) {
            reply.nil();
        } else {
            reply.ok();
        }
        if (refused) {
            return;
        }
        boolean keeps = options.keepsDeadline() && there;
        put(words.bytes(2), keeps ? table.deadline() : options.deadline());
    }

    /// Gives the key a value until a moment, which may have passed.
    private void put(byte[] value, long until) {
        if (until > table.now()) {
            table.put(value, until);
        } else if (table.isThere()) {
            table.remove();
        }
    }

    private void getex(CommandWords words, boolean there, RedisReply reply) {
        boolean persists = words.count() == 3 && words.is(2, "PERSIST");
        boolean moves = words.count() == 4;
        if (!persists && !moves && words.count() != 2) {
            throw RedisRefusal.SYNTAX;
        }
        long until =
                moves ? Deadline.option(Command.GETEX, words, 2, table.now()) : KeyValueTable.NEVER;
        value(there, reply);
        if (there && moves && until <= table.now()) {
            table.remove();
        } else if (there && (moves || persists && table.deadline() != KeyValueTable.NEVER)) {
            table.expire(until);
        }
    }

    private void mset(Command command, CommandWords words, boolean anyThere, RedisReply reply) {
        if (words.count() % 2 == 0) {
            throw command.wrongCount();
        }
        boolean onlyNew = command == Command.MSETNX;
        if (!onlyNew || !anyThere) {
            for (int i = 1; i < words.count(); i += 2) {
                table.find(words.key(i));
                table.put(words.bytes(i + 1), KeyValueTable.NEVER);
            }
        }
        if (onlyNew) {
            reply.whole(anyThere ? 0 : 1);
        } else {
            reply.ok();
        }
    }

    private void delete(CommandWords words, RedisReply reply) {
        int deleted = 0;
        for (int i = 1; i < words.count(); i++) {
            if (table.find(words.key(i))) {
                table.remove();
                deleted++;
            }
        }
        reply.whole(deleted);
    }

    private static long negative(long by) {
        if (by == Long.MIN_VALUE) {
            throw new RedisRefusal("ERR decrement would overflow");
        }
        return -by;
    }

    private void add(long by, boolean there, RedisReply reply) {
        long sum;
        try {
            sum = Math.addExact(there ? RedisInteger.of(table.value()) : 0, by);
        } catch (ArithmeticException e) {
            throw new RedisRefusal("ERR increment or decrement would overflow");
        }
        table.put(
                RedisReply.ascii(Long.toString(sum)),
                there ? table.deadline() : KeyValueTable.NEVER);
        reply.whole(sum);
    }

    private void append(CommandWords words, boolean there, RedisReply reply) {
        byte[] before = there ? table.value() : new byte[0];
        byte[] more = words.bytes(2);
        if (before.length + more.length > RedisCommand.WORD_BYTES_MAX) {
            throw new RedisRefusal(
                    "ERR string exceeds maximum allowed size ("
                            + RedisCommand.WORD_BYTES_MAX
                            + ")");
        }
        byte[] all = new byte[before.length + more.length];
        System.arraycopy(before, 0, all, 0, before.length);
        System.arraycopy(more, 0, all, before.length, more.length);
        table.put(all, there ? table.deadline() : KeyValueTable.NEVER);
        reply.whole(all.length);
    }

    private void expire(Command command, CommandWords words, boolean there, RedisReply reply) {
        long until = Deadline.of(command, words, 2, table.now());
        boolean may = there && Deadline.may(words, until, table.deadline());
        if (may && until <= table.now()) {
            table.remove();
        } else if (may) {
            table.expire(until);
        }
        reply.whole(may ? 1 : 0);
    }
}
