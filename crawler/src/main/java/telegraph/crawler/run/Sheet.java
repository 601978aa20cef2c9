package telegraph.crawler.run;

import java.util.Arrays;
import telegraph.crawler.Outcome;
import telegraph.crawler.page.PageRecord;
import telegraph.crawler.robots.Robots;
import telegraph.crawler.scope.Cut;
import telegraph.crawler.url.Url;

/// What a fetcher brings back of one request: a record for the journal, or the wish to try again,
/// or a robots.txt.
///
/// Threads: one at a time, handed over through the [LoopInbox].
final class Sheet extends LoopInbox.Letter {
    /// What the loop has to do with it.
    enum Kind {
        /// The record is the URL's row.
        PAGE,
        /// The URL is to be tried again.
        RETRY,
        /// The site's rules.
        ROBOTS
    }

    private final PageRecord record = new PageRecord();
    private Visit visit;
    private int index;
    private VisitFetcher fetcher;
    private Kind kind;
    private Outcome outcome;
    private String detail;
    private int status;
    private boolean asked;
    private boolean last;
    private long endNanos;
    private long pauseNanos;
    private long wireBytes;
    private Robots robots;
    private Url movedTo;
    private final int[] cuts = new int[Cut.values().length];
    private long grown;

    void begin(Visit of, int urlIndex, VisitFetcher by) {
        visit = of;
        index = urlIndex;
        fetcher = by;
        outcome = Outcome.FETCHED;
        detail = "";
        status = 0;
        asked = false;
        last = true;
        endNanos = 0;
        pauseNanos = -1;
        wireBytes = 0;
        robots = null;
        movedTo = null;
        Arrays.fill(cuts, 0);
    }

    PageRecord record() {
        return record;
    }

    Visit visit() {
        return visit;
    }

    /// Which URL of the visit.
    int index() {
        return index;
    }

    VisitFetcher fetcher() {
        return fetcher;
    }

    Kind kind() {
        return kind;
    }

    Sheet kind(Kind what) {
        kind = what;
        return this;
    }

    Outcome outcome() {
        return outcome;
    }

    String detail() {
        return detail;
    }

    int status() {
        return status;
    }

    /// What came of the request.
    Sheet came(Outcome of, String words, int httpStatus) {
        outcome = of;
        detail = words;
        status = httpStatus;
        return this;
    }

    /// Whether the site was asked for anything.
    boolean asked() {
        return asked;
    }

    /// The site was asked, until `end`.
    Sheet asked(long end, long bytes) {
        asked = true;
        endNanos = end;
        wireBytes = bytes;
        return this;
    }

    long endNanos() {
        return endNanos;
    }

    long wireBytes() {
        return wireBytes;
    }

    /// How long the site wants to be left alone; -1 if it does not say.
    long pauseNanos() {
        return pauseNanos;
    }

    Sheet pause(long nanos) {
        pauseNanos = nanos;
        return this;
    }

    /// Whether the visit ends with this one.
    boolean isLast() {
        return last;
    }

    Sheet last(boolean is) {
        last = is;
        return this;
    }

    Robots robots() {
        return robots;
    }

    /// Where the site says that its rules are; null if it has none elsewhere.
    Url movedTo() {
        return movedTo;
    }

    Sheet robots(Robots rules, Url elsewhere) {
        robots = rules;
        movedTo = elsewhere;
        return this;
    }

    /// Links that were cut, by [Cut#ordinal].
    int[] cuts() {
        return cuts;
    }

    void cuts(int[] counts) {
        System.arraycopy(counts, 0, cuts, 0, cuts.length);
    }

    /// Whether the site did not answer, or not wholly.
    boolean failed() {
        return outcome.isTransient();
    }

    /// Bytes that the record takes up beyond the usual.
    long grown() {
        return grown;
    }

    void grown(long bytes) {
        grown = bytes;
    }
}
