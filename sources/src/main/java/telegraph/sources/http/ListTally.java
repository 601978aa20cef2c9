package telegraph.sources.http;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import telegraph.engine.source.Sink;

/// Holds what the pages of a list say of it against each other and against what came.
///
/// Rows that move from page to page while they are read are read twice or not at all, and nobody
/// sees which. So what does not fit takes from the running answer its intervals, and what shows
/// that rows are missing or doubled ([telegraph.engine.meter.Meter#doubt]) from the last one that
/// it is exact.
///
/// Threads: any.
final class ListTally {
    /// How what does not fit is said.
    static final String CHANGED = "the list changed while it was read: ";

    private final Extent extent;
    private final Sink sink;
    private final Optional<SeenKeys> keys;
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong pages = new AtomicLong();
    private final AtomicBoolean partial = new AtomicBoolean();

    /// The most rows that a disagreement is about, guarded by `this`; -2 before the first.
    private long worst = -2;

    private String reason = "";

    /// @param keys of the rows that came, if rows have keys and one that repeats is a sign of
    ///   change
    ListTally(Extent extent, Sink sink, Optional<SeenKeys> keys) {
        this.keys = keys;
        this.extent = extent;
        this.sink = sink;
        if (!extent.contradiction().isEmpty()) {
            sink.distrust(extent.contradiction());
        }
    }

    /// Looks at a page before it is handed over.
    ///
    /// @param page its number, from 0 on
    void look(long page, LoadedPage loaded) {
        if (loaded.state() == LoadedPage.State.FAILED) {
            partial.set(true);
            return;
        }
        rows.addAndGet(loaded.candidates());
        pages.incrementAndGet();
        keys.ifPresent(seen -> repeated(seen.repeats()));
        Optional<Extent.Disagreement> disagreement = extent.disagreement(page, loaded);
        disagreement.ifPresent(this::doubt);
        String misfit = disagreement.isEmpty() ? extent.misfit(page, loaded) : "";
        if (!misfit.isEmpty()) {
            sink.distrust(CHANGED + misfit);
        }
    }

    /// Not all pages are wanted.
    void left() {
        partial.set(true);
    }

    /// The first page was read again.
    void again(LoadedPage first, LoadedPage again) {
        if (again.content() != first.content()) {
            doubt(new Extent.Disagreement("page 1 has other rows than before", -1, -1));
        }
    }

    /// All pages were handed over.
    void ended() {
        long came = rows.get();
        boolean comparable =
                extent.total() >= 0 && !partial.get() && sink.meter().progress().rowsLost() == 0;
        if (comparable && came != extent.total()) {
            long off = Math.abs(extent.total() - came);
            String said =
                    "page 1 says that there are %d rows, and %d came"
                            .formatted(extent.total(), came);
            tell(
                    extent.contradiction().isEmpty()
                            ? CHANGED + said
                            : extent.contradiction() + ", and " + came + " came",
                    off,
                    Math.max(came, extent.total()));
        }
    }

    /// Rows came whose key had come before.
    private void repeated(long count) {
        if (count > 0) {
            sink.distrust(CHANGED + "a PRIMARY KEY came twice");
            tell(
                    CHANGED
                            + count
                            + " rows came whose PRIMARY KEY had come before, and are left out",
                    count,
                    rows.get());
        }
    }

    /// Why rows may be missing or doubled, or "".
    synchronized String reason() {
        return reason;
    }

    /// How many pages were looked at.
    long pages() {
        return pages.get();
    }

    /// Whether all pages there are were looked at.
    boolean isWhole() {
        return !partial.get();
    }

    private void doubt(Extent.Disagreement disagreement) {
        sink.distrust(CHANGED + disagreement.text());
        tell(CHANGED + disagreement.text(), disagreement.off(), disagreement.of());
    }

    private synchronized void tell(String text, long off, long of) {
        if (off <= worst) {
            return;
        }
        worst = off;
        reason = text;
        String doubt =
                text
                        + (off < 0
                                ? ". How many rows are missing or doubled, nobody knows"
                                : ". Up to %d of %d rows may be missing or doubled"
                                        .formatted(off, of));
        sink.meter().doubt(doubt);
    }
}
