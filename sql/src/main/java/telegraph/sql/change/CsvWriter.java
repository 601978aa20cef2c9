package telegraph.sql.change;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import telegraph.sql.statement.Transfer.CopyOptions;

/// Writes rows as PostgreSQL's COPY does: what reads as NULL, or holds a delimiter, a quote or a
/// line break, stands in quotes; so does the empty string always, since without quotes it is read
/// as NULL.
///
/// Threads: one at a time.
final class CsvWriter {
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder()
                    .appendPattern("HH:mm:ss")
                    .appendFraction(ChronoField.MILLI_OF_SECOND, 0, 3, true)
                    .toFormatter(java.util.Locale.ROOT);

    private final Writer out;
    private final String delimiter;
    private final String nullText;
    private final String quote;
    private final String escape;

    CsvWriter(Writer out, CopyOptions options) {
        this.out = out;
        this.delimiter = options.delimiter().isEmpty() ? "," : options.delimiter();
        this.nullText = options.nullText().orElse("");
        this.quote = options.quote();
        this.escape = options.escape().isEmpty() ? quote : options.escape();
    }

    void header(List<String> columns) throws IOException {
        row(columns.toArray());
    }

    void row(Object[] values) throws IOException {
        for (int c = 0; c < values.length; c++) {
            if (c > 0) {
                out.write(delimiter);
            }
            if (values[c] == null) {
                out.write(nullText);
            } else {
                field(text(values[c]), values.length == 1);
            }
        }
        out.write('\n');
    }

    private void field(String text, boolean alone) throws IOException {
        boolean quoted =
                text.isEmpty()
                        || text.equals(nullText)
                        || text.contains(delimiter)
                        || text.contains(quote)
                        || text.indexOf('\n') >= 0
                        || text.indexOf('\r') >= 0
                        || alone && text.equals("\\.");
        if (!quoted) {
            out.write(text);
            return;
        }
        out.write(quote);
        String escaped = escape.equals(quote) ? text : text.replace(escape, escape + escape);
        out.write(escaped.replace(quote, escape + quote));
        out.write(quote);
    }

    /// A value as PostgreSQL writes it.
    static String text(Object value) {
        return switch (value) {
            case Boolean flag -> flag ? "t" : "f";
            case BigDecimal number -> number.toPlainString();
            case Double number -> real(number);
            case LocalTime time -> TIME.format(time);
            case LocalDateTime at -> at.toLocalDate() + " " + TIME.format(at);
            case Instant at -> text(LocalDateTime.ofInstant(at, ZoneOffset.UTC)) + "+00";
            default -> value.toString();
        };
    }

    private static String real(double number) {
        if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            return Long.toString((long) number);
        }
        return Double.toString(number).replace("E", "e");
    }
}
