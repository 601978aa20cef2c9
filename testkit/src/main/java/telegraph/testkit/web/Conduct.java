package telegraph.testkit.web;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import telegraph.testkit.model.Bytes;
import telegraph.testkit.model.PageText;
import telegraph.testkit.model.Ref;
import telegraph.testkit.model.RobotsKind;
import telegraph.testkit.model.Violation;
import telegraph.testkit.model.WebModel;
import telegraph.testkit.model.WebShape.Delays;

/// Watches how crawlers behave: what was asked for how often, and every [Violation].
///
/// Right behind its robots.txt a host may be asked for one page without a delay, unless that asks
/// for a Crawl-delay or could not be read.
///
/// A violation is told only if it is certain. The end of a request is taken just before its last
/// octets are written, so it is never later than the crawler can know. A connection that was left
/// open is given [#GRACE_MILLIS] to be seen closed, because the octets of a new connection may be
/// read before the end of the old one.
///
/// Threads: any.
final class Conduct {
    private static final long GRACE_MILLIS = 5_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND_MILLIS = 1_000;
    private static final int TOLD_MAX = 100;

    /// One host or one address.
    private static final class Watch {
        WebConnection current;
        boolean asked;
        boolean robotsAsked;

        /// Behind the robots.txt of which host nothing was asked for yet, or -1.
        int freshRobots = -1;

        long lastEnd;
        long notBefore;
    }

    private final WebModel model;
    private final PageText text;
    private final Optional<TlsDoor> door;
    private final Map<Integer, Watch> hosts = new ConcurrentHashMap<>();
    private final Map<Integer, Watch> addresses = new ConcurrentHashMap<>();
    private final AtomicIntegerArray pageAnswers;
    private final Map<Long, Integer> otherAnswers = new ConcurrentHashMap<>();
    private final Set<Long> asked = ConcurrentHashMap.newKeySet();
    private final AtomicLongArray violations = new AtomicLongArray(Violation.values().length);
    private final List<String> told = new ArrayList<>();
    private final LongAdder requests = new LongAdder();
    private final LongAdder connections = new LongAdder();
    private final LongAdder distinct = new LongAdder();
    private final LongAdder repeated = new LongAdder();
    private final LongAdder wild = new LongAdder();
    private final LongAdder robots = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    Conduct(WebModel model, PageText text, Optional<TlsDoor> door) {
        this.model = model;
        this.text = text;
        this.door = door;
        pageAnswers = new AtomicIntegerArray(Math.multiplyExact(model.hosts, model.pages));
    }

    void connected() {
        connections.increment();
    }

    /// A request for what this web has was read; waits if an earlier connection may still be open.
    void begin(long ref, WebConnection by) throws InterruptedException {
        requests.increment();
        Delays delays = model.shape.delays();
        int host = Ref.host(ref);
        boolean isRobots = isRobots(ref);
        Watch watch = hosts.computeIfAbsent(host, h -> new Watch());
        Watch address = addresses.computeIfAbsent(model.addressNumber(host), a -> new Watch());
        long now = System.nanoTime();
        WebConnection before;
        boolean robotsAsked;
        boolean isHeld;
        long delay = delays.hostMillis();
        synchronized (watch) {
            before = watch.current;
            watch.current = by;
            watch.robotsAsked |= Ref.what(ref) == Ref.ROBOTS;
            robotsAsked = watch.robotsAsked;
            isHeld = watch.notBefore != 0 && now - watch.notBefore < 0;
            if (model.robotsKind(host) == RobotsKind.CRAWL_DELAY && !isRobots) {
                delay = Math.max(delay, SECOND_MILLIS * WebModel.CRAWL_DELAY_SECONDS);
            }
        }
        early(watch, now, delay, Violation.EARLY_AT_HOST, ref);
        early(address, now, delays.addressMillis(), Violation.EARLY_AT_ADDRESS, ref);
        if (isHeld) {
            tell(Violation.BEFORE_RETRY_AFTER, ref, "");
        }
        if (isRobots) {
            robots.increment();
        } else if (!robotsAsked) {
            tell(Violation.BEFORE_ROBOTS, ref, "");
        }
        if (!model.isAllowed(ref)) {
            tell(Violation.DISALLOWED, ref, "");
        }
        if (Ref.what(ref) == Ref.DECOY) {
            tell(Violation.DECOY, ref, "");
        }
        if (before != null && before != by && !before.awaitEnd(GRACE_MILLIS)) {
            tell(Violation.SECOND_CONNECTION, ref, "");
        }
    }

