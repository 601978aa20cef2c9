package telegraph.crawler.run;

import telegraph.crawler.Limits;
import telegraph.crawler.robots.Robots;
import telegraph.memory.Region;

/// How much memory the rules of all sites in memory may take up.
///
/// Whoever has many hosts can give each a robots.txt of many rules. So all share a room, and when
/// that is full a site whose rules are larger than its fair share is not asked for anything: what
/// it forbids would be forgotten. Rules of common size always find a place.
///
/// Invariant: the rules kept take up at most the room and a fair share for each site.
///
/// Threads: the loop's.
final class RulesRoom {
    /// What the rules of most sites stay far below.
    static final int FAIR_BYTES = 1 << 10;

    private static final int ROOM_SHARE = 32;

    private final long roomBytes;
    private long used;

    RulesRoom(long roomBytes) {
        this.roomBytes = roomBytes;
    }

    /// The room of a crawl, charged to its region.
    static RulesRoom of(Limits limits, Region region) {
        long room = limits.memoryBytes() / ROOM_SHARE;
        region.charge(room + (long) limits.sitesActive() * FAIR_BYTES);
        return new RulesRoom(room);
    }

    /// What is kept of the rules of a site, until it is given [#left].
    Robots admit(Robots robots) {
        Robots rules = robots.withoutSitemaps();
        if (rules.bytes() > FAIR_BYTES && used + rules.bytes() > roomBytes) {
            rules = rules.withoutRules();
        }
        used += rules.bytes();
        return rules;
    }

    void left(Robots robots) {
        used -= robots.bytes();
    }

    long used() {
        return used;
    }
}
