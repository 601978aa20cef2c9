package telegraph.sources.csv;

import java.util.Arrays;
import java.util.List;
import telegraph.engine.Column;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;
import telegraph.sources.file.FileOptions;
import telegraph.sources.file.RowFormat;
import telegraph.sources.text.FieldParser;
import telegraph.sources.text.NumberScanner;
import telegraph.sources.text.TimeScanner;

/// Puts the wanted fields of a CSV record into a batch.
///
/// Threads: one.
final class CsvFields {
    private final int[] positions;
    private final RowFormat.Wanted wanted;
    private final List<byte[]> nulls;
    private final boolean ignoreErrors;
    private final boolean[] text;
    private final FieldParser[] parsers;

    /// Which columns have a guessed type that what looks like a code disproves.
    private final boolean[] strict;

    CsvFields(int[] positions, RowFormat.Wanted wanted, FileOptions options) {
        this.positions = positions;
        this.wanted = wanted;
        this.nulls = options.nulls();
        this.ignoreErrors = options.ignoreErrors();
        this.text = new boolean[positions.length];
        this.parsers = new FieldParser[positions.length];
        this.strict = new boolean[positions.length];
        TimeScanner times = options.times();
        for (int i = 0; i < positions.length; i++) {
            Type type = wanted.columns().get(i).type();
            text[i] = type.kind() == Type.Kind.TEXT && wanted.columns().get(i).element().isEmpty();
            parsers[i] = FieldParser.of(wanted.columns().get(i), times);
            strict[i] = CsvColumn.isNumber(type) && options.guesses(wanted.columns().get(i).name());
        }
    }

    /// The wanted column whose text does not fit its type, or -1.
    int put(CsvRecords records, BatchBuilder rows) {
        byte[] bytes = records.bytes();
        for (int i = 0; i < positions.length; i++) {
            int field = positions[i];
            if (field < 0) {
                continue;
            }
            int start = records.start(field);
            int stop = records.stop(field);
            if (!text[i]) {
                start = trimmedStart(bytes, start, stop);
                stop = trimmedStop(bytes, start, stop);
                if (start == stop) {
                    continue;
                }
            } else if (start == stop && !records.isQuoted(field)) {
                continue;
            }
            if (!nulls.isEmpty() && isNullText(nulls, records, field)) {
                continue;
            }
            if (strict[i] && NumberScanner.isCode(bytes, start, stop)
                    || !parsers[i].put(bytes, start, stop, rows, wanted.targets()[i])) {
                return i;
            }
        }
        return -1;
    }

    boolean ignoresErrors() {
        return ignoreErrors;
    }

    Column column(int index) {
        return wanted.columns().get(index);
    }

    /// Where the wanted column stands in a record, or -1.
    int position(int index) {
        return positions[index];
    }

    static boolean isNullText(List<byte[]> nulls, CsvRecords records, int field) {
        if (records.isQuoted(field)) {
            return false;
        }
        for (int i = 0; i < nulls.size(); i++) {
            byte[] text = nulls.get(i);
            if (Arrays.equals(
                    text,
                    0,
                    text.length,
                    records.bytes(),
                    records.start(field),
                    records.stop(field))) {
                return true;
            }
        }
        return false;
    }

    static int trimmedStart(byte[] bytes, int start, int stop) {
        int at = start;
        while (at < stop && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
        return at;
    }

    static int trimmedStop(byte[] bytes, int start, int stop) {
        int at = stop;
        while (at > start && (bytes[at - 1] == ' ' || bytes[at - 1] == '\t')) {
            at--;
        }
        return at;
    }
}
