package telegraph.crawler.visit;

import telegraph.crawler.frontier.Companion;
import telegraph.crawler.frontier.VisitState;
import telegraph.crawler.robots.Robots;
import telegraph.http.url.Url;
import telegraph.http.wire.Wire;

/// What the crawl knows of a site while the site is in memory: its connection, its rules, and
/// whether it answers.
///
/// Threads: the loop's; during a visit the fetcher uses the wire and reads the robots.
public final class SiteMemory implements Companion {
    private final Wire wire = new Wire();
    private final IdleWires idle;
    private final RulesRoom room;

    /// Neighbours in [IdleWires], which alone touches them.
    SiteMemory before;

    SiteMemory after;
    private RulesRoom.Kept rules;
    private Url robotsAt;
    private int robotsHops;
    private long robotsUntilNanos;
    private long delayNanos;
    private boolean proven;
    private boolean hasAnswered;
    private String lastFailure = "";
    private String unresolved = "";
    private int addresses;
    private long addressUntil;
    private int robotsFailures;
    private boolean asked;
    private long askedUntil;
    private boolean elsewhere;
    private long elsewhereUntil;
    private long holdUntil;

    public SiteMemory(IdleWires idle, RulesRoom room) {
        this.idle = idle;
        this.room = room;
    }

    public Wire wire() {
        return wire;
    }

    /// The rules, or null if they are unknown or too old.
    public Robots robots(long nowNanos) {
        return rules != null && nowNanos - robotsUntilNanos < 0 ? rules.robots() : null;
    }

    public void robots(Robots robots, long untilNanos, long delay) {
        forget();
        rules = room.keep(robots);
        robotsUntilNanos = untilNanos;
        delayNanos = delay;
    }

    private void forget() {
        if (rules != null) {
            rules.forget();
            rules = null;
        }
    }

    /// Where the site's robots.txt is, if it said that it is elsewhere; null otherwise.
    public Url robotsAt() {
        return robotsAt;
    }

    /// Whether the site's robots.txt is at another site.
    public boolean isGuest(VisitState own) {
        return robotsAt != null && robotsAt.siteHash() != own.hash();
    }

    /// How often the site's robots.txt led on by now.
    int robotsHops() {
        return robotsHops;
    }

    /// The site's robots.txt leads there.
    public void robotsMoved(Url to) {
        robotsAt = to;
        robotsHops++;
    }

    /// The next request for robots.txt begins anew.
    public void robotsAtHome() {
        robotsAt = null;
        robotsHops = 0;
    }

    /// From the end of a request to the start of the next.
    public long delayNanos() {
        return delayNanos;
    }

    public void delayNanos(long delay) {
        delayNanos = delay;
    }

    /// Whether the last request was answered.
    public boolean isProven() {
        return proven;
    }

    public void proven(boolean answered) {
        proven = answered;
        hasAnswered |= answered;
    }

    /// Whether the site ever answered since it came into memory.
    public boolean hasAnswered() {
        return hasAnswered;
    }

    /// How many addresses the host has.
    public int addresses() {
        return addresses;
    }

    public String lastFailure() {
        return lastFailure;
    }

    public void lastFailure(String words) {
        lastFailure = words;
    }

    /// Why the host has no address, in words.
    public String unresolved() {
        return unresolved;
    }

    public void unresolved(String words) {
        unresolved = words;
    }

    /// The host has so many addresses, which may be believed until then.
    public void resolved(int count, long until) {
        addresses = count;
        addressUntil = until;
    }

    public boolean isAddressOld(long now) {
        return now - addressUntil >= 0;
    }

    /// The site could not say what it allows; returns how often by now.
    public int robotsFailed() {
        return ++robotsFailures;
    }

    /// The site was asked in this visit, until `end`.
    public void asked(long end) {
        asked = true;
        askedUntil = end;
    }

    public boolean wasAsked() {
        return asked;
    }

    /// Another host was asked for this site's robots.txt, until `end`.
    public void askedElsewhere(long end) {
        elsewhere = true;
        elsewhereUntil = end;
    }

    public boolean wasAskedElsewhere() {
        return elsewhere;
    }

    /// When that request ended; the next visit begins anew.
    public long takeElsewhereUntil() {
        elsewhere = false;
        return elsewhereUntil;
    }

    /// When the last request of this visit ended; the next visit begins anew.
    public long takeAskedUntil() {
        asked = false;
        return askedUntil;
    }

    /// The site is left alone until then, whatever its delay.
    public void holdUntil(long nanos) {
        holdUntil = nanos == 0 ? 1 : nanos;
    }

    /// Until when the site is left alone, 0 for no longer than its delay; the next visit begins
    /// anew.
    public long takeHold() {
        long until = holdUntil;
        holdUntil = 0;
        return until;
    }

    @Override
    public void left(VisitState site) {
        idle.remove(this);
        forget();
        wire.close();
    }
}
