package telegraph.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jline.utils.Signals;
import telegraph.cli.display.CrawlDisplay;
import telegraph.cli.display.CrawlReport;
import telegraph.cli.display.Screen;
import telegraph.cli.display.Streams;
import telegraph.cli.format.CellWidth;
import telegraph.crawler.Crawl;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlSummary;
import telegraph.crawler.Outcome;
import telegraph.crawler.Page;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;

/// A crawl in front of somebody: its progress, the signals that stop it, and how it ended.
///
/// | signal | does                                                                 |
/// |--------|----------------------------------------------------------------------|
/// | first  | requests under way get a second, files are closed in order; exit 130 |
/// | second | ends the process at once, as if there were no power                  |
///
/// Threads: one; signals come on another.
final class CrawlFront {
    private static final Duration TERMINAL_PATIENCE = Duration.ofMillis(200);
    private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

    private final Streams streams;
    private final CrawlOptions options;
    private final boolean json;

    /// Why the first seed that failed did: what there is to say when no page comes at all.
    private final AtomicReference<String> failedSeed = new AtomicReference<>("");

    private boolean interrupted;
    private Crawl crawl;
    private CrawlDisplay display;

    CrawlFront(Streams streams, CrawlOptions options, boolean json) {
        this.streams = streams;
        this.options = options;
        this.json = json;
    }

    /// @return the exit code
    int run() {
        List<Object> before =
                SIGNALS.stream().map(name -> Signals.register(name, this::interrupt)).toList();
        try {
            return end(crawl());
        } catch (TelegraphException e) {
            ScriptRun.report(e, streams);
            return Crawl.isMisuse(e) ? Main.USAGE : Main.FAILED;
        } catch (IOException e) {
            return ScriptRun.exitCode(e, streams);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Main.INTERRUPTED;
        } finally {
            for (int i = 0; i < SIGNALS.size(); i++) {
                Signals.unregister(SIGNALS.get(i), before.get(i));
            }
        }
    }

    private CrawlSummary crawl() throws InterruptedException {
        try (Crawl started = Crawl.start(options, this::look);
                CrawlDisplay shown = display(started)) {
            started(started, shown);
            return started.await();
        }
    }

    private CrawlDisplay display(Crawl started) {
        Screen screen =
                !streams.errIsTerminal() && streams.outIsTerminal()
                        ? streams.screen()
                        : streams.errorScreen();
        String from = options.seeds().isEmpty() ? "crawl" : options.seeds().getFirst();
        String more = options.seeds().size() > 1 ? " and " + (options.seeds().size() - 1) : "";
        String title = CellWidth.tame(from + more + " into " + options.into());
        return new CrawlDisplay(
                        screen,
                        new CrawlDisplay.What(title, options.scope().pagesMax()),
                        started::status,
                        Ticker.SYSTEM)
                .start();
    }

    private synchronized void started(Crawl started, CrawlDisplay shown) {
        crawl = started;
        display = shown;
        if (interrupted) {
            started.stop();
        }
    }

    /// What a signal does.
    synchronized void interrupt() {
        if (interrupted) {
            // Asked twice: whatever the crawl still waits for, the person does not.
            restoreTerminal();
            Runtime.getRuntime().halt(Main.INTERRUPTED);
        }
        interrupted = true;
        if (crawl != null) {
            display.stopping();
            crawl.stop();
        }
    }

    /// As far as that can be done at once: nothing that ends a process in order comes after this,
    /// and the terminal may be what everything waits for.
    private void restoreTerminal() {
        if (display == null) {
            return;
        }
        Thread closing = Thread.ofPlatform().daemon().start(display::close);
        try {
            closing.join(TERMINAL_PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(Page page) {
        if (page.depth() == 0 && page.outcome() != Outcome.FETCHED && failedSeed.get().isEmpty()) {
            String detail = page.detail().isEmpty() ? "" : ": " + page.detail();
            failedSeed.set(CellWidth.tame(page.url() + ": " + page.outcome().label() + detail));
        }
    }

    private int end(CrawlSummary summary) throws IOException {
        streams.out()
                .write(
                        json
                                ? CrawlReport.json(summary, options.into())
                                : CrawlReport.text(summary, options.into()));
        streams.out().flush();
        Optional<TelegraphException> failure = summary.failure();
        if (failure.isPresent()) {
            ScriptRun.report(failure.get(), streams);
            boolean isPart =
                    summary.end() == CrawlSummary.End.NO_NETWORK && summary.status().pages() > 0;
            return isPart ? Main.MISSING : Main.FAILED;
        }
        if (summary.end() == CrawlSummary.End.STOPPED) {
            return Main.INTERRUPTED;
        }
        if (summary.status().pages() == 0) {
            String why = failedSeed.get();
            streams.err().write("error: no page came" + (why.isEmpty() ? "" : ": " + why) + "\n");
            streams.err().flush();
            return Main.FAILED;
        }
        return summary.end() == CrawlSummary.End.INCOMPLETE ? Main.MISSING : 0;
    }
}
