package telegraph.crawler.run;

import java.util.Optional;
import telegraph.crawler.CrawlSummary.End;
import telegraph.crawler.CrawlSummary.Missing;
import telegraph.crawler.Outcome;
import telegraph.crawler.dns.DnsAnswer;
import telegraph.crawler.dns.Resolver;
import telegraph.crawler.frontier.Frontier;
import telegraph.crawler.frontier.VisitState;
import telegraph.crawler.journal.Checkpoints;
import telegraph.crawler.journal.RowLedger;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.crawler.scope.Cut;
import telegraph.crawler.visit.FetcherFailure;
import telegraph.crawler.visit.LoopInbox;
import telegraph.crawler.visit.OwnNetwork;
import telegraph.crawler.visit.Probes;
import telegraph.crawler.visit.Resolution;
import telegraph.crawler.visit.Sheet;
import telegraph.crawler.visit.SitemapOffers;
import telegraph.crawler.visit.Visit;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;

/// The one thread that owns the frontier, the journal and the counts, and so needs no locks.
///
/// ```
///        ┌────────────────────────────────────────────────────────────┐
///        ▼                                                            │
///  take sheets and answers ─► hand out sites ─► ask for addresses ─► let new URLs out, some ─► checkpoint, if it is time
///        ▲                                                            │
///        └──────────────── sleep until a letter comes, or a site is due ◄┘ nothing was done
/// ```
///
/// Threads: its own; [#stop] any.
final class CrawlLoop {
    private static final Cut[] CUTS = Cut.values();
    private static final long SLEEP_MAX_NANOS = 100_000_000;

    /// How long it rests at once while there is no network, whoever is due.
    private static final long AWAY_NANOS = 20_000_000;

    private static final long FLUSH_NANOS = 10_000_000;

    /// Sites recalled in one round of the loop.
    private static final long RECALLED_AT_ONCE = 1_024;

    private static final long TTL_MIN_SECONDS = 1;
    private static final long TTL_MAX_SECONDS = 86_400;
    private static final long STOPPING_NANOS = 1_000_000_000;

    /// What the loop drives.
    record Parts(
            Frontier frontier,
            Resolver resolver,
            LoopInbox inbox,
            Sheets sheets,
            Crew crew,
            OwnNetwork network,
            SiteBook sites,
            FetchTurns turns,
            RowLedger ledger,
            Optional<SitemapOffers> sitemaps,
            Checkpoints checkpoints,
            Board board,
            Ticker ticker) {}

    private final Parts parts;
    private final Frontier frontier;
    private final LoopInbox inbox;
    private final Crew crew;
    private final OwnNetwork network;
    private final SiteBook sites;
    private final FetchTurns turns;
    private final RowLedger ledger;
    private final Ticker ticker;
    private int resolving;
    private long flushed;

    /// Sites that are still to be recalled for their last round, once that has begun; else -1.
    private long recalls = -1;

    /// Why the crawl ended without its network.
    private Optional<TelegraphException> gaveUp = Optional.empty();

    private volatile boolean stopping;
    private volatile boolean abandoned;

    CrawlLoop(Parts parts) {
        this.parts = parts;
        this.frontier = parts.frontier();
        this.inbox = parts.inbox();
        this.crew = parts.crew();
        this.network = parts.network();
        this.sites = parts.sites();
        this.turns = parts.turns();
        this.ledger = parts.ledger();
        this.ticker = parts.ticker();
    }

    /// Asks the loop to end soon.
    void stop() {
        stopping = true;
        inbox.nudge();
    }

    /// Asks the loop to end at once, without what is under way.
    void abandon() {
        abandoned = true;
        stop();
    }

