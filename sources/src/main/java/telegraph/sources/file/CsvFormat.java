package telegraph.sources.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import telegraph.engine.Column;
import telegraph.engine.Meter;
import telegraph.engine.Sink;
import telegraph.memory.TelegraphException;
import telegraph.memory.Type;
import telegraph.sources.FileFormat;

/// Rows as records of CSV.
///
/// An empty field without quotes is NULL and so is each of the `nullstr` texts; `""` is the empty
/// string in a TEXT column and NULL in others. A line with nothing in it is no row, except in a
/// file of one column, where it is a NULL.
///
/// Threads: any.
final class CsvFormat implements RowFormat {
    private static final int SAMPLE_ROWS = 20_000;
    private static final int SAMPLE_BYTES = 1 << 20;

    private final FileOptions options;
    private final FileFormat kind;
    private final CsvDialect dialect;

    private CsvFormat(FileOptions options, FileFormat kind, CsvDialect dialect) {
        this.options = options;
        this.kind = kind;
        this.dialect = dialect;
    }

    /// A format whose dialect the first sample decides.
    static CsvFormat of(FileOptions options, FileFormat kind) {
        return new CsvFormat(options, kind, null);
    }

    @Override
    public Sample sample(FileOrigin file) throws IOException, InterruptedException {
        try (FileBytes in = FileBytes.open(file, options, new Meter(file.name()), () -> {})) {
            byte[] head = in.head();
            Content.require(kind, head, file.name());
            if (head.length == 0 && options.columns().isEmpty()) {
                throw noLine(file, "bytes=0. It is empty");
            }
            CsvDialect base =
                    new CsvDialect(
                            (byte) ',', options.quote(), options.escape(), false, options.skip());
            byte delimiter =
                    dialect != null
                            ? dialect.delimiter()
                            : options.delimiter().isPresent()
                                    ? options.delimiter().get()
                                    : CsvSniffer.delimiter(head, base);
            return sample(file, in, base.withDelimiter(delimiter));
        }
    }

    private static TelegraphException noLine(FileOrigin file, String fact) {
        return TelegraphException.input(
                "a file must have at least one line to name its columns: file="
                        + file.name()
                        + " "
                        + fact
                        + "; set columns => '{\"name\":\"TYPE\"}' to read it all the same.");
    }

    private Sample sample(FileOrigin file, FileBytes in, CsvDialect unheaded) throws IOException {
        CsvRecords records = new CsvRecords(in, unheaded);
        records.skipLines(unheaded.skip());
        TimeScanner times = options.times();
        List<String> first = new ArrayList<>();
        List<TypeGuess> firstGuess = new ArrayList<>();
        List<TypeGuess> below = new ArrayList<>();
        long rows = 0;
        long bytes = 0;
        while (isWithinSample(rows, bytes) && records.next()) {
            if (isNoRow(records, first.size())) {
                continue;
            }
            String trouble = first.isEmpty() ? records.problem() : trouble(records, first.size());
            if (trouble != null) {
                if (options.ignoreErrors() && !first.isEmpty()) {
                    continue;
                }
                throw malformed(file.name(), records, trouble);
            }
            if (first.isEmpty()) {
                for (int i = 0; i < records.fields(); i++) {
                    first.add(text(records, i, file.name()));
                    firstGuess.add(new TypeGuess(times));
                    below.add(new TypeGuess(times));
                }
                see(records, firstGuess);
            } else {
                see(records, below);
                rows++;
            }
            bytes += records.stop(records.fields() - 1) - records.start(0);
        }
        if (first.isEmpty() && options.columns().isEmpty()) {
            throw noLine(file, "skip=" + unheaded.skip() + ". All its other lines are blank");
        }
        return conclude(first, firstGuess, below, records.isAtEnd(), unheaded);
    }

    private Sample conclude(
            List<String> first,
            List<TypeGuess> firstGuess,
            List<TypeGuess> below,
            boolean complete,
            CsvDialect unheaded) {
        Map<String, TypeGuess> columns = new LinkedHashMap<>();
        if (!options.columns().isEmpty()) {
            List<String> declared = List.copyOf(options.columns().keySet());
            boolean header =
                    decidedHeader()
                            .orElse(first.size() == declared.size() && sameNames(first, declared));
            options.columns().forEach((name, type) -> columns.put(name, TypeGuess.certain(type)));
            return new Sample(
                    new CsvFormat(options, kind, unheaded.withHeader(header)),
                    columns,
                    true,
                    OptionalLong.empty());
        }
        boolean header =
                decidedHeader().orElseGet(() -> CsvSniffer.isHeader(first, below, options.times()));
        List<String> names =
                CsvSniffer.names(header ? first : first.stream().map(field -> "").toList());
        for (int i = 0; i < names.size(); i++) {
            TypeGuess guess = below.get(i);
            if (!header) {
                guess.merge(firstGuess.get(i));
            }
            columns.put(names.get(i), guess);
        }
        return new Sample(
                new CsvFormat(options, kind, unheaded.withHeader(header)),
                columns,
                complete,
                OptionalLong.empty());
    }

    private java.util.Optional<Boolean> decidedHeader() {
        return dialect != null ? java.util.Optional.of(dialect.header()) : options.header();
    }

