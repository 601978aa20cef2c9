package telegraph.language.ast;

import java.util.List;
import java.util.Optional;

/// A statement that empties tables or moves rows between tables and files.
public sealed interface Transfer extends Statement {
    record Truncate(List<TableName> names, boolean restartIdentity, boolean cascade)
            implements Transfer {}

    /// COPY table FROM.
    ///
    /// @param columns in the order of the file, or none for all
    /// @param path of the file, or empty for STDIN
    record CopyFrom(TableName table, List<String> columns, String path, CopyOptions options)
            implements Transfer {}

    /// COPY table or query TO.
    ///
    /// @param rows the query; `SELECT … FROM` the table if one was named
    /// @param table what was named, if not a query
    /// @param path of the file, or empty for STDOUT
    record CopyTo(Statement.Select rows, Optional<Copied> table, String path, CopyOptions options)
            implements Transfer {
        /// The same with other rows.
        public CopyTo with(Statement.Select other) {
            return new CopyTo(other, table, path, options);
        }
    }

    /// A table that is copied.
    ///
    /// @param columns none for all that are not generated
    record Copied(TableName name, List<String> columns) {}

    /// How a file is written.
    ///
    /// @param delimiter empty for that of the format: `,` in CSV, a tab in TEXT
    /// @param nullText what stands for NULL; empty for that of the format: nothing in CSV, `\N` in
    ///   TEXT
    /// @param quote of CSV
    /// @param escape of CSV
    record CopyOptions(
            Format format,
            boolean header,
            String delimiter,
            Optional<String> nullText,
            String quote,
            String escape) {
        public enum Format {
            CSV,
            TEXT,
            /// Text here; whoever speaks with the client turns it into PostgreSQL's binary form.
            BINARY
        }
    }
}