    /// Crawls until nothing is left, enough pages came, or somebody stops it. Hosts that did not
    /// answer are asked once more when nothing else is left.
    End run() throws InterruptedException {
        while (!stopping) {
            long now = ticker.nanos();
            boolean worked = takeLetters(now);
            if (turns.isEnough()) {
                break;
            }
            crew.look(now);
            mindNetwork(now);
            worked |= network.mayFetch() && turns.handOut(now);
            worked |= network.isThere() && resolve();
            worked |= sift();
            worked |= recall();
            parts.checkpoints().ifDue(now);
            sites.closeOldWires(now);
            parts.board().publish(now, crew.busy(), resolving, network);
            if (!worked && crew.busy() == 0 && resolving == 0 && !network.isThere()) {
                if (network.isOverdue(now)) {
                    gaveUp = Optional.of(network.failure(now));
                    return End.NO_NETWORK;
                }
            } else if (!worked && crew.busy() == 0 && resolving == 0) {
                if (frontier.isEmpty()) {
                    if (recalls >= 0 || frontier.aside() == 0) {
                        return frontier.aside() == 0 ? End.COMPLETE : End.INCOMPLETE;
                    }
                    recalls = frontier.aside();
                    parts.resolver().forgetFailures();
                    continue;
                }
                boolean hasNew = frontier.pending() > 0;
                frontier.flush();
                worked = hasNew || frontier.nextDueNanos() - now <= 0;
            }
            parts.board().round(ticker.nanos() - now);
            if (!worked) {
                sleep(now);
            }
        }
        windUp();
        return turns.isEnough() ? End.PAGES_MAX : End.STOPPED;
    }

    /// Whether somebody asked it to end.
    boolean isStopping() {
        return stopping;
    }

    /// Why it ended, if that is no failure of its own.
    Optional<TelegraphException> gaveUp() {
        return gaveUp;
    }

    /// Lets some of the new URLs out, if they are on their way.
    private boolean sift() {
        boolean any = frontier.isFlushing();
        if (any) {
            frontier.sift();
        }
        return any;
    }

    /// Probes the network if it is in doubt; when it is back, everything that failed is to be asked
    /// again.
    private void mindNetwork(long now) {
        network.probe(now);
        if (network.hasReturned()) {
            parts.resolver().forgetFailures();
            recalls = -1;
        }
    }

    /// Lets some of the hosts that did not answer be asked again, if it is their last round.
    private boolean recall() {
        if (recalls <= 0) {
            return false;
        }
        long some = Math.min(recalls, RECALLED_AT_ONCE);
        frontier.recall(some, true);
        recalls -= some;
        return true;
    }

    /// Makes rows of all URLs of hosts that did not answer, behind a checkpoint that has them in
    /// their queues still: so they are there for readers, and the next start asks for them again.
    Missing tell() throws InterruptedException {
        long hosts = frontier.aside();
        long before = ledger.tally().rows();
        ledger.journal().beginTail();
        for (boolean any = true; any && !stopping; ) {
            frontier.recall(RECALLED_AT_ONCE, false);
            any = turns.tell(ticker.nanos());
        }
        ledger.journal().sync();
        return new Missing(ledger.tally().rows() - before, hosts);
    }

    private void sleep(long now) {
        // Without anybody to send out, or pages to send for, it does not matter who is due.
        if (!crew.hasIdle() || !turns.wantsMore()) {
            boolean whole = rest(SLEEP_MAX_NANOS, now);
            if (whole && inbox.isEmpty()) {
                crew.nobodyCame();
            }
            return;
        }
        frontier.hungry();
        if (!network.isThere()) {
            rest(AWAY_NANOS, now);
            return;
        }
        if (!frontier.isFlushing() && frontier.nextDueNanos() - now > 0) {
            rest(Math.min(SLEEP_MAX_NANOS, frontier.nextDueNanos() - now), now);
        }
    }

    /// Waits for letters, but no longer than the journal may wait to be flushed; says whether that
    /// was as long as it was asked to.
    private boolean rest(long nanos, long now) {
        long left = flushed + FLUSH_NANOS - now;
        if (left <= 0 || ledger.journal().isFlushed()) {
            ledger.journal().flush();
            inbox.await(nanos);
            return true;
        }
        inbox.await(Math.min(nanos, left));
        return nanos <= left;
    }

    /// Gives fetches under way a moment to come back.
    private void windUp() throws InterruptedException {
        long until = ticker.nanos() + STOPPING_NANOS;
        long now = ticker.nanos();
        while (!abandoned && crew.busy() > 0 && until - now > 0) {
            if (!takeLetters(now)) {
                inbox.await(Math.min(SLEEP_MAX_NANOS, until - now));
            }
            now = ticker.nanos();
        }
    }

