package telegraph.crawler.dns;

/// Finds the addresses of hosts.
///
/// Threads: any may ask. Answers come on threads of the resolver, several at once if it has
/// several.
public interface Resolver extends AutoCloseable {
    /// Asks for the addresses of `host`: a name in ASCII or the literal of an address, as it stands
    /// in a URL. Never blocks; `to` is called exactly once, at the latest when the resolver closes.
    void resolve(String host, Answers to);

    /// As [#resolve], but a name server is asked whatever is known, if there are any: to find out
    /// whether they answer. The addresses may be any.
    default void ask(String host, Answers to) {
        resolve(host, to);
    }

    /// Forgets for which names nobody answered, so that they are asked for again: who did not
    /// answer then may do so now.
    default void forgetFailures() {}

    /// Answers all that was not answered yet, and frees everything.
    @Override
    void close();

    /// Who asked.
    interface Answers {
        /// Takes an answer; does not block and does not throw, for all other answers wait.
        void answered(String host, DnsAnswer answer);
    }
}
