package telegraph.crawler.run;

import java.util.HashMap;
import java.util.Map;

/// Sites that others ask for their robots.txt.
///
/// A site whose robots.txt leads to another one goes there as a guest: it takes the other's
/// address, and so waits for that address in the workbench like any site of it. What is here keeps
/// the guest and the other site's own visits apart, because that is one host with one connection
/// and one delay.
///
/// | a guest              | the site's own visits                  | other guests    |
/// |----------------------|----------------------------------------|-----------------|
/// | waits to be let in   | wait, so that its turn comes; not long | may be first    |
/// | has been let go first| wait, not long                         | may be first    |
/// | is there             | wait                                   | wait            |
/// | has left             | wait for the delay                     | wait, too       |
///
/// Invariant: at most [#STAYS_MAX] sites have guests; what would be one more waits.
///
/// Threads: the loop's.
final class Guests {
    private static final int STAYS_MAX = 4_096;
    private static final long AWAITED_NANOS = 1_000_000_000;
    private static final long LOOK_AGAIN_NANOS = 200_000_000;

    private enum State {
        AWAITED,
        /// The site's own turn came, and it let it pass. From then on it is not the site's due that
        /// counts, which is only when it looks again.
        LET_GO_FIRST,
        THERE,
        LEFT
    }

    /// @param until when it is over; of no meaning while the guest is there
    /// @param end of the guest's request
    private record Stay(State state, long until, long end) {}

    private final Map<Long, Stay> stays = new HashMap<>();

    /// When the site itself may be visited, as far as its guests go: `now`, or later.
    ///
    /// @param delayNanos of the site
    long ownDue(long site, long delayNanos, long now) {
        Stay stay = stays.isEmpty() ? null : stays.get(site);
        if (stay == null) {
            return now;
        }
        long again = now + LOOK_AGAIN_NANOS;
        return switch (stay.state) {
            case THERE -> again;
            case AWAITED -> {
                if (stay.until - now <= 0) {
                    yield gone(site, now);
                }
                stays.put(site, new Stay(State.LET_GO_FIRST, now + AWAITED_NANOS, 0));
                yield again;
            }
            case LET_GO_FIRST ->
                    stay.until - now <= 0 ? gone(site, now) : earlier(again, stay.until);
            case LEFT -> {
                long due = later(stay.until, stay.end + delayNanos);
                yield due - now <= 0 ? gone(site, now) : due;
            }
        };
    }

    private long gone(long site, long now) {
        stays.remove(site);
        return now;
    }

    /// Lets a guest in, who is there then, and says `now`; or says when to try again.
    ///
    /// @param siteDue when the site may be asked as far as its own visits go; the largest `long`
    ///   while one is under way, the smallest if there was none
    long enter(long site, long siteDue, long now) {
        Stay stay = stays.get(site);
        if (stay == null ? !hasRoom(now) : stay.state == State.THERE) {
            return now + LOOK_AGAIN_NANOS;
        }
        if (stay != null && stay.state == State.LEFT && stay.until - now > 0) {
            return stay.until;
        }
        boolean isLetGo = stay != null && stay.state == State.LET_GO_FIRST;
        boolean isDue = siteDue == Long.MIN_VALUE || siteDue - now <= 0;
        if (isLetGo || siteDue != Long.MAX_VALUE && isDue) {
            stays.put(site, new Stay(State.THERE, 0, 0));
            return now;
        }
        long again = siteDue == Long.MAX_VALUE ? now + LOOK_AGAIN_NANOS : siteDue;
        stays.put(site, new Stay(State.AWAITED, again + AWAITED_NANOS, 0));
        return again;
    }

    private boolean hasRoom(long now) {
        if (stays.size() >= STAYS_MAX) {
            stays.values().removeIf(s -> s.state != State.THERE && s.until - now <= 0);
        }
        return stays.size() < STAYS_MAX;
    }

    /// A guest's request has ended.
    void left(long site, long end, long delayNanos) {
        stays.put(site, new Stay(State.LEFT, end + delayNanos, end));
    }

    private static long later(long one, long other) {
        return one - other >= 0 ? one : other;
    }

    private static long earlier(long one, long other) {
        return one - other <= 0 ? one : other;
    }
}
