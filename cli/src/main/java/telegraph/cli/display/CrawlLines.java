package telegraph.cli.display;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import telegraph.cli.format.CellWidth;
import telegraph.crawler.CrawlStatus;
import telegraph.crawler.Outcome;

/// How a crawl stands, in a few lines:
///
/// ```
/// pages     12,345  498/s  61.2 MB  [██████····]  61 % of 20,000
/// frontier  8,123 queued  20,468 seen  100 hosts  37 fetching
/// answers   11,938 2xx  350 3xx  57 4xx
/// errors    12 timeout  3 connect_failed
/// network   was away for 12.3 s
/// left out  4,011 scope  31 depth
/// memory    61.0 MB of 134.2 MB
/// waits     for h7.synth.test until its delay is over
/// ```
///
/// Lines with nothing to say are left out. [#line] says the same in one.
final class CrawlLines {
    private static final int BAR_CELLS = 10;
    private static final int LABEL = 10;
    private static final String GAP = "  ";

    /// What is no failure, but how the web is.
    private static final Set<Outcome> FINE = Set.of(Outcome.FETCHED);

    private CrawlLines() {}

    /// @param pagesMax after how many pages the crawl ends; `Long.MAX_VALUE` if they are not
    ///   counted
    static List<String> of(CrawlStatus status, long pagesMax) {
        List<String> lines = new ArrayList<>();
        lines.add(labelled("pages", pages(status, pagesMax)));
        lines.add(labelled("frontier", frontier(status)));
        add(lines, "answers", answers(status));
        add(lines, "errors", errors(status));
        add(lines, "network", away(status));
        add(lines, "left out", counts(status.cut(), CellWidth::tame));
        add(lines, "memory", memory(status));
        add(lines, "waits", waits(status));
        return lines;
    }

    /// All in one line, for a log.
    static String line(CrawlStatus status) {
        List<String> parts = new ArrayList<>();
        parts.add(time(status.elapsed()));
        parts.add(counted(status.pages(), "page"));
        parts.add(rate(status.pagesPerSecond()));
        parts.add(ProgressLines.bytes(status.bytes()));
        parts.add(frontier(status));
        long failed = failures(status).values().stream().mapToLong(Long::longValue).sum();
        if (failed > 0) {
            parts.add(counted(failed, "error"));
        }
        if (!status.waits().isEmpty()) {
            parts.add("waits " + waits(status));
        }
        return String.join(GAP, parts);
    }

    private static void add(List<String> lines, String label, String text) {
        if (!text.isEmpty()) {
            lines.add(labelled(label, text));
        }
    }

    static String labelled(String label, String text) {
        return label + " ".repeat(Math.max(1, LABEL - label.length())) + text;
    }

    private static String pages(CrawlStatus status, long pagesMax) {
        List<String> parts = new ArrayList<>();
        parts.add(number(status.pages()));
        parts.add(rate(status.pagesPerSecond()));
        parts.add(ProgressLines.bytes(status.bytes()));
        if (pagesMax < Long.MAX_VALUE) {
            double share = Math.min(1, (double) status.pages() / pagesMax);
            int full = (int) Math.floor(share * BAR_CELLS);
            parts.add("[" + "█".repeat(full) + "·".repeat(BAR_CELLS - full) + "]");
            parts.add(StatusLines.percent(share) + " of " + number(pagesMax));
        }
        return String.join(GAP, parts);
    }

    private static String frontier(CrawlStatus status) {
        String aside = status.aside() == 0 ? "" : GAP + number(status.aside()) + " of them silent";
        return String.join(
                GAP,
                number(status.queued()) + " queued",
                number(status.seen()) + " seen",
                counted(status.hosts(), "host") + aside,
                number(status.fetching()) + " fetching");
    }

    private static String away(CrawlStatus status) {
        return status.away().isZero() ? "" : "was away for " + time(status.away());
    }

    private static String memory(CrawlStatus status) {
        return status.memoryLimit() <= 0
                ? ""
                : ProgressLines.bytes(status.memoryUsed())
                        + " of "
                        + ProgressLines.bytes(status.memoryLimit());
    }

    /// What is waited for, without the word itself.
    private static String waits(CrawlStatus status) {
        return CellWidth.tame(status.waits().replaceFirst("^waits ", ""));
    }

    /// Responses by their kind of status, the good ones first.
    static String answers(CrawlStatus status) {
        return new TreeMap<>(status.answers())
                .entrySet().stream()
                        .map(count -> number(count.getValue()) + " " + count.getKey() + "xx")
                        .collect(Collectors.joining(GAP));
    }

    /// What became of URLs that brought no page, the commonest first.
    static String errors(CrawlStatus status) {
        return counts(failures(status), Outcome::label);
    }

    static Map<Outcome, Long> failures(CrawlStatus status) {
        return status.errors().entrySet().stream()
                .filter(error -> !FINE.contains(error.getKey()) && error.getValue() > 0)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /// The counts with their names, the greatest first.
    static <K> String counts(Map<K, Long> counts, Function<K, String> name) {
        return counts.entrySet().stream()
                .filter(count -> count.getValue() > 0)
                .sorted(
                        Comparator.<Map.Entry<K, Long>>comparingLong(Map.Entry::getValue)
                                .reversed()
                                .thenComparing(count -> name.apply(count.getKey())))
                .map(count -> number(count.getValue()) + " " + name.apply(count.getKey()))
                .collect(Collectors.joining(GAP));
    }

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String counted(long count, String noun) {
        return number(count) + " " + noun + (count == 1 ? "" : "s");
    }

    static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.1f/s" : "%,.0f/s", perSecond);
    }

    /// A time as `4.2 s`, `1:23` or `2:01:23`.
    static String time(Duration time) {
        long seconds = time.toSeconds();
        if (seconds < 60) {
            return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
        }
        return seconds < 3_600
                ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
                : String.format(
                        Locale.ROOT,
                        "%d:%02d:%02d",
                        seconds / 3_600,
                        seconds / 60 % 60,
                        seconds % 60);
    }
}
