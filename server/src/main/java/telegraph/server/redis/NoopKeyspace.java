package telegraph.server.redis;

import java.util.Arrays;
import java.util.OptionalLong;
import telegraph.server.resp.RedisCommand;
import telegraph.server.resp.RedisReply;

/// A keyspace that forgets every change at once and has the same value under every key, so that the
/// network alone can be measured.
///
/// Threads: any; nothing ever changes.
final class NoopKeyspace implements Keyspace, Keyspace.Desk {
    private static final int VALUE_BYTES = 1_024;

    private final byte[] value = new byte[VALUE_BYTES];

    /// The value as an answer.
    private final byte[] answer;

    NoopKeyspace() {
        Arrays.fill(value, (byte) 'x');
        byte[] head = RedisReply.ascii("$" + VALUE_BYTES + "\r\n");
        answer = Arrays.copyOf(head, head.length + VALUE_BYTES + 2);
        System.arraycopy(value, 0, answer, head.length, VALUE_BYTES);
        answer[answer.length - 2] = '\r';
        answer[answer.length - 1] = '\n';
    }

    @Override
    public Desk desk() {
        return this;
    }

    @Override
    public boolean answer(Command command, RedisCommand request, RedisReply reply) {
        switch (command) {
            case GET, GETDEL, GETEX, GETSET -> reply.raw(answer);
            case SET, SETEX, PSETEX, MSET, FLUSHDB, FLUSHALL -> reply.ok();
            case MGET -> {
                reply.array(request.count() - 1);
                for (int i = 1; i < request.count(); i++) {
                    reply.raw(answer);
                }
            }
            case EXISTS, TOUCH, DEL, UNLINK -> reply.whole(request.count() - 1);
            case STRLEN -> reply.whole(VALUE_BYTES);
            case APPEND -> reply.whole(VALUE_BYTES + request.length(2));
            case TYPE -> reply.simple("string");
            case TTL, PTTL, EXPIRETIME, PEXPIRETIME -> reply.whole(-1);
            case SETNX, MSETNX, INCR, INCRBY, EXPIRE, PEXPIRE, EXPIREAT, PEXPIREAT ->
                    reply.whole(1);
            case DECR, DECRBY -> reply.whole(-1);
            case PERSIST, DBSIZE -> reply.whole(0);
            case SCAN -> {
                reply.array(2);
                reply.bulk("0");
                reply.array(0);
            }
            case KEYS -> reply.array(0);
            case PING,
                    ECHO,
                    AUTH,
                    HELLO,
                    SELECT,
                    CLIENT,
                    INFO,
                    CONFIG,
                    COMMAND,
                    TIME,
                    QUIT,
                    RESET ->
                    throw new IllegalStateException("no command about keys: command=" + command);
        }
        return true;
    }

    @Override
    public void later(Burst burst) {
        throw new IllegalStateException("everything is answered at once");
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.empty();
    }

    @Override
    public void close() {}
}
