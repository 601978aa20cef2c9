package telegraph.cli.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import telegraph.engine.Basis;
import telegraph.sql.CellText;
import telegraph.sql.ResultColumn;

/// A table for people: a header, aligned columns, and the number of rows below.
///
/// ```
///  carrier | flights | delay
/// ---------+---------+-------
///  UA      |   58665 |  3.56
///  ∅       |       1 |     ∅
/// (2 rows)
/// ```
///
/// The first [#SAMPLE_ROWS] rows are held back to learn how wide the columns are; later rows are
/// written as they come, and a cell that is wider then pushes its line out of line. Columns of
/// numbers stand to the right. A cell is one line: line breaks and control characters are shown
/// escaped. Where a query stopped early, its estimates have as many digits as their errors leave
/// them ([RunningValue]).
public final class TableWriter implements ResultWriter {
    private static final int SAMPLE_ROWS = 1_000;

    /// No column is padded to more than this, so that one long text does not stretch every line.
    private static final int PADDED_MAX = 120;

    private final Appendable out;
    private final TableStyle style;
    private final List<String[]> sample = new ArrayList<>();
    private List<ResultColumn> columns = List.of();
    private boolean[] right;
    private boolean mayBeEstimates;
    private int[] widths;
    private long rows;

    public TableWriter(Appendable out, TableStyle style) {
        this.out = out;
        this.style = style;
    }

    @Override
    public void columns(List<ResultColumn> columns) {
        this.columns = columns;
        this.right = new boolean[columns.size()];
        for (int i = 0; i < right.length; i++) {
            right[i] = isNumber(columns.get(i).type());
        }
        mayBeEstimates = !columns.isEmpty() && columns.getLast().name().equals("basis");
    }

    /// Whether values of a type stand to the right.
    public static boolean isNumber(String type) {
        return type.startsWith("DECIMAL")
                || switch (type) {
                    case "INTEGER", "BIGINT", "SMALLINT", "TINYINT" -> true;
                    case "DOUBLE PRECISION", "DOUBLE", "REAL", "NUMERIC" -> true;
                    default -> false;
                };
    }

    @Override
    public void row(Object[] values) throws IOException {
        String[] cells = new String[values.length];
        for (int i = 0; i < cells.length; i++) {
            cells[i] =
                    values[i] == null ? style.nullText() : CellWidth.tame(CellText.of(values[i]));
        }
        if (mayBeEstimates && isSample(values[values.length - 1])) {
            shorten(values, cells);
        }
        rows++;
        if (style.expanded()) {
            expanded(cells);
        } else if (widths == null) {
            sample.add(cells);
            if (sample.size() == SAMPLE_ROWS) {
                flush();
            }
        } else {
            line(cells);
        }
    }

    private static boolean isSample(Object basis) {
        return basis instanceof String told
                && (told.startsWith(Basis.SAMPLED.toString())
                        || told.startsWith(Basis.ASSUMED.toString()));
    }

    /// Leaves estimates and their errors the digits that mean something.
    private void shorten(Object[] values, String[] cells) {
        for (int i = 1; i < cells.length; i++) {
            String estimated = columns.get(i - 1).name();
            boolean isError = columns.get(i).name().equals(estimated + "_error");
            if (isError
                    && values[i] instanceof Double error
                    && values[i - 1] instanceof Number of) {
                RunningValue reading =
                        RunningValue.of(
                                of,
                                Basis.SAMPLED,
                                error,
                                Double.NEGATIVE_INFINITY,
                                Double.POSITIVE_INFINITY);
                cells[i - 1] = reading.value();
                cells[i] = reading.hasReach() ? reading.reach() : cells[i];
            }
        }
    }

    @Override
    public void end() throws IOException {
        if (!style.expanded() && widths == null) {
            flush();
        }
        out.append(rows == 1 ? "(1 row)\n" : "(" + rows + " rows)\n");
    }

    /// Writes the header and what was held back; what follows is written at once.
    public void flush() throws IOException {
        if (style.expanded() || widths != null) {
            return;
        }
        String[] names = columns.stream().map(c -> CellWidth.tame(c.name())).toArray(String[]::new);
        widths = new int[names.length];
        widen(names);
        for (String[] cells : sample) {
            widen(cells);
        }
        line(names);
        for (int i = 0; i < widths.length; i++) {
            out.append(i == 0 ? "-" : "+-").append("-".repeat(widths[i])).append('-');
        }
        out.append('\n');
        for (String[] cells : sample) {
            line(cells);
        }
        sample.clear();
    }

    private void widen(String[] cells) {
        for (int i = 0; i < cells.length; i++) {
            widths[i] = Math.max(widths[i], Math.min(PADDED_MAX, CellWidth.of(cells[i])));
        }
    }

    private void line(String[] cells) throws IOException {
        for (int i = 0; i < cells.length; i++) {
            out.append(i == 0 ? " " : " | ");
            int padding = widths[i] - CellWidth.of(cells[i]);
            if (right[i]) {
                pad(padding);
            }
            out.append(cells[i]);
            if (!right[i] && i < cells.length - 1) {
                pad(padding);
            }
        }
        out.append('\n');
    }

    private void pad(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            out.append(' ');
        }
    }

    private void expanded(String[] cells) throws IOException {
        int width = 0;
        for (ResultColumn column : columns) {
            width = Math.max(width, CellWidth.of(CellWidth.tame(column.name())));
        }
        out.append("-[ row " + rows + " ]").append("-".repeat(Math.max(1, width - 4))).append('\n');
        for (int i = 0; i < cells.length; i++) {
            String name = CellWidth.tame(columns.get(i).name());
            out.append(name);
            pad(width - CellWidth.of(name));
            out.append(" | ").append(cells[i]).append('\n');
        }
    }
}
