package telegraph.cli.display;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import telegraph.cli.format.CellWidth;
import telegraph.cli.format.EstimateTable;
import telegraph.engine.Basis;
import telegraph.sql.Event;
import telegraph.sql.Mark;

/// What stands below an answer while it grows: how much of it there is, what its half-widths mean,
/// and where there are none why not.
///
/// ```
/// (16 rows so far, 2.3 s, from 12 %, snapshot 7, ± at 95 %, each on its own)
/// (16 rows so far, 0.3 s, from 1 %, snapshot 1, no ± yet: too few rows)
/// ```
///
/// Where one line is too narrow, it goes on in the next, up to [#LINES_MAX].
final class StatusLines {
    private static final int LINES_MAX = 4;

    private final List<String> parts = new ArrayList<>();

    /// Of rows that came, or of none.
    StatusLines(String what, long nanos) {
        double seconds = nanos / (double) TimeUnit.SECONDS.toNanos(1);
        parts.add(what);
        parts.add(String.format(Locale.ROOT, "%.1f s", seconds));
    }

    void add(String part) {
        parts.add(part);
    }

    /// Says what a snapshot rests on.
    ///
    /// @param confidence how sure half-widths are, such as `95 %`
    void add(Event.Snapshot snapshot, EstimateTable table, String confidence) {
        if (!Double.isNaN(snapshot.progress())) {
            parts.add("from " + percent(snapshot.progress()));
        }
        parts.add("snapshot " + snapshot.number());
        if (!table.basis().isEmpty()) {
            parts.add("basis " + table.basis());
        }
        List<Mark> marks = snapshot.marks();
        boolean assumed = marks.stream().anyMatch(mark -> mark.basis() == Basis.ASSUMED);
        boolean sampled = marks.stream().anyMatch(mark -> mark.basis() == Basis.SAMPLED);
        if (assumed || sampled) {
            parts.add((assumed ? "±?" : "±") + " at " + confidence);
            parts.add("each on its own");
        }
        if (assumed) {
            parts.add("if arrival order is unrelated to the value");
        }
        if (table.settling()) {
            parts.add("~ too early for a ±");
        }
        if (table.hidden() > 0) {
            String left = "± of " + columns(table.hidden()) + " left out";
            parts.add(left + " (all need a width of " + table.needed() + ")");
        }
        reason(snapshot, assumed || sampled).ifPresent(parts::add);
    }

    /// Says why a snapshot claims nothing.
    void addReason(Event.Snapshot snapshot) {
        reason(snapshot, false).ifPresent(parts::add);
    }

    private static String columns(int count) {
        return count == 1 ? "1 column" : count + " columns";
    }

    /// A share in whole percent, or finer near nothing; never all before the end.
    static String percent(double share) {
        double percent = 100 * share;
        return percent > 0 && percent < 1
                ? String.format(Locale.ROOT, "%.1f %%", Math.max(0.1, percent))
                : (int) Math.floor(percent) + " %";
    }

    /// Why there is no interval, of all rows or of the most.
    private static Optional<String> reason(Event.Snapshot snapshot, boolean some) {
        if (!some) {
            String reason =
                    snapshot.reason().isEmpty()
                            ? commonest(snapshot.marks()).orElse("")
                            : snapshot.reason();
            return reason.isEmpty()
                    ? Optional.empty()
                    : Optional.of("no ±: " + CellWidth.tame(reason));
        }
        List<Mark> bare =
                snapshot.marks().stream().filter(mark -> mark.basis() == Basis.SO_FAR).toList();
        String count = bare.size() == 1 ? "1 row" : bare.size() + " rows";
        return commonest(bare).map(reason -> count + " without ±: " + CellWidth.tame(reason));
    }

    private static Optional<String> commonest(List<Mark> marks) {
        Map<String, Integer> counts = new HashMap<>();
        for (Mark mark : marks) {
            if (!mark.reason().isEmpty()) {
                counts.merge(mark.reason(), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .max(
                        Map.Entry.<String, Integer>comparingByValue()
                                .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey);
    }

    /// The lines for a terminal of so many columns.
    List<String> of(int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder("(");
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i) + (i < parts.size() - 1 ? "," : ")");
            // A part is kept in one line if there is one that it fits.
            boolean whole = CellWidth.of(part) < width;
            for (String piece : whole ? new String[] {part} : part.split(" ")) {
                boolean fits = CellWidth.of(line + " " + piece) <= width;
                if (!line.toString().isBlank() && !fits && lines.size() < LINES_MAX - 1) {
                    lines.add(line.toString());
                    line = new StringBuilder();
                }
                line.append(line.toString().equals("(") ? "" : " ").append(piece);
            }
        }
        lines.add(line.toString());
        return lines;
    }
}
