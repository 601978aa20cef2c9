package telegraph.sources.http;

import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.engine.Basis;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Frame;
import telegraph.engine.source.Sink;
import telegraph.ground.TelegraphException;
import telegraph.sources.fetch.Fetcher;
import telegraph.sources.fetch.NumberedTasks;
import telegraph.sources.fetch.PageRequest;
import telegraph.sources.fetch.Redirect;
import telegraph.sources.fetch.ResponseCache;

/// Follows the pages of one answer from the first to the last.
///
/// If the first page says how many there are, the others are fetched several at once; else each is
/// fetched when the one before is known. A chain that comes back to where it was is an error: the
/// server ignores what it is asked for.
///
/// Threads: one, and those of the [NumberedTasks] it starts and ends.
final class PageChain {
    private static final int FAILURES_IN_A_ROW_MAX = 3;

    /// Lists of fewer pages are not asked for their first page again.
    static final int WATCHED_MIN = 16;

    private final Declaration source;
    private final Fetcher fetcher;
    private PageReader reader;
    private final Map<String, String> values;
    private final Sink sink;
    private final boolean onlyChain;
    private final boolean lookup;
    private final Optional<SeenKeys> keys;

    private ListTally tally;

    /// Whether the pages are units, each with its place as its rank.
    private boolean claimed;

    /// Takes whole pages.
    @FunctionalInterface
    interface Out {
        /// Owns the page's batches from here on; returns false if no more pages are wanted.
        ///
        /// @param unit the page's rank if a frame was announced, else -1
        boolean take(int unit, LoadedPage page) throws InterruptedException;
    }

    PageChain(Declaration source, Fetcher fetcher, PageReader reader, PageReader.Call call) {
        this.source = source;
        this.fetcher = fetcher;
        this.reader = reader;
        this.values = new HashMap<>(call.ask().values(source.fields()));
        this.sink = call.sink();
        this.onlyChain = call.ask().only();
        this.lookup = call.ask().lookup();
        this.keys = call.keys();
        if (source.paging().size() > 0) {
            values.put("limit", String.valueOf(source.paging().size()));
        }
    }

    PageRequest firstRequest() {
        Pagination paging = source.paging();
        return switch (paging.kind()) {
            case NUMBER, OFFSET -> numbered(paging.first());
            case NONE, CURSOR, HEADER, LINK -> source.request().fill(values, fetcher.secrets());
        };
    }

    /// Passes all pages to `out`, those of a lookup too.
    ///
    /// @param ordered whether they must come in order
    void follow(boolean ordered, Out out) throws InterruptedException {
        LoadedPage first = reader.load(firstRequest(), true, false);
        Extent extent = Extent.of(source, first);
        tally = new ListTally(extent, sink, keys);
        follow(first, extent, ordered, out);
        watch(first);
        makeWhole(out);
    }

    /// Passes all pages to `out`, as units of a sample if they can be one; then in no order.
    void sample(long seed, Out out) throws InterruptedException {
        LoadedPage first = reader.load(firstRequest(), true, false);
        Extent extent = Extent.of(source, first);
        tally = new ListTally(extent, sink, keys);
        boolean there = first.state() == LoadedPage.State.THERE;
        if (there && source.isSampled() && extent.pages() >= 0) {
            tellTotals(extent);
            int[] pages = Frame.draw(pagesToRead(extent), seed);
            new PageSample(source, reader, sink, tally, page -> at(page, extent))
                    .read(first, extent, pages, out);
            tally.ended();
            watch(first);
            makeWhole(out);
            return;
        }
        if (there && source.isAssumed()) {
            sink.frame(new Frame(Basis.ASSUMED, extent.pages(), extent.size()));
            claimed = true;
        } else if (there && source.isSampled()) {
            sink.distrust("its first page does not say how many pages there are");
        }
        follow(first, extent, false, out);
        watch(first);
        makeWhole(out);
    }

    /// Asks for the first page of a long list again when all others have come, so that what was
    /// inserted before them meanwhile shows, though the list says nothing of it. Not where a change
    /// was seen, nor where all came from the cache: then nobody was asked.
    private void watch(LoadedPage first) throws InterruptedException {
        boolean watched =
                !lookup
                        && source.trust().stability() == Declaration.Stability.WATCHED
                        && tally.pages() >= WATCHED_MIN
                        && tally.reason().isEmpty()
                        && sink.meter().progress().requests() > 0;
        if (watched) {
            lookAgain(first);
        }
    }

