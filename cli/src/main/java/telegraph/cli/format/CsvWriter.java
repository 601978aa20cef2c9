package telegraph.cli.format;

import java.io.IOException;
import java.util.List;
import telegraph.sql.CellText;
import telegraph.sql.ResultColumn;

/// Comma-separated values after RFC 4180 with a header line.
///
/// NULL is nothing between two commas and the empty string is `""`, so a reader can tell them
/// apart. A result of one column writes NULL as an empty line. Lines end with a line feed alone, as
/// the tools of a pipe expect.
final class CsvWriter implements RowWriter {
    private final Appendable out;

    CsvWriter(Appendable out) {
        this.out = out;
    }

    @Override
    public void columns(List<ResultColumn> columns) throws IOException {
        for (int i = 0; i < columns.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            field(columns.get(i).name());
        }
        out.append('\n');
    }

    @Override
    public void row(Object[] values) throws IOException {
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                out.append(',');
            }
            if (values[i] != null) {
                field(CellText.of(values[i]));
            }
        }
        out.append('\n');
    }

    @Override
    public void end() {}

    private void field(String text) throws IOException {
        if (!text.isEmpty() && !needsQuotes(text)) {
            out.append(text);
            return;
        }
        out.append('"').append(text.replace("\"", "\"\"")).append('"');
    }

    private static boolean needsQuotes(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ',' || c == '"' || c == '\n' || c == '\r') {
                return true;
            }
        }
        return false;
    }
}