    private static boolean sameNames(List<String> fields, List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            if (!fields.get(i).strip().equalsIgnoreCase(names.get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean isWithinSample(long rows, long bytes) {
        if (options.sampleRows().isPresent()) {
            long wanted = options.sampleRows().get();
            return wanted < 0 || rows < Math.max(1, wanted);
        }
        return rows < SAMPLE_ROWS && bytes < SAMPLE_BYTES;
    }

    private void see(CsvRecords records, List<TypeGuess> guesses) {
        byte[] bytes = records.bytes();
        for (int i = 0; i < guesses.size(); i++) {
            int start = CsvFields.trimmedStart(bytes, records.start(i), records.stop(i));
            int stop = CsvFields.trimmedStop(bytes, start, records.stop(i));
            if (start < stop && !isNullText(records, i)) {
                guesses.get(i).see(bytes, start, stop);
            }
        }
    }

    @Override
    public void read(FileOrigin file, Wanted wanted, RowOutput out)
            throws IOException, InterruptedException {
        Meter meter = out.meter();
        try (FileBytes in = FileBytes.open(file, options, meter, out::beforeWait);
                Sink.Registration _ = out.sink().closeOnCancel(in.cancelHandle())) {
            CsvRecords records = new CsvRecords(in, dialect);
            records.skipLines(dialect.skip());
            List<String> names = names(file, records, wanted);
            int[] positions = positions(file, names, wanted);
            read(file, records, names, new CsvFields(positions, wanted, options), out);
        }
    }

    /// The names of the file's own columns, after its header was read.
    private List<String> names(FileOrigin file, CsvRecords records, Wanted wanted)
            throws IOException {
        if (!dialect.header()) {
            return wanted.names();
        }
        List<String> fields = new ArrayList<>();
        while (fields.isEmpty() && records.next()) {
            if (!isNoRow(records, 0)) {
                for (int i = 0; i < records.fields(); i++) {
                    fields.add(text(records, i, file.name()));
                }
            }
        }
        if (!options.columns().isEmpty()) {
            return wanted.names();
        }
        return CsvSniffer.names(fields);
    }

    /// For each wanted column where it stands in the file's records, or -1.
    private int[] positions(FileOrigin file, List<String> names, Wanted wanted) {
        if (!options.unionByName() && !names.isEmpty() && !names.equals(wanted.names())) {
            throw TelegraphException.input(
                    "the files of a pattern must have the same columns in the same order: file="
                            + file.name()
                            + " expected="
                            + wanted.names()
                            + " actual="
                            + names
                            + ". Set union_by_name => true to match them by name.");
        }
        return wanted.columns().stream().mapToInt(column -> names.indexOf(column.name())).toArray();
    }

    private void read(
            FileOrigin file,
            CsvRecords records,
            List<String> names,
            CsvFields fields,
            RowOutput out)
            throws IOException, InterruptedException {
        while (records.next()) {
            if (isNoRow(records, names.size())) {
                continue;
            }
            String trouble = trouble(records, names.size());
            if (trouble != null) {
                TelegraphException error = malformed(file.name(), records, trouble);
                if (!options.ignoreErrors()) {
                    throw error;
                }
                out.meter().addFailed(error.getMessage());
                continue;
            }
            int bad = fields.put(records, out.row());
            if (bad >= 0) {
                TelegraphException error = misfit(file.name(), records, fields, bad);
                if (!options.ignoreErrors()) {
                    throw error;
                }
                out.dropRow(error.getMessage());
                continue;
            }
            if (!out.endRow()) {
                return;
            }
        }
    }

    private static boolean isNoRow(CsvRecords records, int expected) {
        return expected != 1 && records.isBlank();
    }

    private static String trouble(CsvRecords records, int expected) {
        if (records.problem() != null) {
            return records.problem();
        }
        return records.fields() == expected
                ? null
                : "expected=" + expected + " actual=" + records.fields();
    }

    private static TelegraphException malformed(String file, CsvRecords records, String trouble) {
        boolean ragged = records.problem() == null;
        return TelegraphException.input(
                (ragged
                                ? "a row must have as many fields as the first: file="
                                : "a row must be CSV: file=")
                        + file
                        + " line="
                        + records.line()
                        + " "
                        + trouble
                        + (ragged
                                ? ". Check delim, quote and skip, or set ignore_errors => true to"
                                        + " leave such rows out."
                                : ". Check quote and escape, or set ignore_errors => true to leave"
                                        + " such rows out."));
    }

    private static TelegraphException misfit(
            String file, CsvRecords records, CsvFields fields, int bad) {
        Column column = fields.column(bad);
        int field = fields.position(bad);
        byte[] bytes =
                Arrays.copyOfRange(records.bytes(), records.start(field), records.stop(field));
        String where =
                "file="
                        + file
                        + " line="
                        + records.line()
                        + " column="
                        + column.name()
                        + " type="
                        + column.type()
                        + " text=\""
                        + Content.shown(bytes)
                        + "\"";
        if (column.type().kind() == Type.Kind.TEXT) {
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

    private static String text(CsvRecords records, int field, String file) {
        int start = records.start(field);
        int stop = records.stop(field);
        if (!Ascii.isUtf8(records.bytes(), start, stop)) {
            throw TelegraphException.input(
                    "the bytes of a text must be UTF-8: file="
                            + file
                            + " line="
                            + records.line()
                            + " field="
                            + (field + 1)
                            + " text=\""
                            + Content.shown(Arrays.copyOfRange(records.bytes(), start, stop))
                            + "\". Set encoding => 'latin-1', or what it is.");
        }
        return new String(records.bytes(), start, stop - start, StandardCharsets.UTF_8);
    }

    private boolean isNullText(CsvRecords records, int field) {
        return CsvFields.isNullText(options.nulls(), records, field);
    }
}
