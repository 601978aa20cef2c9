package telegraph.crawler.visit;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import telegraph.crawler.Outcome;
import telegraph.crawler.dns.DnsAnswer;
import telegraph.crawler.frontier.Frontier;
import telegraph.crawler.frontier.VisitState;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Whether the crawl's own network is there: connections, and name servers, each judged by an
/// [Outage].
///
/// | in doubt or away  | what the crawl does meanwhile                                            |
/// |-------------------|--------------------------------------------------------------------------|
/// | either of them    | asks for no address; failures are held against nobody                    |
/// | connections, away | sends nobody out                                                         |
///
/// Threads: the loop's.
public final class OwnNetwork {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /// Before anybody has been connected, three hosts may as well be dead: so it has to be those of
    /// whom nothing at all came.
    private final Outage connections = new Outage(3);

    /// Name servers that never said anything are not there, however few names they were asked for.
    private final Outage names = new Outage(1);

    private final Probes probes;
    private final Frontier frontier;
    private final Duration wait;
    private final boolean isProxied;
    private long lastAnswer;
    private long awayNanos;
    private boolean returned;

    public OwnNetwork(Probes probes, Frontier frontier, Duration wait, boolean isProxied) {
        this.probes = probes;
        this.frontier = frontier;
        this.wait = wait;
        this.isProxied = isProxied;
    }

    /// Whether hosts may be asked.
    public boolean mayFetch() {
        return connections.state() != Outage.State.AWAY;
    }

    /// Whether there is no doubt about it.
    public boolean isThere() {
        return connections.isClear() && names.isClear();
    }

    /// Takes note of how a request went; says whether what became of it may be believed.
    ///
    /// @param isSilent whether no answer came
    public boolean heard(Sheet sheet, boolean isSilent, long now) {
        if (!sheet.asked()) {
            return true;
        }
        Visit visit = sheet.visit();
        if (!isSilent) {
            long site = visit.isGuest() ? visit.robotsAt().siteHash() : visit.site().hash();
            settle(connections, connections.state(), connections.answered(now), now);
            lastAnswer = now;
            if (connections.wantsWitness(site, now)) {
                connections.witness(peer(visit), now);
            }
            return true;
        }
        boolean isNobody =
                sheet.outcome() == Outcome.CONNECT_FAILED
                        || sheet.outcome() == Outcome.CONNECT_TIMEOUT;
        if (connections.hasWitnesses() || isNobody) {
            connections.failed(peer(visit), visit.beganNanos(), now);
            spare(connections);
        }
        return isThere();
    }

    private Outage.Peer peer(Visit visit) {
        VisitState site = visit.site();
        long hash = site.hash();
        String host = site.host();
        int port = site.port();
        boolean isHttps = site.isHttps();
        if (visit.isGuest()) {
            hash = visit.robotsAt().siteHash();
            host = visit.robotsAt().host();
            port = visit.robotsAt().port();
            isHttps = visit.robotsAt().isHttps();
        }
        int at = port > 0 ? port : isHttps ? HTTPS : HTTP;
        InetAddress address = visit.address();
        return new Outage.Peer(
                hash,
                host,
                isProxied || address == null
                        ? InetSocketAddress.createUnresolved(host, at)
                        : new InetSocketAddress(address, at));
    }

    /// Takes note of what became of a question for a name; says whether it may be believed.
    public boolean resolved(VisitState site, String host, Resolution given, long now) {
        DnsAnswer answer = given.answer();
        if (answer.outcome() != Outcome.DNS_TIMEOUT) {
            if (!answer.isKept()) {
                settle(names, names.state(), names.answered(now), now);
                lastAnswer = now;
                if (names.wantsWitness(site.hash(), now)) {
                    names.witness(new Outage.Peer(site.hash(), host, null), now);
                }
            }
            return true;
        }
        // Whoever crawls by addresses alone may have no name server, and none the worse for it.
        boolean isNeeded = names.hasWitnesses() || !connections.hasWitnesses();
        if (!answer.isKept() && isNeeded) {
            names.failed(new Outage.Peer(site.hash(), host, null), given.askedNanos(), now);
            spare(names);
        }
        return isThere();
    }

    /// Sends out the probes that are due.
    public void probe(long now) {
        for (Outage.Peer peer : connections.probes(now)) {
            probes.connect(connections, peer);
        }
        for (Outage.Peer peer : names.probes(now)) {
            probes.ask(names, peer);
        }
    }

    /// A probe came back.
    public void take(Probes.Result result, long now) {
        Outage of = result.of();
        Outage.State before = of.state();
        settle(of, before, of.probed(result.round(), result.isAnswered(), now), now);
        if (before != of.state()) {
            spare(of);
        }
    }

    /// Hosts that failed before it was known why have not failed.
    private void spare(Outage outage) {
        if (outage.state() == Outage.State.AWAY) {
            for (Outage.Peer peer : outage.suspects()) {
                frontier.active(peer.site())
                        .filter(site -> site.givenUp().isEmpty())
                        .ifPresent(site -> site.failures(0));
            }
        }
    }

    private void settle(Outage outage, Outage.State before, boolean isCleared, long now) {
        if (isCleared && before == Outage.State.AWAY) {
            awayNanos += now - outage.since();
            lastAnswer = now;
            returned = true;
        }
    }

    /// Whether it came back since this was asked last.
    public boolean hasReturned() {
        boolean has = returned;
        returned = false;
        return has;
    }

    /// Whether it has been away for as long as the crawl is to wait, and no answer came from
    /// anybody.
    public boolean isOverdue(long now) {
        long since = connections.isClear() ? names.since() : connections.since();
        return isAway() && now - later(since, lastAnswer) >= wait.toNanos();
    }

    private boolean isAway() {
        return connections.state() == Outage.State.AWAY || names.state() == Outage.State.AWAY;
    }

    private static long later(long one, long other) {
        return one - other >= 0 ? one : other;
    }

    /// For how long it was away, all in all.
    public Duration away(long now) {
        return Duration.ofNanos(awayNanos + (isAway() ? now - awaySince() : 0));
    }

    private long awaySince() {
        return mayFetch() ? names.since() : connections.since();
    }

    /// What is waited for while it is away, in words; else nothing.
    public String words(long now) {
        if (!isAway()) {
            return "";
        }
        Outage outage = mayFetch() ? names : connections;
        String who =
                mayFetch()
                        ? "for the network: no name server answers"
                        : outage.hasWitnesses()
                                ? "for the network: nobody answers, nor do hosts that did before"
                                : "for the network: nobody has answered yet";
        long asks = outage.nextProbeNanos(now).orElse(0L);
        long left = Math.max(0, wait.toNanos() - (now - later(outage.since(), lastAnswer)));
        return String.format(
                Locale.ROOT,
                "waits %s; asks again in %.1f s, gives up in %.0f s",
                who,
                asks / 1e9,
                left / 1e9);
    }

    /// Why the crawl ends when it is overdue.
    public TelegraphException failure(long now) {
        return TelegraphException.of(
                SqlState.INSUFFICIENT_RESOURCES,
                "a crawl has a network: "
                        + words(now).replaceFirst("^waits for the network: ", "").split(";")[0]
                        + " for="
                        + (now - awaySince()) / 1_000_000
                        + "ms network-wait="
                        + wait.toMillis()
                        + "ms. The crawl goes on from where it was when it is started again.");
    }
}
