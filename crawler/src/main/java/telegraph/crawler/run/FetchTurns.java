package telegraph.crawler.run;

import java.util.Optional;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.Outcome;
import telegraph.crawler.frontier.Frontier;
import telegraph.crawler.frontier.VisitState;
import telegraph.crawler.journal.LastWords;
import telegraph.crawler.journal.LongSet;
import telegraph.crawler.journal.RowLedger;
import telegraph.crawler.journal.UrlRows;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.crawler.page.PageRecord;
import telegraph.crawler.robots.Robots;
import telegraph.crawler.visit.SiteMemory;
import telegraph.crawler.visit.Visit;
import telegraph.crawler.visit.VisitFetcher;

/// Hands sites whose time has come to fetchers that are idle.
///
/// Invariants:
///
/// 1. Responses had and URLs handed out are together never more than the pages wanted.
/// 2. Sites of which the last request was not answered, or that were never asked, have three
///    quarters of the fetchers at most, and the former get none beyond half of those: so hosts that
///    hang leave room for those that answer, and to find out who does.
///
/// Threads: the loop's.
final class FetchTurns {
    /// URLs of a site that was given up that become rows before others have their turn.
    private static final int GIVEN_UP_TURN = 64;

    /// Turns before the loop looks at what came meanwhile.
    private static final int TURNS_MAX = 256;

    private static final long CROWDED_NANOS = 200_000_000;

    private final Frontier frontier;
    private final SiteBook sites;
    private final Crew crew;
    private final RowLedger ledger;
    private final LastWords words;
    private final LongSet done;
    private final long pagesMax;
    private final boolean obeysRobots;
    private final boolean proxied;
    private final int unprovenMax;
    private final QueuedUrl givenUp = new QueuedUrl();
    private final PageRecord row = new PageRecord();
    private final UrlRows rows = new UrlRows();
    private long granted;
    private int unproven;

    FetchTurns(CrawlOptions options, SiteBook sites, Crew crew, RowLedger ledger, LastWords words) {
        this.words = words;
        this.frontier = sites.frontier();
        this.sites = sites;
        this.crew = crew;
        this.ledger = ledger;
        this.done = ledger.done();
        this.pagesMax = options.scope().pagesMax();
        this.proxied = options.transport().proxy().isPresent();
        this.obeysRobots = options.manners().robots();
        this.unprovenMax = Math.max(1, crew.most() * 3 / 4);
    }

    /// Hands out what is due; false if nothing was.
    boolean handOut(long now) throws InterruptedException {
        int turns = 0;
        while (turns < TURNS_MAX && crew.hasIdle() && wantsMore()) {
            Optional<VisitState> due = frontier.due(now);
            if (due.isEmpty()) {
                break;
            }
            turns++;
            turn(due.get(), now);
        }
        return turns > 0;
    }

    /// Whether pages are wanted beyond those that came and those asked for.
    boolean wantsMore() {
        return ledger.pages() + granted < pagesMax;
    }

    private void turn(VisitState site, long now) throws InterruptedException {
        SiteMemory memory = sites.of(site, now);
        if (site.givenUp().isPresent()) {
            giveUp(site, memory, site.givenUp().get(), now);
            return;
        }
        long own = sites.ownDue(site, memory, now);
        if (own - now > 0) {
            frontier.release(site, own, now);
            return;
        }
        int room = site.failures() > 0 ? unprovenMax / 2 : unprovenMax;
        if (!memory.isProven() && unproven >= Math.max(1, room)) {
            frontier.release(site, now + CROWDED_NANOS, now);
            return;
        }
        Robots robots = obeysRobots ? memory.robots(now) : Robots.allowingAll();
        if (robots == null && memory.isGuest(site)) {
            long entry = sites.enter(memory.robotsAt(), now);
            if (entry - now > 0) {
                frontier.release(site, entry, now);
                return;
            }
        }
        VisitFetcher fetcher = crew.next();
        Visit visit = fetcher.visit();
        // Behind a proxy nobody knows whose address it asks.
        visit.begin(site, memory, proxied ? null : site.address().orElse(null));
        if (robots == null) {
            visit.forRobots(memory.robotsAt());
        } else if (!fill(visit, robots)) {
            crew.idle(fetcher);
            frontier.release(site, now, now);
            return;
        }
        sites.begin(memory);
        begin(fetcher, now);
    }

