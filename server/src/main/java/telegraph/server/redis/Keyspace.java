package telegraph.server.redis;

import java.util.OptionalLong;
import telegraph.server.resp.RedisCommand;
import telegraph.server.resp.RedisRefusal;
import telegraph.server.resp.RedisReply;

/// What is behind the keys: a table, or nothing.
///
/// Threads: any.
interface Keyspace extends AutoCloseable {
    /// What one event loop asks.
    ///
    /// Threads: that loop.
    interface Desk {
        /// Answers a command about keys without waiting for anybody; false, with nothing written,
        /// if it would have to.
        ///
        /// @throws RedisRefusal if it cannot be carried out
        boolean answer(Command command, RedisCommand request, RedisReply reply);
    }

    Desk desk();

    /// Carries out what could not be answered at once, on another thread, in its order.
    void later(Burst burst);

    /// About how many keys there are, if that is known.
    OptionalLong size();

    @Override
    void close();
}
