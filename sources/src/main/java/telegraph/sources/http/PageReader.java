package telegraph.sources.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import telegraph.engine.source.Bounds;
import telegraph.engine.source.Sink;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.sources.fetch.AttemptFailure;
import telegraph.sources.fetch.Fetcher;
import telegraph.sources.fetch.Hedge;
import telegraph.sources.fetch.HttpPage;
import telegraph.sources.fetch.PageRequest;
import telegraph.sources.fetch.RequestTexts;
import telegraph.sources.fetch.Unfit;

/// Fetches one page and builds its batches, all of them or none.
///
/// Threads: any.
final class PageReader {
    private static final int ROWS_BETWEEN_CHECKS = 256;

    private final Declaration source;
    private final Fetcher fetcher;
    private final Semaphore places;
    private final Sink sink;
    private final Ask ask;
    private final int[] needed;
    private final Optional<SeenKeys> keys;
    private final boolean pastCache;

    /// Columns that nobody asks for, but by which the first page of a list is told from what it
    /// was, where its rows have no key to be told by.
    private final int[][] others;

    /// Who asks for what.
    ///
    /// @param keys of which no row comes twice, if rows have keys
    record Call(Sink sink, Ask ask, Optional<SeenKeys> keys) {}

    /// @param places how many requests of this source may be under way
    PageReader(Declaration source, Fetcher fetcher, Semaphore places, Call call) {
        this(source, fetcher, places, call, false);
    }

    private PageReader(
            Declaration source, Fetcher fetcher, Semaphore places, Call call, boolean pastCache) {
        this.source = source;
        this.fetcher = fetcher;
        this.places = places;
        this.sink = call.sink;
        this.ask = call.ask;
        TreeSet<Integer> columns = new TreeSet<>(ask.bound().keySet());
        Arrays.stream(ask.columns()).forEach(columns::add);
        call.keys.ifPresent(seen -> Arrays.stream(seen.columns()).forEach(columns::add));
        this.needed = columns.stream().mapToInt(Integer::intValue).toArray();
        this.others =
                IntStream.range(0, source.fields().size())
                        .filter(column -> call.keys.isEmpty() && !columns.contains(column))
                        .mapToObj(column -> new int[] {column})
                        .toArray(int[][]::new);
        this.keys = call.keys;
        this.pastCache = pastCache;
    }

    /// One that reads the same again, past the cache.
    PageReader again(SeenKeys others) {
        Call call = new Call(sink, ask, Optional.of(others));
        return new PageReader(source, fetcher, places, call, true);
    }

    /// The page that answers `request`.
    ///
    /// @param first whether no page came before, so that this one must have a place for rows
    /// @param mayEnd whether the page may be missing because the one before was the last
    /// @throws TelegraphException of kind INPUT if the page cannot be had and the source's
    ///   `on_error` is `fail`
    LoadedPage load(PageRequest request, boolean first, boolean mayEnd)
            throws InterruptedException {
        return load(request, first, mayEnd, new Fetcher.Care(pastCache, Optional.empty()));
    }

    /// One page of many, whose number is known.
    ///
    /// @param mayEnd whether the page may be missing because one before was the last
    /// @param hedge who sends the request again if the answer is late
    LoadedPage load(PageRequest request, boolean mayEnd, Optional<Hedge> hedge)
            throws InterruptedException {
        return load(request, false, mayEnd, new Fetcher.Care(false, hedge));
    }

    private LoadedPage load(PageRequest request, boolean first, boolean mayEnd, Fetcher.Care care)
            throws InterruptedException {
        try {
            HttpPage page = fetch(request, care);
            Declaration.Absence absence = ask.lookup() ? source.lookedUp() : source.scanned();
            if (page.status() == 404 || page.status() == 410) {
                if (absence.notFoundFails() && !mayEnd) {
                    Exception missing =
                            new AttemptFailure.StatusException(page.status(), page.excerpt());
                    throw AttemptFailure.of(missing, request, source.rules())
                            .exception(request, source.rules(), 1, missing);
                }
                return LoadedPage.notFound(page.uri());
            }
            if (page.status() == 204) {
                return LoadedPage.notFound(page.uri());
            }
            PageFormat.Rows rows = source.format().open(page);
            if (first && absence.emptyFails() && !rows.hasPlace()) {
                throw TelegraphException.input(
                        "the option rows must match something on the first page: "
                                + page.shown()
                                + ": "
                                + rows.advice()
                                + " If an empty page is right, set on_empty = 'empty'.");
            }
            boolean compared =
                    first && !ask.lookup() && source.paging().kind() != Pagination.Kind.NONE;
            return build(page, rows, keys, compared);
        } catch (TelegraphException e) {
            if (e.kind() != TelegraphException.Kind.INPUT) {
                throw e;
            }
            if (source.onError() == Declaration.OnError.FAIL) {
                throw masked(e);
            }
            String reason = fetcher.secrets().mask(String.valueOf(e.getMessage()));
            sink.meter().addFailed(reason);
            return LoadedPage.failed(request.uri(), reason);
        }
    }