    private boolean takeLetters(long now) throws InterruptedException {
        LoopInbox.Letter letter = inbox.takeAll();
        boolean any = letter != null;
        int letters = 0;
        while (letter != null) {
            letters++;
            LoopInbox.Letter next = letter.next();
            if (letter instanceof Sheet sheet) {
                take(sheet, now);
            } else if (letter instanceof Resolution answer) {
                take(answer, now);
            } else if (letter instanceof Probes.Result result) {
                network.take(result, now);
            } else if (letter instanceof FetcherFailure failure) {
                failure.rethrow();
            }
            letter = next;
        }
        crew.waited(letters);
        if (now - flushed >= FLUSH_NANOS) {
            ledger.journal().flush();
            flushed = now;
        }
        return any;
    }

    private void take(Sheet sheet, long now) throws InterruptedException {
        Visit visit = sheet.visit();
        VisitState site = visit.site();
        boolean goesOn = false;
        crew.heard(sheet.fetcher(), now);
        boolean isSilent = SiteBook.isSilent(sheet);
        boolean isBelieved = network.heard(sheet, isSilent, now) || !isSilent;
        sites.note(sheet, isBelieved, now);
        if (isBelieved) {
            goesOn = apply(sheet, now);
        } else if (!visit.isForRobots()) {
            site.putBack(visit.url(sheet.index()));
            turns.returned(1);
        }
        if (sheet.isLast()) {
            int left = visit.isForRobots() ? 0 : visit.count() - sheet.index() - 1;
            turns.returned(left);
            turns.over(visit);
            if (!goesOn || !turns.goOn(sheet.fetcher(), now)) {
                sites.release(site, visit.memory(), now);
                crew.idle(sheet.fetcher());
            }
        }
        parts.sheets().give(sheet);
    }

    /// Does what follows from a sheet; says whether the site may be asked for a page at once.
    private boolean apply(Sheet sheet, long now) throws InterruptedException {
        Visit visit = sheet.visit();
        VisitState site = visit.site();
        switch (sheet.kind()) {
            case PAGE -> {
                ledger.enter(sheet.record(), now);
                count(sheet.cuts());
                site.finished();
                turns.returned(1);
            }
            case RETRY -> {
                QueuedUrl url = visit.url(sheet.index());
                url.tries(url.tries() + (sheet.outcome().isUnconnected() ? 0 : 1));
                site.putBack(url);
                turns.returned(1);
            }
            case ROBOTS -> {
                boolean goesOn = sites.robots(sheet, now);
                parts.sitemaps().ifPresent(sitemaps -> sitemaps.offer(site, sheet.robots()));
                return goesOn;
            }
        }
        return false;
    }

    private void count(int[] cuts) {
        for (int i = 0; i < cuts.length; i++) {
            if (cuts[i] > 0) {
                ledger.tally().cut(CUTS[i].label(), cuts[i]);
            }
        }
    }

    /// Asks for the addresses of sites that need one.
    private boolean resolve() {
        boolean any = false;
        for (Optional<VisitState> next = frontier.unresolved();
                next.isPresent();
                next = frontier.unresolved()) {
            resolve(next.get());
            any = true;
        }
        return any;
    }

    private void resolve(VisitState site) {
        resolving++;
        long asked = ticker.nanos();
        parts.resolver()
                .resolve(
                        sites.hostOf(site),
                        (host, answer) -> inbox.put(new Resolution(site, asked, answer)));
    }

    private void take(Resolution answer, long now) {
        resolving--;
        VisitState site = answer.site();
        DnsAnswer found = answer.answer();
        if (!network.resolved(site, sites.hostOf(site), answer, now)) {
            frontier.unresolved(site);
        } else if (found.isFound()) {
            int choice = site.failures() % found.addresses().size();
            long seconds = Math.clamp(found.ttlSeconds(), TTL_MIN_SECONDS, TTL_MAX_SECONDS);
            sites.of(site, now).resolved(found.addresses().size(), now + seconds * 1_000_000_000L);
            frontier.resolved(site, found.addresses().get(choice));
        } else if (sites.of(site, now).isGuest(site)) {
            sites.robotsNowhere(sites.of(site, now), found, now);
            resolve(site);
        } else {
            sites.of(site, now).unresolved(found.detail());
            frontier.unresolvable(
                    site,
                    found.outcome() == Outcome.FETCHED ? Outcome.NO_ADDRESS : found.outcome());
        }
    }
}
