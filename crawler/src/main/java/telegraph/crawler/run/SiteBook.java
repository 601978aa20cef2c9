package telegraph.crawler.run;

import java.time.Duration;
import java.util.Optional;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.Manners;
import telegraph.crawler.Outcome;
import telegraph.crawler.dns.DnsAnswer;
import telegraph.crawler.frontier.Frontier;
import telegraph.crawler.frontier.VisitState;
import telegraph.crawler.robots.Robots;
import telegraph.crawler.visit.IdleWires;
import telegraph.crawler.visit.KeptRobots;
import telegraph.crawler.visit.RulesRoom;
import telegraph.crawler.visit.Sheet;
import telegraph.crawler.visit.SiteMemory;
import telegraph.http.url.Url;

/// Decides when a site may be asked again, from what the last request to it brought.
///
/// | the request                          | the site's next request                                |
/// |--------------------------------------|--------------------------------------------------------|
/// | was answered                         | after its delay                                        |
/// | was a robots.txt without Crawl-delay | at once, one time                                      |
/// | was answered by 429 or 503           | after Retry-After, or else after a growing pause       |
/// | failed in a way that may pass        | after a pause that doubles with each failure in a row  |
/// | failed like that for the n-th time in a row | never: its URLs become rows of `host_down`      |
/// | was a robots.txt, and TLS failed     | never: its URLs become rows of `tls_failed`            |
///
/// For a host that never answered, and refused to be connected or let its time pass, half as many
/// failures are enough, but one for each of its addresses.
///
/// Threads: the loop's.
final class SiteBook {
    private static final long PAUSE_FIRST_NANOS = 250_000_000L;
    private static final long PAUSE_MAX_NANOS = 300_000_000_000L;
    private static final int DOUBLINGS_MAX = 16;

    private final Frontier frontier;
    private final Manners manners;
    private final long addressDelayNanos;
    private final IdleWires wires;
    private final RulesRoom room;
    private final KeptRobots kept;
    private final Guests guests = new Guests();

    SiteBook(CrawlOptions options, Frontier frontier, RulesRoom room, KeptRobots kept) {
        this.kept = kept;
        this.room = room;
        this.frontier = frontier;
        this.manners = options.manners();
        this.addressDelayNanos = manners.addressDelay().toNanos();
        this.wires = new IdleWires(options.transport().fetchers());
    }

    Frontier frontier() {
        return frontier;
    }

    /// What is known of a site.
    SiteMemory of(VisitState site, long now) {
        if (site.companion().isPresent()) {
            return (SiteMemory) site.companion().get();
        }
        SiteMemory fresh = new SiteMemory(wires, room);
        fresh.delayNanos(manners.hostDelay().toNanos());
        site.keep(fresh);
        kept.of(site)
                .ifPresent(old -> rules(fresh, old.robots(), now + old.leftMillis() * 1_000_000));
        return fresh;
    }

    /// Takes note of how a request of a visit went.
    ///
    /// @param isBelieved whether it says something of the site that no answer came, if none did
    void note(Sheet sheet, boolean isBelieved, long now) {
        if (!sheet.asked()) {
            return;
        }
        VisitState site = sheet.visit().site();
        SiteMemory memory = sheet.visit().memory();
        if (sheet.visit().isGuest()) {
            memory.askedElsewhere(sheet.endNanos());
            left(sheet.visit().robotsAt().siteHash(), sheet.endNanos());
            return;
        }
        memory.asked(sheet.endNanos());
        if (isSilent(sheet)) {
            if (isBelieved) {
                failed(site, memory, sheet, now);
            } else {
                site.forgetAddress();
                memory.holdUntil(now + pause(memory, 0));
            }
        } else {
            site.failures(0);
            memory.proven(true);
            if (sheet.kind() == Sheet.Kind.RETRY) {
                int tries = sheet.visit().url(sheet.index()).tries();
                long pause = sheet.pauseNanos() >= 0 ? sheet.pauseNanos() : pause(memory, tries);
                memory.holdUntil(now + pause);
            }
        }
    }

    /// Whether no answer came. A host that begins its answers is up, whatever becomes of the rest.
    static boolean isSilent(Sheet sheet) {
        boolean isUp = sheet.outcome() == Outcome.BROKEN && sheet.status() != 0;
        return sheet.outcome().isTransient() && !isUp;
    }

    private void failed(VisitState site, SiteMemory memory, Sheet sheet, long now) {
        // What is asked again after it was given up is not to wait ever longer for that.
        int failures = Math.min(site.failures() + 1, manners.failuresMax());
        site.failures(failures);
        memory.proven(false);
        memory.lastFailure(words(sheet));
        if (failures >= failuresMax(site, memory, sheet.outcome())) {
            site.giveUp(Outcome.HOST_DOWN);
        }
        // Another address of the host may do better.
        site.forgetAddress();
        memory.holdUntil(now + pause(memory, failures - 1));
    }

    private static String words(Sheet sheet) {
        return sheet.outcome().label() + ": " + sheet.detail();
    }

    private int failuresMax(VisitState site, SiteMemory memory, Outcome outcome) {
        boolean isTelling =
                switch (outcome) {
                    case CONNECT_REFUSED, CONNECT_TIMEOUT, TIMEOUT, TOO_SLOW -> true;
                    default -> false;
                };
        // URLs are finished and rules noted when the site had something to say.
        boolean hasAnswered = memory.hasAnswered() || site.note() != 0 || site.fetched() > 0;
        return isTelling && !hasAnswered
                ? Math.clamp(memory.addresses(), manners.failuresMax() / 2, manners.failuresMax())
                : manners.failuresMax();
    }

