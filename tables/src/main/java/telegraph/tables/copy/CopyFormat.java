package telegraph.tables.copy;

import telegraph.language.ast.Transfer.CopyOptions;
import telegraph.language.ast.Transfer.CopyOptions.Format;

/// How lines are written, with nothing left open.
///
/// @param csv whether it is CSV, and not PostgreSQL's text
/// @param delimiter what stands between fields
/// @param nullText what stands for NULL
/// @param quote, escape of CSV
/// @param header whether the first line has the names of the columns
public record CopyFormat(
        boolean csv, byte delimiter, String nullText, byte quote, byte escape, boolean header) {
    public static CopyFormat of(CopyOptions options) {
        boolean csv = options.format() == Format.CSV;
        String byDefault = csv ? "," : "\t";
        return new CopyFormat(
                csv,
                (byte) (options.delimiter().isEmpty() ? byDefault : options.delimiter()).charAt(0),
                options.nullText().orElse(csv ? "" : "\\N"),
                (byte) options.quote().charAt(0),
                (byte) (options.escape().isEmpty() ? options.quote() : options.escape()).charAt(0),
                options.header());
    }
}
