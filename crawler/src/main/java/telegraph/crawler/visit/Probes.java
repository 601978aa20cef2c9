package telegraph.crawler.visit;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import telegraph.crawler.Outcome;
import telegraph.crawler.dns.DnsAnswer;
import telegraph.crawler.dns.Resolver;
import telegraph.ground.Uninterruptibly;
import telegraph.http.client.Client;

/// Finds out whether somebody is there: opens a connection that asks for nothing and is closed at
/// once, or asks for a name. What comes of it is left in the inbox.
///
/// Threads: the loop's; each connection has a virtual thread of its own. They are as few as an
/// [Outage] has out.
public final class Probes implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Client client;
    private final Resolver resolver;
    private final LoopInbox inbox;
    private final Duration patience;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    /// What came of a probe.
    public static final class Result extends LoopInbox.Letter {
        private final Outage of;
        private final int round;
        private final boolean answered;

        private Result(Outage of, int round, boolean answered) {
            this.of = of;
            this.round = round;
            this.answered = answered;
        }

        /// Whose round of probes it belongs to.
        Outage of() {
            return of;
        }

        int round() {
            return round;
        }

        boolean isAnswered() {
            return answered;
        }
    }

    public Probes(Client client, Resolver resolver, LoopInbox inbox, Duration connectTimeout) {
        this.client = client;
        this.resolver = resolver;
        this.inbox = inbox;
        this.patience = connectTimeout.compareTo(PATIENCE) < 0 ? connectTimeout : PATIENCE;
    }

    void connect(Outage of, Outage.Peer peer) {
        int round = of.round();
        threads.removeIf(thread -> !thread.isAlive());
        threads.add(
                Thread.ofVirtual()
                        .name("probe-" + peer.host())
                        .start(() -> {
                            try {
                                boolean reached = client.reaches(peer.address(), patience);
                                inbox.put(new Result(of, round, reached));
                            } catch (InterruptedException e) {
                                // The crawl ends, and nobody waits for this any more.
                                Thread.currentThread().interrupt();
                            } catch (RuntimeException | Error e) {
                                inbox.put(new FetcherFailure(e));
                            }
                        }));
    }

    void ask(Outage of, Outage.Peer peer) {
        int round = of.round();
        resolver.ask(peer.host(), (_, answer) -> inbox.put(new Result(of, round, isHeard(answer))));
    }

    private static boolean isHeard(DnsAnswer answer) {
        return answer.outcome() != Outcome.DNS_TIMEOUT;
    }

    /// Ends all, and returns when they have ended.
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        Uninterruptibly.join(threads);
    }
}
