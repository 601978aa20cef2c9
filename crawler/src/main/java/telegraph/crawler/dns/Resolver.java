package telegraph.crawler.dns;

/// Finds the addresses of hosts.
///
/// Threads: any may ask. Answers come on threads of the resolver, several at once if it has
/// several.
public interface Resolver extends AutoCloseable {
    /// Asks for the addresses of `host`: a name in ASCII or the literal of an address, as it stands
    /// in a URL. Never blocks; `to` is called exactly once, at the latest when the resolver closes.
    void resolve(String host, Answers to);

    /// Answers all that was not answered yet, and frees everything.
    @Override
    void close();

    /// Who asked.
    interface Answers {
        /// Takes an answer; does not block and does not throw, for all other answers wait.
        void answered(String host, DnsAnswer answer);
    }
}
