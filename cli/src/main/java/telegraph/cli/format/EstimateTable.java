package telegraph.cli.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.cli.format.EstimateColumn.Reach;
import telegraph.engine.Basis;
import telegraph.sql.CellText;
import telegraph.sql.Event;
import telegraph.sql.Mark;
import telegraph.sql.ResultColumn;

/// A snapshot as lines of a table: each estimated value with what is claimed of it.
///
/// ```
///  carrier | flights      | delay        | longest | basis
/// ---------+--------------+--------------+---------+---------
///  AA      | 32730 ±  310 |  8.59 ± 0.12 |  ≥ 1014 | sampled
///  UA      | 58700 ± 1200 | 12.11 ± 0.98 |   ≥ 483 | sampled
///  OO      |    29        | 12.5862      |     154 | so-far
/// ```
///
/// What does not fit a terminal is left out and not wrapped: the column `basis` if it says the same
/// in each row, which [#basis] then tells; then ranges, from the right; then half-widths, from the
/// right; then the column in any case. What something is claimed of stands out ([Emphasis]).
///
/// @param lines a header, a rule, and a line for each row
/// @param hidden how many columns have half-widths that are left out
/// @param needed how wide a terminal shows all
/// @param basis the basis of all rows if the column is left out and they agree, or ""
/// @param settling whether there are estimates without half-widths
public record EstimateTable(
        List<String> lines, int hidden, int needed, String basis, boolean settling) {
    private static final String BASIS = "basis";
    private static final int SEPARATOR = 3;

    /// Whether a snapshot has values that are claimed something of, or could be.
    public static boolean hasEstimates(Event.Snapshot snapshot) {
        for (boolean estimated : snapshot.estimated()) {
            if (estimated) {
                return true;
            }
        }
        return false;
    }

    /// The snapshot without the rows after the first so many.
    public static Event.Snapshot first(Event.Snapshot snapshot, int rows) {
        int count = Math.min(rows, snapshot.rows().size());
        return new Event.Snapshot(
                snapshot.rows().subList(0, count),
                snapshot.marks().subList(0, count),
                snapshot.estimated(),
                snapshot.number(),
                snapshot.progress(),
                snapshot.reason());
    }

    /// Lays out a snapshot.
    ///
    /// @param nullText what stands for NULL
    /// @param width how wide the terminal is
    public static EstimateTable of(
            Event.Snapshot snapshot, List<ResultColumn> columns, String nullText, int width) {
        List<EstimateColumn> laid = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            if (!isTold(snapshot, columns, c)) {
                laid.add(column(snapshot, columns.get(c), c, nullText));
            }
        }
        laid.add(
                new EstimateColumn(
                        BASIS,
                        false,
                        snapshot.marks().stream()
                                .map(mark -> RunningValue.plain(mark.told(), isSure(mark.basis())))
                                .toList()));
        return fitted(laid, snapshot.marks().stream().map(Mark::told).toList(), width);
    }

    /// Whether a column is one of those that a query which may stop early adds to its own: they say
    /// what half-widths and the basis do.
    private static boolean isTold(Event.Snapshot snapshot, List<ResultColumn> columns, int c) {
        String name = columns.get(c).name();
        if (c == 0 || snapshot.estimated()[c]) {
            return false;
        }
        boolean isError =
                snapshot.estimated()[c - 1] && name.equals(columns.get(c - 1).name() + "_error");
        return isError
                || c == columns.size() - 1 && name.equals(BASIS) && repeatsBasis(snapshot, c);
    }

    private static boolean repeatsBasis(Event.Snapshot snapshot, int c) {
        for (int r = 0; r < snapshot.rows().size(); r++) {
            if (!snapshot.marks().get(r).told().equals(snapshot.rows().get(r)[c])) {
                return false;
            }
        }
        return true;
    }

    private static EstimateColumn column(
            Event.Snapshot snapshot, ResultColumn column, int c, String nullText) {
        List<RunningValue> readings = new ArrayList<>();
        for (int r = 0; r < snapshot.rows().size(); r++) {
            readings.add(reading(snapshot, r, c, nullText));
        }
        boolean right = TableWriter.isNumber(column.type());
        return new EstimateColumn(CellWidth.tame(column.name()), right, readings);
    }

    private static RunningValue reading(Event.Snapshot snapshot, int r, int c, String nullText) {
        Object value = snapshot.rows().get(r)[c];
        Mark mark = snapshot.marks().get(r);
        if (value == null) {
            return RunningValue.plain(nullText, isSure(mark.basis()));
        }
        if (!(value instanceof Number) || !snapshot.estimated()[c]) {
            boolean claimed = !snapshot.estimated()[c] || mark.basis() == Basis.EXACT;
            return RunningValue.plain(
                    CellWidth.tame(CellText.of(value)), isSure(mark.basis()) && claimed);
        }
        return RunningValue.of(
                value, mark.basis(), mark.errors()[c], mark.lows()[c], mark.highs()[c]);
    }

    private static boolean isSure(Basis basis) {
        return basis != Basis.SO_FAR;
    }

    private static EstimateTable fitted(
            List<EstimateColumn> columns, List<String> bases, int width) {
        int last = columns.size() - 1;
        List<EstimateColumn> values = columns.subList(0, last);
        Reach[] reach = new Reach[columns.size()];
        Arrays.fill(reach, Reach.ALL);
        int needed = width(columns, reach);
        boolean agree = bases.stream().distinct().count() == 1;
        List<EstimateColumn> shown = needed > width && agree ? values : columns;
        for (Reach less : List.of(Reach.INTERVALS, Reach.NOTHING)) {
            for (int c = last - 1; c >= 0 && width(shown, reach) > width; c--) {
                reach[c] = less;
            }
        }
        int hidden = 0;
        for (int c = 0; c < last; c++) {
            hidden += reach[c] == Reach.NOTHING && columns.get(c).hasIntervals() ? 1 : 0;
        }
        if (width(shown, reach) > width) {
            shown = values;
        }
        String told = shown == values && agree ? bases.getFirst() : "";
        boolean settling = columns.stream().anyMatch(EstimateColumn::isSettling);
        return new EstimateTable(lines(shown, reach, bases.size()), hidden, needed, told, settling);
    }

    private static int width(List<EstimateColumn> columns, Reach[] reach) {
        // The rule has a dash more at either end.
        int width = 2 - SEPARATOR;
        for (int c = 0; c < columns.size(); c++) {
            width += columns.get(c).width(reach[c]) + SEPARATOR;
        }
        return width;
    }

    private static List<String> lines(List<EstimateColumn> columns, Reach[] reach, int rows) {
        List<String> header = new ArrayList<>();
        List<String> rule = new ArrayList<>();
        List<List<String>> cells = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            header.add(columns.get(c).header(reach[c]));
            rule.add("-".repeat(columns.get(c).width(reach[c])));
            cells.add(columns.get(c).cells(reach[c]));
        }
        List<String> lines = new ArrayList<>();
        lines.add(" " + String.join(" | ", header).stripTrailing());
        lines.add("-" + String.join("-+-", rule) + "-");
        for (int r = 0; r < rows; r++) {
            int row = r;
            lines.add(" " + String.join(" | ", cells.stream().map(c -> c.get(row)).toList()));
        }
        return lines;
    }
}
