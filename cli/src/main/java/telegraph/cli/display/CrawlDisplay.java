package telegraph.cli.display;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import telegraph.crawler.CrawlStatus;
import telegraph.ground.Ticker;

/// Shows how a crawl stands while it runs.
///
/// On a terminal these are lines that are drawn over in place ([CrawlLines]) with the time and what
/// Ctrl-C does below them; where lines cannot be replaced, one line every [#LOGGED].
///
/// 1. After [#close] the terminal is as it was, and nothing more is written.
/// 2. A screen that cannot be written to ends the display and not the crawl: the pages are what
///    counts.
///
/// Threads: any; one frame at a time.
public final class CrawlDisplay implements AutoCloseable {
    private static final Duration FRAME = Duration.ofMillis(200);
    private static final Duration LOGGED = Duration.ofSeconds(10);

    private final Screen screen;
    private final What what;
    private final Supplier<CrawlStatus> statuses;
    private final Ticker ticker;
    private final Area area;
    private long last;
    private boolean stopping;
    private boolean over;
    private Thread painter;

    /// What is shown.
    ///
    /// @param title what is crawled into which directory
    /// @param pagesMax after how many pages it ends; `Long.MAX_VALUE` if they are not counted
    public record What(String title, long pagesMax) {}

    public CrawlDisplay(Screen screen, What what, Supplier<CrawlStatus> statuses, Ticker ticker) {
        this.screen = screen;
        this.what = what;
        this.statuses = statuses;
        this.ticker = ticker;
        this.area = new Area(screen);
        this.last = ticker.nanos();
    }

    /// Keeps itself up to date from now on.
    public CrawlDisplay start() {
        painter = Thread.ofPlatform().daemon().name("display").start(this::paintOften);
        return this;
    }

    private void paintOften() {
        try {
            while (tick()) {
                ticker.sleep(FRAME);
            }
        } catch (InterruptedException e) {
            // The display is closed.
        } catch (UncheckedIOException e) {
            giveUp();
        }
    }

    private synchronized void giveUp() {
        over = true;
    }

    /// Shows the latest status if it is time to.
    ///
    /// @return false when there will be no more
    synchronized boolean tick() {
        long now = ticker.nanos();
        Duration every = screen.live() ? FRAME : LOGGED;
        if (!over && now - last >= every.toNanos()) {
            last = now;
            show(statuses.get());
        }
        return !over;
    }

    private void show(CrawlStatus status) {
        if (!screen.live()) {
            screen.print(CrawlLines.line(status) + "\n");
            screen.flush();
            return;
        }
        List<String> lines = new ArrayList<>();
        lines.add(CrawlLines.time(status.elapsed()) + "  " + what.title());
        lines.addAll(CrawlLines.of(status, what.pagesMax()));
        lines.add(
                stopping
                        ? "stopping; Ctrl-C again: at once, and not after the requests under way"
                        : "Ctrl-C stops; the same command goes on");
        int room = Math.max(1, screen.lines().getAsInt() - 1);
        area.draw(lines.subList(0, Math.min(room, lines.size())));
    }

    /// Says from now on that it is about to end.
    public synchronized void stopping() {
        stopping = true;
        if (!over && screen.live()) {
            show(statuses.get());
        }
    }

    @Override
    public synchronized void close() {
        if (painter != null) {
            painter.interrupt();
        }
        if (!over) {
            over = true;
            area.erase();
        }
    }
}