    /// Takes note of a robots.txt, or of its lack; says whether the site may be asked for a page at
    /// once.
    boolean robots(Sheet sheet, long now) {
        VisitState site = sheet.visit().site();
        SiteMemory memory = sheet.visit().memory();
        boolean isGuest = sheet.visit().isGuest();
        Robots robots = sheet.robots();
        if (sheet.outcome() == Outcome.TLS_FAILED && !isGuest) {
            // It proves to be no one, or another, and would do so for each of its pages.
            memory.lastFailure(sheet.detail());
            site.giveUp(Outcome.TLS_FAILED);
            return false;
        }
        if (sheet.movedTo() != null) {
            memory.robotsMoved(sheet.movedTo());
            if (isGuest || memory.isGuest(site)) {
                site.forgetAddress();
            }
            return false;
        }
        memory.robotsAtHome();
        if (isGuest) {
            site.forgetAddress();
        } else if (isSilent(sheet)) {
            return false;
        }
        if (robots.isToBeAskedAgain()) {
            memory.lastFailure(failedAt(sheet));
            robotsFailed(memory, robots, sheet.pauseNanos(), now);
            return false;
        }
        rules(memory, robots, now + KeptRobots.GOOD_MILLIS * 1_000_000);
        kept.keep(site, robots);
        return !isGuest && robots.crawlDelay().orElse(Duration.ZERO).isZero();
    }

    private static String failedAt(Sheet sheet) {
        String what = sheet.outcome().isResponse() ? "status=" + sheet.status() : words(sheet);
        return sheet.visit().isGuest() ? what + " at=" + sheet.visit().robotsAt() : what;
    }

    /// The rules of a site could not be had: they are asked for again or, after some tries, forbid
    /// everything for a day.
    private void robotsFailed(SiteMemory memory, Robots robots, long pauseNanos, long now) {
        int tries = memory.robotsFailed();
        if (tries < manners.triesMax()) {
            memory.holdUntil(now + (pauseNanos >= 0 ? pauseNanos : pause(memory, tries - 1)));
        } else {
            rules(memory, robots, now + KeptRobots.GOOD_MILLIS * 1_000_000);
        }
    }

    /// The host to which a site's robots.txt led has no address.
    void robotsNowhere(SiteMemory memory, DnsAnswer none, long now) {
        memory.lastFailure(
                none.outcome().label() + ": " + none.detail() + " at=" + memory.robotsAt());
        memory.robotsAtHome();
        robotsFailed(memory, Robots.parse(0, new byte[0], 0, manners.userAgent()), -1, now);
    }

    /// The host whose address a site needs next: its own, or that of its robots.txt.
    String hostOf(VisitState site) {
        SiteMemory memory = (SiteMemory) site.companion().orElse(null);
        return memory != null && memory.isGuest(site) ? memory.robotsAt().host() : site.host();
    }

    /// When a site may be visited as far as its guests go.
    long ownDue(VisitState site, SiteMemory memory, long now) {
        return guests.ownDue(site.hash(), memory.delayNanos(), now);
    }

    /// Lets a guest in where its robots.txt is and says `now`, or says when to try again.
    long enter(Url at, long now) {
        long due = guests.enter(at.siteHash(), frontier.dueNanos(at.siteHash()), now);
        if (due == now) {
            // One connection to a host, and the guest makes its own.
            memory(at.siteHash())
                    .ifPresent(memory -> {
                        wires.remove(memory);
                        memory.wire().close();
                    });
        }
        return due;
    }

    private void left(long visited, long end) {
        long delay =
                memory(visited).map(SiteMemory::delayNanos).orElse(manners.hostDelay().toNanos());
        guests.left(visited, end, delay);
    }

    private Optional<SiteMemory> memory(long site) {
        return frontier.active(site).flatMap(VisitState::companion).map(SiteMemory.class::cast);
    }

    private void rules(SiteMemory memory, Robots robots, long until) {
        long most = manners.crawlDelayMax().toNanos();
        long wanted = robots.crawlDelay().map(d -> Math.min(most, d.toNanos())).orElse(0L);
        memory.robots(robots, until, Math.max(manners.hostDelay().toNanos(), wanted));
    }

    private static long pause(SiteMemory memory, int doublings) {
        long first = Math.max(PAUSE_FIRST_NANOS, memory.delayNanos());
        return Math.min(PAUSE_MAX_NANOS, first << Math.min(doublings, DOUBLINGS_MAX));
    }

    /// A visit begins.
    void begin(SiteMemory memory) {
        wires.remove(memory);
    }

    /// Closes connections that nobody used for a while.
    void closeOldWires(long now) {
        wires.closeOld(now);
    }

    /// Gives a site back after a visit.
    void release(VisitState site, SiteMemory memory, long now) {
        wires.add(memory, now);
        if (site.givenUp().isEmpty() && memory.isAddressOld(now)) {
            site.forgetAddress();
        }
        if (!memory.wasAsked()) {
            long held = memory.takeHold();
            boolean elsewhere = memory.wasAskedElsewhere();
            frontier.release(
                    site,
                    held == 0 ? now : held,
                    elsewhere ? memory.takeElsewhereUntil() + addressDelayNanos : now);
            return;
        }
        long end = memory.takeAskedUntil();
        long due = end + memory.delayNanos();
        long held = memory.takeHold();
        frontier.release(site, held == 0 || held - due < 0 ? due : held, end + addressDelayNanos);
    }
}
