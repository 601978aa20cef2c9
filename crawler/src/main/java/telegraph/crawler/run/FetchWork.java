package telegraph.crawler.run;

import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.Manners;
import telegraph.crawler.Outcome;
import telegraph.crawler.journal.UrlRows;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.crawler.robots.Robots;
import telegraph.crawler.visit.Desk;
import telegraph.crawler.visit.Desks;
import telegraph.crawler.visit.FetcherFailure;
import telegraph.crawler.visit.LoopInbox;
import telegraph.crawler.visit.RobotsFetch;
import telegraph.crawler.visit.Sheet;
import telegraph.crawler.visit.Visit;
import telegraph.crawler.visit.VisitFetcher;
import telegraph.crawler.warc.Capture;
import telegraph.crawler.warc.WarcFiles;
import telegraph.ground.Ticker;
import telegraph.http.Octets;
import telegraph.http.RetryAfter;
import telegraph.http.client.Client;
import telegraph.http.client.FetchSlot;

/// What a fetcher does in a visit: asks for the URLs one after the other, reads what comes, and
/// leaves a sheet for each in the inbox.
///
/// The first URL that fails ends the visit; those after it stay in their queue.
///
/// Threads: its fetcher's.
final class FetchWork implements VisitFetcher.Work {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    /// What all fetchers have in common.
    ///
    /// @param robots how robots.txt is asked for
    /// @param warc where responses go as they came, if anywhere
    record Tools(
            CrawlOptions options,
            Client client,
            Desks desks,
            Sheets sheets,
            LoopInbox inbox,
            RobotsFetch robots,
            Optional<WarcFiles> warc,
            Ticker ticker,
            Clock clock) {}

    private final VisitFetcher fetcher;
    private final Tools tools;
    private final Manners manners;
    private final Octets value = new Octets(64);
    private final UrlRows rows = new UrlRows();
    private FetchSlot exchange;

    FetchWork(VisitFetcher fetcher, Tools tools) {
        this.fetcher = fetcher;
        this.tools = tools;
        this.manners = tools.options().manners();
    }

    @Override
    public void visit(Visit visit) throws InterruptedException {
        try {
            work(visit);
        } catch (RuntimeException | Error e) {
            tools.inbox().put(new FetcherFailure(e));
        }
    }

    private void work(Visit visit) throws InterruptedException {
        if (exchange == null) {
            exchange = tools.client().exchange();
        }
        if (visit.isForRobots()) {
            robots(visit);
            return;
        }
        Robots robots = visit.robots();
        boolean goesOn = true;
        for (int i = 0; goesOn; i++) {
            QueuedUrl queued = visit.url(i);
            long began = tools.ticker().nanos();
            long beganMillis = tools.clock().millis();
            boolean allowed = robots == null || robots.allows(queued.url());
            if (allowed) {
                tools.client()
                        .fetch(queued.url(), visit.address(), visit.memory().wire(), exchange);
            }
            long end = tools.ticker().nanos();
            Sheet sheet = sheet();
            sheet.begin(visit, i, fetcher);
            if (allowed) {
                sheet.asked(end, exchange.wireBytes());
                came(visit, queued, sheet);
            } else {
                disallowed(visit, queued, sheet);
            }
            if (sheet.kind() == Sheet.Kind.PAGE) {
                sheet.record().time(beganMillis, (int) ((end - began) / 1_000_000));
                if (allowed && visit.address() != null) {
                    sheet.record().address(visit.address().getAddress());
                }
            }
            goesOn = i + 1 < visit.count() && sheet.kind() == Sheet.Kind.PAGE && !sheet.failed();
            exchange.release();
            // Behind the last sheet the visit is the loop's again.
            sheet.last(!goesOn);
            if (goesOn && sheet.grown() == 0) {
                tools.inbox().leave(sheet);
            } else {
                tools.inbox().put(sheet);
            }
        }
    }

    /// A free sheet. If there is none, the loop has some that it was not woken for.
    private Sheet sheet() throws InterruptedException {
        Sheet free = tools.sheets().tryTake();
        if (free == null) {
            tools.inbox().nudge();
            free = tools.sheets().take();
        }
        return free;
    }

