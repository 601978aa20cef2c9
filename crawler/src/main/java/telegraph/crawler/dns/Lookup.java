package telegraph.crawler.dns;

import java.util.ArrayList;
import java.util.List;

/// A name that is being asked for, and who waits for it.
///
/// ```
/// waits for its turn ──► asks for a family ──► answered
///                         │ ▲  next try, TCP, next family
///                         └─┘
///                         └──► follows another lookup ──► answered
/// ```
///
/// Threads: the resolver's own; a plain record of the state, which [UdpResolver] drives.
final class Lookup {
    /// Somebody's question, by the name as it was asked.
    ///
    /// @param isForServers whether what is known is not enough
    record Question(String host, Resolver.Answers to, boolean isForServers) {}

    final String name;
    final List<Question> questions = new ArrayList<>();

    /// Lookups whose names are other names for this one.
    final List<Lookup> followers = new ArrayList<>();

    /// The lookup of the name that this one's is another name for, or null.
    Lookup target;

    /// Which of the families is asked for.
    int family;

    int tries;
    int server;
    int id;
    Exchange exchange;
    boolean overTcp;

    /// Whether the question on its way says how long its reply may be.
    boolean extended;

    /// How many lookups have led here, one from the other.
    int aliases;

    long deadline;

    /// What the aliases on the way here allow.
    long ttlMax = Long.MAX_VALUE;

    Lookup(String name) {
        this.name = name;
    }

    /// Whether this lookup waits, over whatever detours, for `other`.
    boolean waitsFor(Lookup other) {
        for (Lookup l = this; l != null; l = l.target) {
            if (l == other) {
                return true;
            }
        }
        return false;
    }

    void closeExchange() {
        if (exchange != null) {
            exchange.close();
            exchange = null;
        }
    }
}
