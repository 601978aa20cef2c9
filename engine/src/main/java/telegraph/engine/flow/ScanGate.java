package telegraph.engine.flow;

import java.time.Duration;
import telegraph.engine.meter.Meter;
import telegraph.engine.meter.Progress;
import telegraph.ground.Ticker;

/// Decides between a scan and lookups that bring the same rows, where requests are to be saved:
/// both at once would be waste.
///
/// ```
/// scan reads its first page ──▶ how many are left? ── nobody says ─────────────▶ scan
///                                   │
///                                   ▼
///                          more values asked for ── yes ──▶ scan, and no more lookups
///                          than pages are left?  ── no ───▶ lookups, while the scan waits
/// ```
///
/// Values may come that make it change its mind, once. Lookups then were at most as many as the
/// pages that the scan reads, so that it never takes more than twice the requests that the better
/// way alone had taken (*ski rental*; Karlin, Manasse, Rudolph and Sleator 1988).
///
/// Threads: any.
final class ScanGate {
    private static final Duration LOOK_EVERY = Duration.ofMillis(5);

    private final int input;
    private final WorkTokens tokens;
    private final Meter meter;
    private final Lookups lookups;
    private final Ticker ticker;
    private volatile boolean reached;
    private volatile boolean open;

    ScanGate(int input, WorkTokens tokens, Meter meter, Lookups lookups, Ticker ticker) {
        this.input = input;
        this.tokens = tokens;
        this.meter = meter;
        this.lookups = lookups;
        this.ticker = ticker;
    }

    /// Whether a lookup is to be sent.
    boolean lookupsPay() {
        return reached && !isOpen();
    }

    /// Waits with the scan, which has delivered rows, until it is to go on.
    void pass() throws InterruptedException {
        reached = true;
        while (!isOpen()) {
            ticker.sleep(LOOK_EVERY);
        }
    }

    private boolean isOpen() {
        if (!open) {
            Progress scanned = meter.progress();
            open =
                    scanned.unitsTotal() < 0
                            || lookups.requested() >= scanned.unitsTotal()
                            || tokens.isScanNeeded(input);
        }
        return open;
    }
}
