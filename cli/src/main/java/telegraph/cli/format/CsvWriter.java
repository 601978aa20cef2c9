package telegraph.cli.format;

import java.io.IOException;
import java.util.List;
import telegraph.sql.CsvText;
import telegraph.sql.ResultColumn;

/// Comma-separated values as [CsvText] has them, with a header line.
final class CsvWriter implements ResultWriter {
    private final Appendable out;
    private final StringBuilder line = new StringBuilder();

    CsvWriter(Appendable out) {
        this.out = out;
    }

    @Override
    public void columns(List<ResultColumn> columns) throws IOException {
        CsvText.header(columns, line);
        flush();
    }

    @Override
    public void row(Object[] values) throws IOException {
        CsvText.row(values, line);
        flush();
    }

    private void flush() throws IOException {
        out.append(line);
        line.setLength(0);
    }

    @Override
    public void end() {}
}
