package telegraph.crawler.frontier;

import java.net.InetAddress;
import java.util.Optional;
import telegraph.crawler.Outcome;

/// A site in memory: scheme, host and port, the head of its queue, and when it may be asked again.
///
/// Whoever got it from [Frontier#due] takes URLs with [#next], and says of each in the order taken
/// either [#finished] or [#putBack]; what is neither when the site is released is in the queue as
/// if it had not been taken.
///
/// Threads: the frontier's.
public interface VisitState {
    /// The 64 bits of scheme, host and port.
    long hash();

    String host();

    int port();

    boolean isHttps();

    /// Where the host is; empty until it was resolved.
    Optional<InetAddress> address();

    /// Takes the next URL; false if none is left, or as many are taken as may be at once.
    boolean next(QueuedUrl to);

    /// The URL taken longest ago is done: its row is in the journal, and it never comes back.
    void finished();

    /// The URL taken longest ago, which `url` is, comes again, as the first after
    /// [Frontier#release] and with the tries that `url` has.
    void putBack(QueuedUrl url);

    /// URLs in the queue that are not taken now.
    int queued();

    /// URLs of this site that were ever [#finished].
    int fetched();

    /// A number that the crawl counts by, kept when the site leaves memory.
    int failures();

    void failures(int inARow);

    /// A number that means something to the crawl, such as where the site's robots.txt is in the
    /// journal; kept when the site leaves memory, 0 at first.
    long note();

    void note(long note);

    /// From now on the site is handed out without delay, whatever its address, so that its URLs can
    /// be finished with `why`; also when it comes back after having left memory.
    void giveUp(Outcome why);

    /// Why no URL of this site is fetched, if so.
    Optional<Outcome> givenUp();

    /// The address is asked for again after [Frontier#release].
    void forgetAddress();

    Optional<Companion> companion();

    void keep(Companion companion);
}