    private void begin(VisitFetcher fetcher, long now) {
        Visit visit = fetcher.visit();
        granted += visit.count();
        visit.beganNanos(now);
        visit.unproven(!visit.memory().isProven() || visit.isGuest());
        unproven += visit.isUnproven() ? 1 : 0;
        crew.begin(fetcher, now);
    }

    /// Lets a fetcher that has just brought a site's robots.txt ask the site for a page, over the
    /// same connection; false if there is none to ask for.
    boolean goOn(VisitFetcher fetcher, long now) {
        Visit visit = fetcher.visit();
        SiteMemory memory = visit.memory();
        visit.begin(visit.site(), memory, visit.address());
        if (!wantsMore() || !fill(visit, memory.robots(now))) {
            return false;
        }
        begin(fetcher, now);
        return true;
    }

    /// Gives a visit URLs to ask for; false if there are none.
    private boolean fill(Visit visit, Robots robots) {
        visit.robots(robots);
        take(visit, visit.memory().delayNanos() == 0 ? Visit.URLS_MAX : 1);
        return visit.count() > 0;
    }

    /// Takes URLs of the site, but those of which the journal has the rows already.
    private void take(Visit visit, int most) {
        long left = Math.min(most, pagesMax - ledger.pages() - granted);
        while (visit.count() < left && visit.site().next(visit.free())) {
            if (done.size() == 0 || !done.contains(visit.free().url().hash())) {
                visit.took();
            } else if (visit.count() == 0) {
                done.remove(visit.free().url().hash());
                visit.site().finished();
            } else {
                // URLs are finished in the order in which they were taken: the next visit's.
                return;
            }
        }
    }

    private void giveUp(VisitState site, SiteMemory memory, Outcome why, long now)
            throws InterruptedException {
        switch (why) {
            case HOST_DOWN, DNS_TIMEOUT -> {
                words.keep(site.hash(), lastWords(memory, why));
                site.giveUp(why);
                frontier.setAside(site);
            }
            default -> finish(site, why, lastWords(memory, why), now);
        }
    }

    private static String lastWords(SiteMemory memory, Outcome why) {
        return switch (why) {
            case NO_ADDRESS, DNS_TIMEOUT, ADDRESS_FORBIDDEN -> memory.unresolved();
            default -> memory.lastFailure();
        };
    }

    /// Makes rows of URLs of a site that was set aside and recalled; false if none is there.
    boolean tell(long now) throws InterruptedException {
        frontier.unresolved();
        Optional<VisitState> next = frontier.due(now);
        if (next.isPresent()) {
            VisitState site = next.get();
            finish(site, site.givenUp().orElseThrow(), words.of(site.hash()), now);
        }
        return next.isPresent();
    }

    /// Makes rows of the URLs of a site that is not asked any more.
    private void finish(VisitState site, Outcome why, String detail, long now)
            throws InterruptedException {
        for (int i = 0; i < GIVEN_UP_TURN && site.next(givenUp); i++) {
            if (!done.remove(givenUp.url().hash())) {
                rows.write(row, givenUp, why, detail);
                row.time(ledger.millis(), 0);
                ledger.enter(row, now);
            }
            site.finished();
        }
        frontier.release(site, now, now);
    }

    /// A URL of a visit has been dealt with.
    void returned(int urls) {
        granted -= urls;
    }

    /// A visit is over.
    void over(Visit visit) {
        unproven -= visit.isUnproven() ? 1 : 0;
    }

    /// Whether as many pages came as were wanted.
    boolean isEnough() {
        return ledger.pages() >= pagesMax;
    }
}
