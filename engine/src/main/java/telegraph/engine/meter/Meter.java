package telegraph.engine.meter;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/// Counts what one source of one query has done so far, and says what it waits for.
///
/// Threads: any.
public final class Meter {
    /// What a row takes up before one was seen.
    private static final int BYTES_A_ROW = 100;

    private static final int NOTES_MAX = 20;

    private final String source;
    private final String asked;
    private final Terms terms;
    private final RequestBudget budget;
    private final LongAdder rows = new LongAdder();
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder units = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder retried = new LongAdder();
    private final LongAdder cached = new LongAdder();
    private final AtomicLong rowsTotal = new AtomicLong(-1);
    private final AtomicLong unitsTotal = new AtomicLong(-1);
    private final AtomicLong bytesTotal = new AtomicLong(-1);
    private final AtomicReference<String> waiting = new AtomicReference<>("");
    private final ConcurrentLinkedDeque<Wait> waits = new ConcurrentLinkedDeque<>();
    private final AtomicReference<String> failure = new AtomicReference<>("");
    private final LongAdder rowsLost = new LongAdder();
    private final LongAdder leftOut = new LongAdder();
    private final AtomicReference<String> omission = new AtomicReference<>("");

    private final AtomicReference<String> doubt = new AtomicReference<>("");

    /// What is to be said, guarded by itself.
    private final Set<String> notes = new LinkedHashSet<>();

    private volatile boolean done;

    /// One of several things that wait, until it is closed.
    public final class Wait implements AutoCloseable {
        private final String reason;

        private Wait(String reason) {
            this.reason = reason;
        }

        @Override
        public void close() {
            waits.removeLastOccurrence(this);
        }
    }

    /// One for what a statement's own thread reads before its query runs.
    public Meter(String source) {
        this(source, source, Terms.NONE, RequestBudget.current());
    }

    /// @param source what people call it
    /// @param asked whose requests they are: a source read twice under two names is asked as one
    /// @param terms those of the source
    public Meter(String source, String asked, Terms terms, RequestBudget budget) {
        this.source = source;
        this.asked = asked;
        this.terms = terms;
        this.budget = budget;
    }

    public void addRows(long count) {
        rows.add(count);
    }

    /// A request is about to be sent; its permit is taken.
    ///
    /// @throws telegraph.ground.TelegraphException with CONFIGURATION_LIMIT if there is none: then
    ///   it must not be sent
    public void addRequest() {
        budget.take(asked, terms);
        requests.increment();
    }

    /// So many requests were made before the query ran; they had their permits.
    public void addMade(long count) {
        requests.add(count);
    }

    /// Begins to ask; until it is closed, what is asked is waited for by [#awaitOthers].
    public RequestBudget.Underway asking() {
        return budget.begin();
    }

    /// Waits until nobody else of the statement asks. For one who was refused a permit, and is not
    /// asking any more.
    public void awaitOthers() throws InterruptedException {
        try (Wait _ = waits("requests_max is reached; waiting for answers under way")) {
            budget.awaitOthers();
        }
    }

    /// How often the statement may ask.
    public RequestBudget budget() {
        return budget;
    }

    public void addBytes(long count) {
        bytes.add(count);
    }

    /// A page, file or row group is complete.
    public void addUnit() {
        units.increment();
    }

    /// A request was given up, and its rows are missing from the result.
    public void addFailed(String reason) {
        failed.increment();
        failure.compareAndSet("", reason);
    }

    /// A row could not be read, and is missing from the result.
    public void addRowLost(String reason) {
        rowsLost.increment();
        addFailed(reason);
    }

    /// A value of a row is in no column, though the row is there.
    public void addLeftOut(Supplier<String> reason) {
        leftOut.increment();
        if (omission.get().isEmpty()) {
            omission.compareAndSet("", reason.get());
        }
    }

    /// Rows may be missing or doubled although all was read; what is said last is kept.
    public void doubt(String reason) {
        doubt.set(reason);
    }

    /// Something is to be said of the rows, once; the first [#NOTES_MAX] are kept.
    public void note(String text) {
        synchronized (notes) {
            if (notes.size() < NOTES_MAX) {
                notes.add(text);
            }
        }
    }

    /// What is to be said, with how many values were left out.
    private List<String> notes() {
        List<String> all;
        synchronized (notes) {
            all = new ArrayList<>(notes);
        }
        long count = leftOut.sum();
        if (count > 0) {
            all.add(count + " values were left out (" + omission.get() + ")");
        }
        return List.copyOf(all);
    }

    public void addRetried() {
        retried.increment();
    }

    /// A request was answered from the cache.
    public void addCached() {
        cached.increment();
    }

    public void rowsTotal(long total) {
        rowsTotal.set(total);
    }

    public void unitsTotal(long total) {
        unitsTotal.set(total);
    }

    public void bytesTotal(long total) {
        bytesTotal.set(total);
    }

    /// Says why nothing comes for now ("retry in 3 s", "waiting for host"); "" when all is well.
    public void waiting(String reason) {
        waiting.set(reason);
    }

    /// Says why one of several requests waits, as long as it does: others that go on meanwhile do
    /// not take it back. Of several the latest is told.
    public Wait waits(String reason) {
        Wait wait = new Wait(reason);
        waits.addLast(wait);
        return wait;
    }

    private String whyWaiting() {
        Wait latest = waits.peekLast();
        return latest == null ? waiting.get() : latest.reason;
    }

    public void done() {
        done = true;
    }

    /// About how many rows there will be, or -1 if nothing is known: as far as the bytes go.
    public long rowsExpected() {
        long total = rowsTotal.get();
        long most = bytesTotal.get();
        if (total >= 0 || most < 0) {
            return total;
        }
        long read = bytes.sum();
        long had = rows.sum();
        return read == 0 || had == 0 ? most / BYTES_A_ROW : (long) ((double) most * had / read);
    }

    public Progress progress() {
        return new Progress(
                source,
                rows.sum(),
                requests.sum(),
                bytes.sum(),
                units.sum(),
                failed.sum(),
                retried.sum(),
                cached.sum(),
                rowsTotal.get(),
                unitsTotal.get(),
                bytesTotal.get(),
                whyWaiting(),
                failure.get(),
                done,
                rowsLost.sum(),
                notes(),
                doubt.get(),
                terms.price());
    }
}
