package telegraph.sql;

import java.util.List;

/// Rows as comma-separated values after RFC 4180.
///
/// NULL is nothing between two commas and the empty string is `""`, so a reader can tell them
/// apart. A row of one NULL is an empty line. Lines end with a line feed alone, as the tools of a
/// pipe expect.
///
/// Threads: any.
public final class CsvText {
    private CsvText() {}

    /// Appends the line of names.
    public static void header(List<ResultColumn> columns, StringBuilder out) {
        for (int i = 0; i < columns.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            field(columns.get(i).name(), out);
        }
        out.append('\n');
    }

    /// Appends the line of a row.
    public static void row(Object[] values, StringBuilder out) {
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                out.append(',');
            }
            if (values[i] != null) {
                field(CellText.of(values[i]), out);
            }
        }
        out.append('\n');
    }

    private static void field(String text, StringBuilder out) {
        if (text.isEmpty() || needsQuotes(text)) {
            out.append('"').append(text.replace("\"", "\"\"")).append('"');
        } else {
            out.append(text);
        }
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
