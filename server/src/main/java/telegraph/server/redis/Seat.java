package telegraph.server.redis;

/// What the conversations of one event loop take turns with, so that a connection has next to
/// nothing of its own.
///
/// Threads: that loop.
final class Seat {
    private final Keyspace.Desk desk;
    private final Reply reply = new Reply();
    private Request request = new Request();

    Seat(Keyspace.Desk desk) {
        this.desk = desk;
    }

    Keyspace.Desk desk() {
        return desk;
    }

    Reply reply() {
        return reply;
    }

    /// What a command is read with; [Request#clear] it before somebody else's turn.
    Request request() {
        return request;
    }

    /// Leaves the request to a conversation whose command is long and incomplete.
    Request giveUp() {
        Request given = request;
        request = new Request();
        return given;
    }
}