    private void robots(Visit visit) throws InterruptedException {
        RobotsFetch.Answer answer = tools.robots().fetch(visit, exchange);
        exchange.release();
        Sheet sheet = tools.sheets().take();
        sheet.begin(visit, 0, fetcher);
        sheet.kind(Sheet.Kind.ROBOTS)
                .asked(answer.endNanos(), answer.wireBytes())
                .came(answer.outcome(), answer.detail(), answer.status())
                .pause(answer.pauseNanos())
                .robots(answer.robots(), answer.movedTo());
        tools.inbox().put(sheet);
    }

    private void disallowed(Visit visit, QueuedUrl queued, Sheet sheet) {
        String detail =
                visit.robots().isToBeAskedAgain()
                        ? "robots.txt was not to be had: " + visit.memory().lastFailure()
                        : "";
        sheet.kind(Sheet.Kind.PAGE).came(Outcome.ROBOTS, detail, 0);
        rows.write(sheet.record(), queued, Outcome.ROBOTS, detail);
    }

    private void came(Visit visit, QueuedUrl queued, Sheet sheet) throws InterruptedException {
        Outcome outcome = Outcome.of(exchange.outcome());
        int status = exchange.status();
        sheet.came(outcome, exchange.detail(), status);
        boolean busy =
                outcome.isResponse() && (status == TOO_MANY_REQUESTS || status == UNAVAILABLE);
        if (busy) {
            sheet.pause(
                    exchange.header("retry-after", value)
                            ? RetryAfter.nanos(
                                    value.toString(),
                                    tools.clock().instant(),
                                    manners.retryAfterMax().toNanos())
                            : -1);
        }
        boolean again = busy || outcome.isTransient();
        if (outcome.isUnconnected() || again && queued.tries() + 1 < manners.triesMax()) {
            sheet.kind(Sheet.Kind.RETRY);
            return;
        }
        sheet.kind(Sheet.Kind.PAGE);
        if (status == 0) {
            rows.write(sheet.record(), queued, outcome, exchange.detail());
            return;
        }
        tools.sheets().awaitRoom();
        Desk desk = tools.desks().take();
        try {
            write(desk, queued, sheet);
        } finally {
            tools.desks().give(desk);
        }
        tools.sheets().settle(sheet);
        if (tools.warc().isPresent()) {
            capture(visit, queued, tools.warc().get());
        }
    }

    private void capture(Visit visit, QueuedUrl queued, WarcFiles warc)
            throws InterruptedException {
        boolean chunked =
                exchange.header("transfer-encoding", value)
                        && value.toString().toLowerCase(Locale.ROOT).contains("chunked");
        warc.write(
                new Capture(
                        queued.url().toString(),
                        Optional.ofNullable(visit.address()),
                        tools.clock().instant().minusNanos(exchange.totalNanos()),
                        exchange.requestHead(),
                        exchange.rawHead(),
                        exchange.rawBody(),
                        chunked,
                        ending()));
    }

    private Capture.Ending ending() {
        return switch (exchange.outcome()) {
            case FETCHED -> Capture.Ending.WHOLE;
            case TRUNCATED -> Capture.Ending.LENGTH;
            case TIMEOUT, TOO_SLOW -> Capture.Ending.TIME;
            case BROKEN, CLOSED_BEFORE -> Capture.Ending.DISCONNECT;
            default -> Capture.Ending.UNSPECIFIED;
        };
    }

    private void write(Desk desk, QueuedUrl queued, Sheet sheet) {
        try {
            sheet.cuts(desk.writeResponse(sheet.record(), queued, exchange));
        } catch (RuntimeException e) {
            // Whatever a page does to its reader, its crawl goes on.
            rows.write(
                    sheet.record(),
                    queued,
                    Outcome.BAD_RESPONSE,
                    "the page could not be read: cause=" + e);
            sheet.record().status(exchange.status());
        }
    }

    @Override
    public void close() {
        if (exchange != null) {
            exchange.close();
        }
    }
}