    private void lookAgain(LoadedPage first) throws InterruptedException {
        boolean possible = firstRequest().idempotent() && first.state() == LoadedPage.State.THERE;
        if (possible && tally.isWhole()) {
            reader.loadAgain(firstRequest())
                    .ifPresent(page -> {
                        page.drop();
                        tally.again(first, page);
                    });
        }
    }

    /// Reads a list that changed once more, in its order, for the rows that were missed.
    private void makeWhole(Out out) throws InterruptedException {
        if (keys.isEmpty()) {
            return;
        }
        SeenKeys seen = keys.get();
        String changed = tally.reason();
        if (!changed.isEmpty() && tally.isWhole() && seen.isWhole()) {
            SeenKeys others = seen.again();
            try (Meter.Wait _ = sink.meter().waits("the list changed: it is read once more")) {
                readAgain(others, out);
            }
            if (tally.reason().isEmpty() && tally.isWhole() && others.isWhole()) {
                settle(changed, seen, others);
            }
            others.forget();
        }
        seen.forget();
    }

    private void readAgain(SeenKeys others, Out out) throws InterruptedException {
        reader = reader.again(others);
        claimed = false;
        LoadedPage first = reader.load(firstRequest(), true, false);
        Extent extent = Extent.of(source, first);
        tally = new ListTally(extent, sink, Optional.empty());
        follow(first, extent, false, out);
        lookAgain(first);
    }

    /// The list did not change while it was read again.
    private void settle(String changed, SeenKeys seen, SeenKeys others) {
        if (others.repeats() > 0) {
            sink.meter()
                    .doubt(
                            "its PRIMARY KEY is none: rows of one list have the same one. "
                                    + others.repeats()
                                    + " rows are left out");
            return;
        }
        sink.meter().doubt("");
        sink.meter()
                .note(
                        changed
                                + ". It was read again in its order: rows added="
                                + others.added()
                                + " repeats left out="
                                + seen.repeats());
    }

    private void follow(LoadedPage first, Extent extent, boolean ordered, Out out)
            throws InterruptedException {
        tellTotals(extent);
        boolean empty = first.state() == LoadedPage.State.NOT_FOUND;
        if (!hand(0, first, out) || empty) {
            return;
        }
        others(first, extent, ordered, out);
        tally.ended();
    }

    private void others(LoadedPage first, Extent extent, boolean ordered, Out out)
            throws InterruptedException {
        switch (source.paging().kind()) {
            case NONE -> {}
            case NUMBER, OFFSET -> {
                if (extent.pages() >= 0) {
                    together(extent, ordered, out);
                } else {
                    untilEmpty(first, out);
                }
            }
            case CURSOR, HEADER, LINK -> links(first, out);
        }
    }

    private void tellTotals(Extent extent) {
        if (onlyChain) {
            sink.meter().unitsTotal(extent.pages());
            if (extent.total() >= 0) {
                sink.meter().rowsTotal(extent.total());
            }
        }
    }

    /// Hands over a page, as a unit if pages are.
    ///
    /// @param page its number, from 0 on
    private boolean hand(long page, LoadedPage loaded, Out out) throws InterruptedException {
        tally.look(page, loaded);
        boolean more = out.take(claimed ? Math.toIntExact(page) : -1, loaded);
        if (!more) {
            tally.left();
        }
        return more;
    }

    /// The other pages, several at once.
    private void together(Extent extent, boolean ordered, Out out) throws InterruptedException {
        int others = pagesToRead(extent) - 1;
        if (others == 0) {
            return;
        }
        NumberedTasks<LoadedPage> tasks =
                new NumberedTasks<>(
                        others,
                        ordered,
                        i -> reader.load(at(i + 1L, extent), false, extent.mayEnd()),
                        (i, page) -> hand(i + 1L, page, out),
                        LoadedPage::drop);
        tasks.run(source.concurrentMax(), "http-" + source.name());
    }

    /// At least one: the first was read.
    private int pagesToRead(Extent extent) {
        if (extent.pages() > source.paging().pagesMax()) {
            throw tooMany();
        }
        return (int) Math.max(1, extent.pages());
    }

    private PageRequest at(long page, Extent extent) {
        long step = source.paging().kind() == Pagination.Kind.NUMBER ? 1 : extent.size();
        return numbered(source.paging().first() + page * step);
    }