    private static boolean isRobots(long ref) {
        return Ref.what(ref) == Ref.ROBOTS || Ref.what(ref) == Ref.MOVED_ROBOTS;
    }

    /// Whether a page may be asked for right behind this.
    private boolean letsGoOn(long ref) {
        return switch (model.robotsKind(Ref.host(ref))) {
            case CRAWL_DELAY, BROKEN, CUT, REDIRECTED_AWAY -> false;
            case REDIRECTED -> Ref.what(ref) == Ref.MOVED_ROBOTS;
            default -> Ref.what(ref) == Ref.ROBOTS;
        };
    }

    private void early(Watch watch, long now, long delayMillis, Violation kind, long ref) {
        long gap;
        synchronized (watch) {
            boolean isBehindRobots = !isRobots(ref) && watch.freshRobots == Ref.host(ref);
            boolean isFree = !watch.asked || isBehindRobots;
            watch.asked = true;
            watch.freshRobots = -1;
            if (isFree) {
                return;
            }
            gap = now - watch.lastEnd;
        }
        if (gap < delayMillis * MILLI) {
            tell(kind, ref, " gapMillis=" + gap / MILLI + " delayMillis=" + delayMillis);
        }
    }

    /// Whether this is asked for the first time.
    boolean isFirst(long ref) {
        return asked.add(ref);
    }

    /// The next request to the host must not come before a time has passed.
    void hold(long ref, long millis) {
        Watch watch = hosts.get(Ref.host(ref));
        synchronized (watch) {
            watch.notBefore = System.nanoTime() + millis * MILLI;
        }
    }

    /// The last octets of an answer are about to be written.
    ///
    /// @param isFinal whether it is what was to be had in the end
    void end(long ref, long sentBytes, boolean isFinal) {
        long now = System.nanoTime();
        bytes.add(sentBytes);
        int host = Ref.host(ref);
        boolean letsGoOn = isFinal && letsGoOn(ref);
        Watch[] both = {hosts.get(host), addresses.get(model.addressNumber(host))};
        for (Watch watch : both) {
            synchronized (watch) {
                watch.lastEnd = now;
                watch.freshRobots = letsGoOn ? host : -1;
            }
        }
        if (isFinal) {
            count(ref);
        }
    }

    private void count(long ref) {
        switch (Ref.what(ref)) {
            case Ref.PAGE -> count(pageAnswers.incrementAndGet(number(ref)));
            case Ref.ORPHAN, Ref.LOOP, Ref.CHAIN, Ref.DECOY ->
                    count(otherAnswers.merge(ref, 1, Integer::sum));
            case Ref.TRAP, Ref.ODD -> wild.increment();
            default -> {}
        }
    }

    private void count(int times) {
        (times == 1 ? distinct : repeated).increment();
    }

    private int number(long ref) {
        return Ref.host(ref) * model.pages + Ref.number(ref);
    }

    int answers(long ref) {
        return Ref.what(ref) == Ref.PAGE
                ? pageAnswers.get(number(ref))
                : otherAnswers.getOrDefault(ref, 0);
    }

    /// A request that names nothing of this web.
    void stray(Violation kind, String target) {
        requests.increment();
        violations.incrementAndGet(kind.ordinal());
        tell(kind, target);
    }

    private void tell(Violation kind, long ref, String more) {
        if (violations.getAndIncrement(kind.ordinal()) >= TOLD_MAX) {
            return;
        }
        Bytes url = new Bytes(128);
        text.url(ref, url);
        tell(kind, url + more);
    }

    private void tell(Violation kind, String words) {
        synchronized (told) {
            if (told.size() < TOLD_MAX) {
                told.add(kind + " " + words);
            }
        }
    }

    /// The first violations, in words.
    List<String> told() {
        synchronized (told) {
            return List.copyOf(told);
        }
    }

    WebCounts counts() {
        Map<Violation, Long> found = new EnumMap<>(Violation.class);
        for (Violation kind : Violation.values()) {
            if (violations.get(kind.ordinal()) > 0) {
                found.put(kind, violations.get(kind.ordinal()));
            }
        }
        return new WebCounts(
                requests.sum(),
                connections.sum(),
                distinct.sum(),
                repeated.sum(),
                wild.sum(),
                robots.sum(),
                bytes.sum(),
                door.map(TlsDoor::handshakes).orElse(0L),
                door.map(TlsDoor::resumed).orElse(0L),
                found);
    }
}
