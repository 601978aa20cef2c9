package telegraph.server.access;

import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import telegraph.ground.Ticker;

/// Wrong passwords, counted for each address, so that guessing becomes slow.
///
/// The first few are answered soon, since people mistype; each further one waits twice as long as
/// the one before, up to a bound. Who comes in, or does nothing for a while, begins anew.
///
/// Threads: any.
final class Attempts {
    private static final int ADDRESSES_MAX = 10_000;
    private static final int QUICK = 3;
    private static final Duration FIRST = Duration.ofMillis(250);
    private static final Duration LONGEST = Duration.ofSeconds(8);
    private static final Duration FORGOTTEN = Duration.ofMinutes(10);

    private record Wrong(int count, long latest) {}

    private final Ticker ticker;

    /// Those that came longest ago first.
    private final Map<InetAddress, Wrong> wrong = new LinkedHashMap<>();

    private long all;

    Attempts(Ticker ticker) {
        this.ticker = ticker;
    }

    /// Counts one more from an address; how long to wait before it is told.
    synchronized Duration wrong(InetAddress address) {
        long now = ticker.nanos();
        Wrong before = wrong.remove(address);
        boolean old = before == null || now - before.latest > FORGOTTEN.toNanos();
        int count = old ? 1 : before.count + 1;
        if (wrong.size() == ADDRESSES_MAX) {
            wrong.remove(wrong.keySet().iterator().next());
        }
        wrong.put(address, new Wrong(count, now));
        all++;
        int doublings = Math.clamp(count - QUICK, 0, 10);
        Duration wait = FIRST.multipliedBy(1L << doublings);
        return wait.compareTo(LONGEST) < 0 ? wait : LONGEST;
    }

    /// Somebody at an address has come in.
    synchronized void right(InetAddress address) {
        wrong.remove(address);
    }

    synchronized long count() {
        return all;
    }
}
