package telegraph.cli.display;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import telegraph.cli.format.CellWidth;
import telegraph.crawler.CrawlStatus;
import telegraph.crawler.CrawlSummary;

/// What a crawl came to, for people or as one JSON object.
///
/// ```
/// complete  every URL within reach is done
/// pages     12,345  498/s  61.2 MB
/// …
/// files     telegraph-data/crawls/h0.synth.test
/// ```
public final class CrawlReport {
    private static final int MIRRORS_MAX = 10;

    private CrawlReport() {}

    public static String text(CrawlSummary summary, Path into) {
        CrawlStatus status = summary.status();
        List<String> lines = new ArrayList<>();
        lines.add(
                switch (summary.end()) {
                    case COMPLETE ->
                            CrawlLines.labelled(
                                    "complete",
                                    status.pages() > 0 && status.pages() == status.pagesBefore()
                                            ? "no URL was left; without the directory it begins anew"
                                            : "no URL is left");
                    case INCOMPLETE ->
                            CrawlLines.labelled(
                                    "missing",
                                    missing(summary.missing())
                                            + "; the same command asks them again");
                    case PAGES_MAX -> CrawlLines.labelled("enough", "as many pages as were wanted");
                    case NO_NETWORK ->
                            CrawlLines.labelled(
                                    "no network",
                                    "nobody answered any more; the same command goes on");
                    case STOPPED -> CrawlLines.labelled("stopped", "the same command goes on");
                    case FAILED -> CrawlLines.labelled("failed", "the same command goes on");
                });
        lines.add(CrawlLines.labelled("pages", pages(status)));
        lines.add(
                CrawlLines.labelled(
                        "urls",
                        CrawlLines.number(status.rows())
                                + " done  "
                                + CrawlLines.number(status.queued())
                                + " queued  "
                                + CrawlLines.number(status.seen())
                                + " seen  "
                                + CrawlLines.counted(status.hosts(), "host")));
        if (!status.answers().isEmpty()) {
            lines.add(CrawlLines.labelled("answers", CrawlLines.answers(status)));
        }
        if (!CrawlLines.failures(status).isEmpty()) {
            lines.add(CrawlLines.labelled("errors", CrawlLines.errors(status)));
        }
        if (!status.away().isZero()) {
            lines.add(
                    CrawlLines.labelled(
                            "network", "was away for " + CrawlLines.time(status.away())));
        }
        String cut = CrawlLines.counts(status.cut(), CellWidth::tame);
        if (!cut.isEmpty()) {
            lines.add(CrawlLines.labelled("left out", cut));
        }
        List<String> mirrors = summary.mirrors();
        for (String mirror : mirrors.subList(0, Math.min(MIRRORS_MAX, mirrors.size()))) {
            lines.add(CrawlLines.labelled("mirrors", CellWidth.tame(mirror)));
        }
        if (mirrors.size() > MIRRORS_MAX) {
            int more = mirrors.size() - MIRRORS_MAX;
            lines.add(CrawlLines.labelled("", "and " + more + " more"));
        }
        lines.add(CrawlLines.labelled("files", into.toString()));
        return String.join("\n", lines) + "\n";
    }

    /// What there is no page of, and why.
    private static String missing(CrawlSummary.Missing missing) {
        return CrawlLines.counted(missing.urls(), "URL")
                + " of "
                + CrawlLines.counted(missing.hosts(), "host")
                + " that did not answer";
    }

    private static String pages(CrawlStatus status) {
        double seconds = status.elapsed().toMillis() / 1e3;
        long now = status.pages() - status.pagesBefore();
        return CrawlLines.number(status.pages())
                + "  "
                + ProgressLines.bytes(status.bytes())
                + (status.pagesBefore() > 0 ? "  " + CrawlLines.number(now) + " of them now," : " ")
                + " in "
                + CrawlLines.time(status.elapsed())
                + (seconds > 0 && now > 0 ? "  " + CrawlLines.rate(now / seconds) : "");
    }

    public static String json(CrawlSummary summary, Path into) {
        CrawlStatus status = summary.status();
        Map<String, Long> answers = new TreeMap<>();
        status.answers().forEach((digit, count) -> answers.put(digit + "xx", count));
        Map<String, Long> errors = new TreeMap<>();
        CrawlLines.failures(status).forEach((kind, count) -> errors.put(kind.label(), count));
        return "{\"end\":"
                + quoted(summary.end().name().toLowerCase(Locale.ROOT))
                + ",\"rows\":"
                + status.rows()
                + ",\"pages\":"
                + status.pages()
                + ",\"pages_before\":"
                + status.pagesBefore()
                + ",\"bytes\":"
                + status.bytes()
                + ",\"hosts\":"
                + status.hosts()
                + ",\"queued\":"
                + status.queued()
                + ",\"seen\":"
                + status.seen()
                + ",\"millis\":"
                + status.elapsed().toMillis()
                + ",\"answers\":"
                + object(answers)
                + ",\"errors\":"
                + object(errors)
                + ",\"missing_urls\":"
                + summary.missing().urls()
                + ",\"missing_hosts\":"
                + summary.missing().hosts()
                + ",\"network_away_millis\":"
                + status.away().toMillis()
                + ",\"left_out\":"
                + object(new TreeMap<>(status.cut()))
                + ",\"mirrors\":"
                + summary.mirrors().stream()
                        .map(CrawlReport::quoted)
                        .collect(Collectors.joining(",", "[", "]"))
                + ",\"into\":"
                + quoted(into.toString())
                + "}\n";
    }

    private static String object(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(count -> quoted(count.getKey()) + ":" + count.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars()
                .forEach(c -> {
                    if (c == '"' || c == '\\') {
                        quoted.append('\\').append((char) c);
                    } else if (Character.isISOControl(c)) {
                        quoted.append(String.format("\\u%04x", c));
                    } else {
                        quoted.append((char) c);
                    }
                });
        return quoted.append('"').toString();
    }
}
