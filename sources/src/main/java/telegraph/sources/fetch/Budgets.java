package telegraph.sources.fetch;

import java.time.Clock;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import telegraph.engine.meter.Meter;
import telegraph.ground.Ticker;

/// Who may send now: the limits of each source, of each host and of the process, first come first
/// served.
///
/// A request waits for its source's [RateLimit], for its host's [HostGate], for a place at the host
/// and for a place in the process, in this order and without holding a place while it sleeps.
///
/// Threads: any.
public final class Budgets {
    private static final int HOSTS_MAX = 10_000;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final Duration WORTH_TELLING = Duration.ofMillis(500);

    private final int hostConcurrencyMax;
    private final Semaphore total;
    private final Ticker ticker;
    private final Clock clock;
    private final Map<String, HostGate> hosts = new ConcurrentHashMap<>();
    private final Map<String, RateLimit> rates = new ConcurrentHashMap<>();

    public Budgets(int hostConcurrencyMax, int totalConcurrencyMax, Ticker ticker, Clock clock) {
        this.hostConcurrencyMax = hostConcurrencyMax;
        this.total = new Semaphore(totalConcurrencyMax, true);
        this.ticker = ticker;
        this.clock = clock;
    }

    public HostGate host(String host) {
        if (hosts.size() >= HOSTS_MAX) {
            hosts.values().removeIf(g -> g.places.availablePermits() == hostConcurrencyMax);
        }
        return hosts.computeIfAbsent(host, h -> new HostGate(hostConcurrencyMax, ticker));
    }

    /// The rate limit of a source, the same for all queries.
    RateLimit rate(String source, double perSecond) {
        if (rates.size() >= HOSTS_MAX) {
            rates.clear();
        }
        return rates.computeIfAbsent(
                source + " " + perSecond, key -> new RateLimit(perSecond, ticker));
    }

    /// Leave to send one request; closing it gives the places back.
    public interface Leave extends AutoCloseable {
        @Override
        void close();
    }

    public Leave enter(String host, Meter meter) throws InterruptedException {
        HostGate gate = host(host);
        while (true) {
            pause(gate.reserve(), meter);
            if (!gate.places.tryAcquire()) {
                try (Meter.Wait _ = meter.waits("waiting for a place at " + host)) {
                    gate.places.acquire();
                }
            }
            try {
                if (!gate.isClosed()) {
                    acquireTotal(meter);
                    return () -> {
                        total.release();
                        gate.places.release();
                    };
                }
            } catch (InterruptedException e) {
                gate.places.release();
                throw e;
            }
            gate.places.release();
        }
    }

    private void acquireTotal(Meter meter) throws InterruptedException {
        if (!total.tryAcquire()) {
            try (Meter.Wait _ = meter.waits("waiting for other requests")) {
                total.acquire();
            }
        }
    }

    /// Sleeps through a rate limit.
    void pause(Duration wait, Meter meter) throws InterruptedException {
        if (wait.isZero()) {
            return;
        }
        if (wait.compareTo(WORTH_TELLING) > 0) {
            String until = CLOCK.format(ZonedDateTime.now(clock).plus(wait));
            try (Meter.Wait _ = meter.waits("rate-limited until " + until)) {
                ticker.sleep(wait);
            }
        } else {
            ticker.sleep(wait);
        }
    }
}
