package telegraph.crawler.visit;

import java.util.Arrays;
import telegraph.crawler.Outcome;
import telegraph.crawler.page.PageRecord;
import telegraph.crawler.robots.Robots;
import telegraph.crawler.scope.Cut;
import telegraph.http.url.Url;

/// What a fetcher brings back of one request: a record for the journal, or the wish to try again,
/// or a robots.txt.
///
/// Threads: one at a time, handed over through the [LoopInbox].
public final class Sheet extends LoopInbox.Letter {
    /// What the loop has to do with it.
    public enum Kind {
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

    public void begin(Visit of, int urlIndex, VisitFetcher by) {
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

    public PageRecord record() {
        return record;
    }

    public Visit visit() {
        return visit;
    }

    /// Which URL of the visit.
    public int index() {
        return index;
    }

    public VisitFetcher fetcher() {
        return fetcher;
    }

    public Kind kind() {
        return kind;
    }

    public Sheet kind(Kind what) {
        kind = what;
        return this;
    }

    public Outcome outcome() {
        return outcome;
    }

    public String detail() {
        return detail;
    }

    public int status() {
        return status;
    }

    /// What came of the request.
    public Sheet came(Outcome of, String words, int httpStatus) {
        outcome = of;
        detail = words;
        status = httpStatus;
        return this;
    }

    /// Whether the site was asked for anything.
    public boolean asked() {
        return asked;
    }

    /// The site was asked, until `end`.
    public Sheet asked(long end, long bytes) {
        asked = true;
        endNanos = end;
        wireBytes = bytes;
        return this;
    }

    public long endNanos() {
        return endNanos;
    }

    long wireBytes() {
        return wireBytes;
    }

    /// How long the site wants to be left alone; -1 if it does not say.
    public long pauseNanos() {
        return pauseNanos;
    }

    public Sheet pause(long nanos) {
        pauseNanos = nanos;
        return this;
    }

    /// Whether the visit ends with this one.
    public boolean isLast() {
        return last;
    }

    public Sheet last(boolean is) {
        last = is;
        return this;
    }

    public Robots robots() {
        return robots;
    }

    /// Where the site says that its rules are; null if it has none elsewhere.
    public Url movedTo() {
        return movedTo;
    }

    public Sheet robots(Robots rules, Url elsewhere) {
        robots = rules;
        movedTo = elsewhere;
        return this;
    }

    /// Links that were cut, by [Cut#ordinal].
    public int[] cuts() {
        return cuts;
    }

    public void cuts(int[] counts) {
        System.arraycopy(counts, 0, cuts, 0, cuts.length);
    }

    /// Whether the site did not answer, or not wholly.
    public boolean failed() {
        return outcome.isTransient();
    }

    /// Bytes that the record takes up beyond the usual.
    public long grown() {
        return grown;
    }

    public void grown(long bytes) {
        grown = bytes;
    }
}
