package telegraph.server.http.wire;

/// Answers the requests of one address.
///
/// Threads: many at once.
@FunctionalInterface
public interface Endpoint {
    /// Answers, now or later. It may wait, unless its route says that it does not.
    ///
    /// @throws Problem if there is nothing else to answer; nothing was sent then
    void answer(HttpExchange exchange) throws InterruptedException;
}
