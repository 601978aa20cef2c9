package telegraph.testkit;

/// Decides what [FaultServer] replies to each request of a path.
///
/// Called by many connections at once.
@FunctionalInterface
public interface Answer {
    Reply to(Request request);

    /// Always the same reply.
    static Answer always(Reply reply) {
        return request -> reply;
    }

    /// The first `count` requests of the path get `first`, all later ones what `then` says.
    static Answer first(int count, Reply first, Answer then) {
        return request -> request.number() <= count ? first : then.to(request);
    }

    /// The same, for one reply afterwards.
    static Answer first(int count, Reply first, Reply then) {
        return first(count, first, always(then));
    }
}
