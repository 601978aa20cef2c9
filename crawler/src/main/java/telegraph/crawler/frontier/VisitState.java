package telegraph.crawler.frontier;

import java.net.InetAddress;
import java.util.Optional;
import telegraph.crawler.Outcome;
import telegraph.crawler.mark.DueHeap;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.http.url.Url;

/// A site in memory: scheme, host and port, the head of its queue, and when it may be asked again.
///
/// ```
/// line ──► UNRESOLVED ──► RESOLVING ──► READY ◄──► OUT        URLs come: IDLE ──► READY
///                             │                     │ no URL left ──► IDLE
///                             └──► GIVEN_UP ◄──► OUT
/// ```
///
/// Whoever got it from [Frontier#due] takes URLs with [#next], and says of each in the order taken
/// either [#finished] or [#putBack]; what is neither when the site is released is in the queue as
/// if it had not been taken. The object is used for another site after this one left memory.
///
/// Threads: the frontier's.
public final class VisitState extends DueHeap.Item {
    private static final Outcome[] OUTCOMES = Outcome.values();

    /// Where a site in memory is.
    enum Stand {
        /// Not of any site.
        AWAY,
        /// Waits to be handed out for an address.
        UNRESOLVED,
        /// Handed out for an address.
        RESOLVING,
        /// Waits for its time and its address.
        READY,
        /// Handed out for a visit.
        OUT,
        /// Has no URL.
        IDLE,
        /// Waits to be handed out so that its URLs can be finished.
        GIVEN_UP
    }

    final int number;
    final SiteQueue queue;
    private final SiteTurns turns;
    private Stand stand = Stand.AWAY;
    private String host = "";
    private int port;
    private boolean https;
    private Optional<InetAddress> address = Optional.empty();
    private WorkbenchEntry entry;
    private boolean forgetsAddress;
    private Optional<Outcome> givenUp = Optional.empty();
    private boolean givenUpForGood;
    private Optional<Companion> companion = Optional.empty();
    private long due;
    private int fetched;
    private int failures;
    private long note;

    /// URLs finished since the site came into memory.
    private int turn;

    VisitState(SiteTurns turns, int number, SiteQueue queue) {
        this.turns = turns;
        this.number = number;
        this.queue = queue;
    }

    /// Becomes the site in a slot, which has a URL.
    void load(SiteTable sites, int slot, QueuedUrl spare) {
        queue.load(sites, slot);
        due = sites.getLong(slot, SiteTable.DUE);
        note = sites.getLong(slot, SiteTable.NOTE);
        fetched = sites.getInt(slot, SiteTable.FETCHED);
        failures = sites.failures(slot);
        int why = sites.givenUp(slot);
        givenUpForGood = why > 0;
        givenUp = givenUpForGood ? Optional.of(OUTCOMES[why - 1]) : Optional.empty();
        address = Optional.empty();
        entry = null;
        forgetsAddress = false;
        companion = Optional.empty();
        turn = 0;
        if (queue.count() > 0) {
            queue.peek(spare);
            Url url = spare.url();
            host = url.host();
            port = url.port();
            https = url.isHttps();
        }
    }

    /// Writes what lasts into the site's slot; URLs put back and not settled are left out.
    void save(SiteTable sites, int slot) {
        queue.save(sites, slot);
        sites.setLong(slot, SiteTable.DUE, due);
        sites.setLong(slot, SiteTable.NOTE, note);
        sites.setInt(slot, SiteTable.FETCHED, fetched);
        sites.failures(slot, failures);
        sites.givenUp(slot, givenUpForGood ? givenUp.orElseThrow().ordinal() + 1 : 0);
    }

    /// The 64 bits of scheme, host and port.
    public long hash() {
        return queue.site();
    }

    public String host() {
        return host;
    }

    public int port() {
        return port;
    }

    public boolean isHttps() {
        return https;
    }

    /// Where the host is; empty until it was resolved.
    public Optional<InetAddress> address() {
        return address;
    }

    /// Takes the next URL; false if none is left, or as many are taken as may be at once.
    public boolean next(QueuedUrl to) {
        demandOut();
        return queue.next(to);
    }

    /// The URL taken longest ago is done: its row is in the journal, and it never comes back.
    public void finished() {
        demandOut();
        queue.finished();
        fetched++;
        turn++;
        turns.queued(-1);
    }

    /// The URL taken longest ago, which `url` is, comes again, behind all others that wait at
    /// [Frontier#release] and with the tries that `url` has.
    public void putBack(QueuedUrl url) {
        demandOut();
        queue.putBack(url);
    }

    private void demandOut() {
        if (stand != Stand.OUT) {
            throw new IllegalStateException(
                    "URLs of a site are taken during a visit: host=" + host + " stand=" + stand);
        }
    }

    /// URLs that [#next] can still take in this visit.
    public int queued() {
        return queue.waiting();
    }

    /// URLs taken that are neither finished nor put back.
    public int taken() {
        return queue.taken();
    }

    /// URLs of this site that were ever [#finished].
    public int fetched() {
        return fetched;
    }

    /// A number that the crawl counts by, kept when the site leaves memory.
    public int failures() {
        return failures;
    }

    public void failures(int inARow) {
        failures = inARow;
    }

    /// A number that means something to the crawl, such as where the site's robots.txt is in the
    /// journal; kept when the site leaves memory, 0 at first.
    public long note() {
        return note;
    }

    public void note(long of) {
        note = of;
    }

    /// From now on the site is handed out without delay, whatever its address, so that its URLs can
    /// be finished with `why`; also when it comes back after having left memory.
    public void giveUp(Outcome why) {
        givenUp = Optional.of(why);
        givenUpForGood = true;
    }

    /// Gives up for as long as the site is in memory.
    void giveUpForNow(Outcome why) {
        givenUp = Optional.of(why);
    }

    /// Why no URL of this site is fetched, if so.
    public Optional<Outcome> givenUp() {
        return givenUp;
    }

    /// The address is asked for again after [Frontier#release].
    public void forgetAddress() {
        forgetsAddress = true;
    }

    public Optional<Companion> companion() {
        return companion;
    }

    public void keep(Companion with) {
        companion = Optional.of(with);
    }

    void leave() {
        Optional<Companion> leaving = companion;
        companion = Optional.empty();
        leaving.ifPresent(one -> one.left(this));
    }

    boolean forgetsAddress() {
        return forgetsAddress;
    }

    void address(Optional<InetAddress> at, WorkbenchEntry of) {
        address = at;
        entry = of;
        forgetsAddress = false;
    }

    WorkbenchEntry entry() {
        return entry;
    }

    Stand stand() {
        return stand;
    }

    void stand(Stand now) {
        stand = now;
    }

    long due() {
        return due;
    }

    void due(long nanos) {
        due = nanos;
    }

    int turn() {
        return turn;
    }

    @Override
    public String toString() {
        return (https ? "https://" : "http://") + host + ":" + port + " " + stand;
    }
}
