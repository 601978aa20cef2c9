package telegraph.cli.display;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.cli.format.CellWidth;
import telegraph.engine.meter.Price;
import telegraph.engine.meter.Progress;

/// How far each source is, a line each:
///
/// ```
/// flights  123,456 rows   124 requests  12.3 MB  [████······]  37 %  retry in 3 s
/// planes       311 rows   322 requests   1.1 MB               2 failed: 503 from planes.example
/// ratings       40 rows    40 requests, 0.080 USD
/// ```
///
/// Where the lines are too wide, the bar goes first, then bytes, then requests.
final class ProgressLines {
    private static final int BAR_CELLS = 10;
    private static final int LEVEL_BAR = 0;
    private static final int LEVEL_BYTES = 1;
    private static final int LEVEL_REQUESTS = 2;
    private static final int LEVEL_LEAST = 3;
    private static final int NAME_MAX = 24;

    private ProgressLines() {}

    /// The lines for a terminal of so many columns: the fullest that fit, if any do.
    static List<String> of(List<Progress> sources, int columns) {
        List<String> lines = List.of();
        for (int level = LEVEL_BAR; level <= LEVEL_LEAST; level++) {
            lines = lines(sources, columns, level);
            if (lines.stream().allMatch(line -> CellWidth.of(line) <= columns)) {
                break;
            }
        }
        return lines;
    }

    private static List<String> lines(List<Progress> sources, int columns, int level) {
        List<String[]> cells = new ArrayList<>();
        for (Progress source : sources) {
            cells.add(cells(source, columns, level));
        }
        List<String> lines = new ArrayList<>();
        for (String[] line : cells) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < line.length; i++) {
                int width = 0;
                for (String[] other : cells) {
                    width = Math.max(width, CellWidth.of(other[i]));
                }
                String padding = " ".repeat(width - CellWidth.of(line[i]));
                boolean right = i > 0 && i < line.length - 1;
                if (width > 0) {
                    text.append(text.isEmpty() ? "" : "  ");
                    text.append(right ? padding + line[i] : line[i] + padding);
                }
            }
            lines.add(text.toString().stripTrailing());
        }
        return lines;
    }

    private static String[] cells(Progress source, int columns, int level) {
        return new String[] {
            CellWidth.cut(CellWidth.tame(source.source()), Math.min(NAME_MAX, columns / 3)),
            counted(source.rows(), "row"),
            level > LEVEL_REQUESTS ? "" : requests(source),
            level > LEVEL_BYTES || source.bytes() == 0 ? "" : bytes(source.bytes()),
            level > LEVEL_BAR ? "" : bar(source),
            percent(source),
            note(source)
        };
    }

    private static String requests(Progress source) {
        if (source.requests() == 0 && source.cached() == 0) {
            return "";
        }
        String requests = counted(source.requests(), "request");
        String spent = source.spent().map(amount -> ", " + amount).orElse("");
        String cached = source.cached() == 0 ? "" : ", " + source.cached() + " cached";
        return requests + spent + cached;
    }

    /// What all requests cost, if a source has a price.
    static Optional<String> total(List<Progress> sources) {
        List<Price> spent = Price.totals(sources);
        if (spent.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder total = new StringBuilder("total: ");
        total.append(counted(sources.stream().mapToLong(Progress::requests).sum(), "request"));
        spent.forEach(amount -> total.append(", ").append(amount));
        return Optional.of(CellWidth.tame(total.toString()));
    }

    private static String counted(long count, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
    }

    /// A number of bytes in the unit that suits it.
    static String bytes(long bytes) {
        if (bytes < 1_000) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = -1;
        while (value >= 999.95 && unit < 3) {
            value /= 1_000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %cB", value, "kMGT".charAt(unit));
    }

    /// How much of a source has come, from 0 to 1, or -1 if nobody knows.
    static double share(Progress source) {
        if (source.done()) {
            return 1;
        }
        // Rows say it best; bytes of a compressed file or pages of a site say it too.
        if (source.rowsTotal() > 0) {
            return Math.min(1, (double) source.rows() / source.rowsTotal());
        }
        if (source.unitsTotal() > 1) {
            return Math.min(1, (double) source.units() / source.unitsTotal());
        }
        if (source.bytesTotal() > 0) {
            return Math.min(1, (double) source.bytes() / source.bytesTotal());
        }
        return -1;
    }

    private static String bar(Progress source) {
        double share = share(source);
        if (share < 0 || source.done()) {
            return "";
        }
        int full = (int) Math.floor(share * BAR_CELLS);
        return "[" + "█".repeat(full) + "·".repeat(BAR_CELLS - full) + "]";
    }

    private static String percent(Progress source) {
        double share = share(source);
        if (source.done() && source.units() < source.unitsTotal()) {
            // Nobody needed the rest.
            double read = (double) source.units() / source.unitsTotal();
            return (int) Math.floor(read * 100) + " % read";
        }
        if (source.done()) {
            return "done";
        }
        return share < 0 ? "of ?" : (int) Math.floor(share * 100) + " %";
    }

    private static String note(Progress source) {
        List<String> notes = new ArrayList<>();
        if (!source.waiting().isEmpty() && !source.done()) {
            notes.add(CellWidth.tame(source.waiting()));
        }
        if (source.failed() > 0) {
            String why = source.failure().isEmpty() ? "" : ": " + source.failure();
            notes.add(source.failed() + " failed" + CellWidth.tame(why));
        }
        if (source.retried() > 0) {
            notes.add(source.retried() + " retried");
        }
        return String.join(", ", notes);
    }
}