    /// The page as the server has it now, past the cache; empty if it is not to be had.
    Optional<LoadedPage> loadAgain(PageRequest request) throws InterruptedException {
        try {
            HttpPage page = fetch(request, new Fetcher.Care(true, Optional.empty()));
            boolean there = page.status() == 200;
            return there
                    ? Optional.of(build(page, source.format().open(page), Optional.empty(), true))
                    : Optional.of(LoadedPage.notFound(page.uri()));
        } catch (TelegraphException e) {
            if (e.kind() != TelegraphException.Kind.INPUT) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /// Who sends late ones of so many requests again.
    Hedge hedge(long requests) {
        return new Hedge(requests, places, fetcher.ticker());
    }

    private HttpPage fetch(PageRequest request, Fetcher.Care care) throws InterruptedException {
        return sink.inPlace(
                request.idempotent(),
                () -> {
                    places.acquire();
                    try {
                        return fetcher.fetch(request, source.rules(), sink.meter(), care);
                    } finally {
                        places.release();
                    }
                });
    }

    /// A page can repeat a secret that it was sent, and a message the page.
    private TelegraphException masked(TelegraphException e) {
        String message = String.valueOf(e.getMessage());
        String masked = fetcher.secrets().mask(message);
        return masked.equals(message) ? e : TelegraphException.input(masked);
    }

    /// @param compared whether all columns are to be in what the page is compared by
    private LoadedPage build(
            HttpPage page, PageFormat.Rows rows, Optional<SeenKeys> seen, boolean compared)
            throws InterruptedException {
        List<Batch> batches = new ArrayList<>();
        long count = 0;
        int candidates = 0;
        long content = 0;
        Object[] values = new Object[source.fields().size()];
        boolean whole = false;
        try (BatchBuilder builder = sink.builder()) {
            for (int row = 0; row < rows.count(); row++) {
                if (row % ROWS_BETWEEN_CHECKS == 0
                        && (sink.cancelled() || Thread.currentThread().isInterrupted())) {
                    throw new InterruptedException("cancelled while reading " + page.shown());
                }
                if (!fill(page, rows, row, values)) {
                    continue;
                }
                candidates++;
                content = 31 * content + Arrays.hashCode(values);
                if (compared) {
                    content = 31 * content + others(rows, row);
                }
                if (!ask.accept(source.fields(), values)
                        || seen.isPresent() && !seen.get().add(values)) {
                    continue;
                }
                checkBounds(page, row, values);
                for (int c = 0; c < ask.columns().length; c++) {
                    builder.set(c, values[ask.columns()[c]]);
                }
                builder.endRow();
                count++;
                if (builder.isFull()) {
                    batches.add(builder.build());
                }
            }
            if (!builder.isEmpty()) {
                batches.add(builder.build());
            }
            whole = true;
        } finally {
            if (!whole) {
                batches.forEach(Batch::unpin);
            }
        }
        CRC32 fingerprint = new CRC32();
        fingerprint.update(page.body());
        Map<PageFormat.Mark, String> marks = new EnumMap<>(PageFormat.Mark.class);
        for (PageFormat.Mark mark : PageFormat.Mark.values()) {
            rows.mark(mark).ifPresent(text -> marks.put(mark, text));
        }
        return new LoadedPage(
                batches,
                count,
                candidates,
                marks,
                page.uri(),
                page.linkNext(),
                content,
                fingerprint.getValue() << 32 | page.body().length,
                LoadedPage.State.THERE,
                "");
    }

    /// A hash of the columns of a row that nobody asks for; they need not fit their types.
    private int others(PageFormat.Rows rows, int row) {
        int hash = 0;
        Object[] values = new Object[source.fields().size()];
        for (int[] column : others) {
            try {
                rows.fill(row, column, values);
                hash = 31 * hash + Objects.hashCode(values[column[0]]);
            } catch (Unfit e) {
                hash = 31 * hash + e.text().hashCode();
            }
        }
        return hash;
    }

    private boolean fill(HttpPage page, PageFormat.Rows rows, int row, Object[] values) {
        try {
            return rows.fill(row, needed, values);
        } catch (Unfit e) {
            Field field = source.fields().get(e.field());
            throw TelegraphException.input(
                    "a value must fit its column: source="
                            + source.name()
                            + " column="
                            + field.name()
                            + " type="
                            + field.column().typeName()
                            + " text=\""
                            + e.text()
                            + "\" row="
                            + (row + 1)
                            + " of "
                            + page.shown()
                            + ". Declare the column as TEXT, correct its PATH, or name the text in"
                            + " the option nulls.");
        }
    }

    private void checkBounds(HttpPage page, int row, Object[] values) {
        for (int column : needed) {
            Optional<Bounds> broken = source.bounds().broken(column, values[column]);
            if (broken.isPresent()) {
                throw TelegraphException.input(
                        "a value must be within the bounds of its column: source="
                                + source.name()
                                + " column="
                                + source.fields().get(column).name()
                                + " value="
                                + RequestTexts.of(values[column])
                                + " bounds="
                                + broken.get().low()
                                + ".."
                                + broken.get().high()
                                + " row="
                                + (row + 1)
                                + " of "
                                + page.shown()
                                + ". Widen the option bounds, or leave the column out of it.");
            }
        }
    }

    /// The one row that stands for a lookup that failed: what was asked for, and NULLs.
    LoadedPage unknown(PageRequest request) {
        Object[] values = new Object[source.fields().size()];
        ask.bound().forEach((index, value) -> values[index] = value);
        try (BatchBuilder builder = sink.builder()) {
            for (int c = 0; c < ask.columns().length; c++) {
                builder.set(c, values[ask.columns()[c]]);
            }
            builder.endRow();
            return new LoadedPage(
                    List.of(builder.build()),
                    1,
                    1,
                    Map.of(),
                    request.uri(),
                    Optional.empty(),
                    0,
                    0,
                    LoadedPage.State.FAILED,
                    "");
        }
    }
}
