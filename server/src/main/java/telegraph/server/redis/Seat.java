package telegraph.server.redis;

import telegraph.server.resp.RedisCommand;
import telegraph.server.resp.RedisReply;

/// What the conversations of one event loop take turns with, so that a connection has next to
/// nothing of its own.
///
/// Threads: that loop.
final class Seat {
    private final Keyspace.Desk desk;
    private final RedisReply reply = new RedisReply();
    private RedisCommand request = new RedisCommand();

    Seat(Keyspace.Desk desk) {
        this.desk = desk;
    }

    Keyspace.Desk desk() {
        return desk;
    }

    RedisReply reply() {
        return reply;
    }

    /// What a command is read with; [RedisCommand#clear] it before somebody else's turn.
    RedisCommand request() {
        return request;
    }

    /// Leaves the request to a conversation whose command is long and incomplete.
    RedisCommand giveUp() {
        RedisCommand given = request;
        request = new RedisCommand();
        return given;
    }
}