    private PageRequest numbered(long position) {
        Map<String, String> all = new HashMap<>(values);
        all.put(
                source.paging().kind() == Pagination.Kind.NUMBER ? "page" : "offset",
                String.valueOf(position));
        return source.request().fill(all, fetcher.secrets());
    }

    /// One page after the other until one is empty, short or missing.
    private void untilEmpty(LoadedPage first, Out out) throws InterruptedException {
        Pagination paging = source.paging();
        LoadedPage last = first;
        long position = paging.first();
        int failures = last.state() == LoadedPage.State.FAILED ? 1 : 0;
        for (long page = 1; !isLast(last) && failures < FAILURES_IN_A_ROW_MAX; page++) {
            if (page >= paging.pagesMax()) {
                throw tooMany();
            }
            boolean failed = last.state() == LoadedPage.State.FAILED;
            if (failed && paging.kind() == Pagination.Kind.OFFSET && paging.size() == 0) {
                return; // nobody knows where the next page starts
            }
            long rows = failed ? paging.size() : last.candidates();
            position += paging.kind() == Pagination.Kind.NUMBER ? 1 : rows;
            PageRequest request = numbered(position);
            LoadedPage next = reader.load(request, false, true);
            if (next.candidates() > 0 && next.fingerprint() == last.fingerprint()) {
                next.drop();
                throw goesInCircles(request);
            }
            last = next;
            failures = next.state() == LoadedPage.State.FAILED ? failures + 1 : 0;
            boolean afterLast = next.candidates() == 0 && failures == 0;
            if (afterLast || !hand(page, next, out)) {
                return;
            }
        }
    }

    private boolean isLast(LoadedPage page) {
        return switch (page.state()) {
            case NOT_FOUND -> true;
            case FAILED -> false;
            case THERE -> page.candidates() == 0 || page.candidates() < source.paging().size();
        };
    }

    /// From page to page, as each names the next.
    private void links(LoadedPage first, Out out) throws InterruptedException {
        Set<String> seen = new HashSet<>();
        LoadedPage last = first;
        while (last.state() == LoadedPage.State.THERE) {
            Optional<PageRequest> next = next(last);
            if (next.isEmpty()) {
                return;
            }
            if (!seen.add(ResponseCache.key(next.get()))) {
                throw goesInCircles(next.get());
            }
            if (seen.size() >= source.paging().pagesMax()) {
                throw tooMany();
            }
            last = reader.load(next.get(), false, false);
            if (last.state() == LoadedPage.State.FAILED && claimed) {
                sink.distrust("a page was given up, and with it all that come after");
            }
            if (!hand(seen.size(), last, out)) {
                return;
            }
        }
    }

    private Optional<PageRequest> next(LoadedPage page) {
        return switch (source.paging().kind()) {
            case CURSOR ->
                    page.mark(PageFormat.Mark.NEXT_CURSOR)
                            .filter(c -> !c.isEmpty() && !c.equals("null") && !c.equals("false"))
                            .map(cursor -> {
                                Map<String, String> all = new HashMap<>(values);
                                all.put("cursor", cursor);
                                return source.request().fill(all, fetcher.secrets());
                            });
            case HEADER -> page.linkNext().map(link -> to(page.uri(), link));
            case LINK ->
                    page.mark(PageFormat.Mark.NEXT_LINK)
                            .filter(link -> !link.isBlank())
                            .map(link -> to(page.uri(), link));
            case NONE, NUMBER, OFFSET -> Optional.empty();
        };
    }

    private PageRequest to(URI base, String link) {
        try {
            URI target = Redirect.resolve(base, link);
            return source.request().to(target, values, fetcher.secrets());
        } catch (IllegalArgumentException e) {
            throw TelegraphException.input(
                    "a next link must be an address: source="
                            + source.name()
                            + " link="
                            + fetcher.secrets().mask(link),
                    e);
        }
    }

    private TelegraphException goesInCircles(PageRequest request) {
        return TelegraphException.input(
                "a page must differ from the one before: "
                        + request.shown()
                        + " source="
                        + source.name()
                        + ". The server seems to ignore the number or the cursor; check the option"
                        + " url and the paging options.");
    }

    private TelegraphException tooMany() {
        return TelegraphException.input(
                "a source has at most pages_max pages: source="
                        + source.name()
                        + " pages_max="
                        + source.paging().pagesMax()
                        + ". Raise the option if there really are more.");
    }
}
