package telegraph.crawler.frontier;

import java.net.InetAddress;
import java.util.Optional;
import telegraph.crawler.Outcome;
import telegraph.crawler.url.Url;

/// All URLs that are known and still to be fetched, and whose turn it is.
///
/// Threads: one.
public interface Frontier extends AutoCloseable {
    /// Takes in a URL; false if it has been seen for certain. Otherwise, if it is new, it comes out
    /// of its site's queue once, at the latest after [#flush].
    boolean offer(Url url, Origin origin);

    /// A site whose time has come and that has a URL: it is the caller's until [#release].
    Optional<VisitState> due(long nowNanos);

    /// A site that needs an address, the caller's until [#resolved] or [#unresolvable]; no more
    /// than the limit are out at once.
    Optional<VisitState> unresolved();

    void resolved(VisitState site, InetAddress address);

    /// The site is due at once, given up for as long as it is in memory.
    void unresolvable(VisitState site, Outcome why);

    /// Gives a site back: neither it nor its address is due before these times.
    void release(VisitState site, long siteDueNanos, long addressDueNanos);

    /// The earliest time at which [#due] may find a site, if nothing is released or offered before.
    long nextDueNanos();

    /// Nothing is queued, offered or out.
    boolean isEmpty();

    /// Lets new URLs out if that costs little of the time; for when too little is due.
    void hungry();

    /// Lets all new URLs out that were offered.
    void flush();

    /// Makes durable all that a restart from here needs.
    FrontierMark mark();

    /// No restart will be from `older` or one before it: deletes what only they need.
    void forget(FrontierMark older);

    /// Different URLs ever taken in, without those that wait to be told from seen ones.
    long seen();

    /// URLs in queues, and those taken and not finished.
    long queued();

    /// URLs offered that wait to be told from seen ones.
    long pending();

    /// Sites ever seen.
    long sites();

    /// Sites in memory.
    int activeSites();

    /// URLs dropped because their site has as many as it may.
    long dropped();

    @Override
    void close();
}
