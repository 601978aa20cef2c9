package telegraph.sources.csv;

import java.io.IOException;
import java.util.Arrays;
import telegraph.engine.Column;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.sources.file.Content;
import telegraph.sources.file.RowOutput;

/// Hands on the rows that records of one CSV file hold, and says what is wrong with those that hold
/// none.
///
/// Threads: one.
final class CsvRows {
    private final String file;
    private final int expected;
    private final CsvFields fields;
    private final RowOutput out;

    /// Gives the current record its line number, before a message that ends the scan.
    @FunctionalInterface
    interface Lines {
        void number(CsvRecords records) throws IOException;
    }

    /// @param expected how many fields a row has
    CsvRows(String file, int expected, CsvFields fields, RowOutput out) {
        this.file = file;
        this.expected = expected;
        this.fields = fields;
        this.out = out;
    }

    /// Hands on the rows that begin before `end`; false if no more are wanted.
    boolean read(CsvRecords records, long end, Lines lines)
            throws IOException, InterruptedException {
        while (records.next(end)) {
            if (isNoRow(records, expected)) {
                continue;
            }
            if (trouble(records, expected) != null) {
                if (!fields.ignoresErrors()) {
                    lines.number(records);
                }
                TelegraphException error = malformed(file, records, trouble(records, expected));
                if (!fields.ignoresErrors()) {
                    throw error;
                }
                out.meter().addRowLost(error.getMessage());
                continue;
            }
            int bad = fields.put(records, out.row());
            if (bad >= 0) {
                if (!fields.ignoresErrors()) {
                    lines.number(records);
                }
                TelegraphException error =
                        misfit(file, records, fields.column(bad), fields.position(bad));
                if (!fields.ignoresErrors()) {
                    throw error;
                }
                out.dropRow(error.getMessage());
                continue;
            }
            if (!out.endRow()) {
                return false;
            }
        }
        return true;
    }

    /// Whether a record is a line with nothing in it, which is a row only of one column.
    static boolean isNoRow(CsvRecords records, int expected) {
        return expected != 1 && records.isBlank();
    }

    /// What is wrong with a record, or null.
    static String trouble(CsvRecords records, int expected) {
        if (records.problem() != null) {
            return records.problem();
        }
        return records.fields() == expected
                ? null
                : "expected=" + expected + " actual=" + records.fields();
    }

    static TelegraphException malformed(String file, CsvRecords records, String trouble) {
        boolean ragged = records.problem() == null;
        return TelegraphException.input(
                (ragged
                                ? "a row must have as many fields as the others: file="
                                : "a row must be CSV: file=")
                        + file
                        + " "
                        + records.place()
                        + " "
                        + trouble
                        + (ragged
                                ? ". Check delim, quote and skip, or set ignore_errors => true to"
                                        + " leave such rows out."
                                : ". Check quote and escape, or set ignore_errors => true to leave"
                                        + " such rows out."));
    }

    /// @param field the one whose text does not fit the column
    static TelegraphException misfit(String file, CsvRecords records, Column column, int field) {
        byte[] bytes =
                Arrays.copyOfRange(records.bytes(), records.start(field), records.stop(field));
        String where =
                "file="
                        + file
                        + " "
                        + records.place()
                        + " column="
                        + column.name()
                        + " type="
                        + column.typeName()
                        + " text=\""
                        + Content.shown(bytes)
                        + "\"";
        if (column.type().kind() == Type.Kind.TEXT && column.element().isEmpty()) {
            return TelegraphException.input(
                    "the bytes of a text must be UTF-8: "
                            + where
                            + ". Set encoding => 'latin-1', or what it is.");
        }
        return TelegraphException.input(
                "a value must fit its column's type: "
                        + where
                        + ". Set types => '{\""
                        + column.name()
                        + "\":\"TEXT\"}', sample => -1 to guess from all rows, nullstr if it"
                        + " stands for NULL, or ignore_errors => true to leave such rows out.");
    }
}
