package telegraph.cli.format;

import java.io.IOException;
import java.util.List;
import telegraph.sql.ResultColumn;

/// Writes one result as text, as its rows come.
///
/// The order of calls is `columns`, any number of `row`, `end`; nothing follows when the statement
/// fails in the middle. Memory is bounded whatever the number of rows.
///
/// Threads: one at a time.
public interface ResultWriter {
    void columns(List<ResultColumn> columns) throws IOException;

    void row(Object[] values) throws IOException;

    /// Writes what is still held back and whatever closes the result.
    void end() throws IOException;
}
