package telegraph.sources.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import telegraph.engine.Meter;
import telegraph.engine.Sink;
import telegraph.memory.TelegraphException;
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
            if (CsvRows.isNoRow(records, first.size())) {
                continue;
            }
            String trouble =
                    first.isEmpty() ? records.problem() : CsvRows.trouble(records, first.size());
            if (trouble != null) {
                if (options.ignoreErrors() && !first.isEmpty()) {
                    continue;
                }
                throw CsvRows.malformed(file.name(), records, trouble);
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

    private Optional<Boolean> decidedHeader() {
        return dialect != null ? Optional.of(dialect.header()) : options.header();
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
            List<String> names = names(file.name(), records, wanted);
            int[] positions = positions(file.name(), names, wanted);
            new CsvRows(file.name(), names.size(), new CsvFields(positions, wanted, options), out)
                    .read(records, Long.MAX_VALUE, _ -> {});
        }
    }

    @Override
    public Optional<Units> units(List<FileOrigin> files, Wanted wanted, Sampling sampling) {
        return FileBlocks.of(files, options, _ -> true, sampling)
                .map(blocks ->
                        new CsvBlocks(
                                this,
                                dialect,
                                blocks,
                                wanted,
                                !options.unionByName() && options.columns().isEmpty(),
                                sampling));
    }

    @Override
    public OptionalLong sampledBytes(List<FileOrigin> files, Sampling sampling) {
        return FileBlocks.sampledBytes(files, options, _ -> true, sampling);
    }

    /// What the top of a file tells.
    ///
    /// @param fields of each of its records
    /// @param positions where each wanted column stands in them, or -1
    /// @param start where the first row begins
    record Top(int fields, int[] positions, long start) {}

    /// Reads up to the first row.
    Top top(BlockBytes bytes, Wanted wanted) throws IOException {
        long start = Transcoding.hasUtf8Mark(bytes.read(0, 3)) ? 3 : 0;
        CsvRecords records = new CsvRecords(InputStream.nullInputStream(), dialect);
        records.restart(bytes.from(start, FileBytes.HEAD_BYTES), start, 1);
        records.skipLines(dialect.skip());
        List<String> names = names(bytes.name(), records, wanted);
        int[] positions = positions(bytes.name(), names, wanted);
        records.next(0);
        return new Top(names.size(), positions, records.offset());
    }

    CsvColumn.Style style() {
        int noByte = 1 << 8;
        return new CsvColumn.Style(
                dialect.quote() < 0 ? noByte : dialect.quote(),
                options.nulls(),
                options.times(),
                options.datePattern().isPresent());
    }

    boolean ignoresErrors() {
        return options.ignoreErrors();
    }

    /// The names of the file's own columns, after its header was read.
    private List<String> names(String file, CsvRecords records, Wanted wanted) throws IOException {
        if (!dialect.header()) {
            return wanted.names();
        }
        List<String> fields = new ArrayList<>();
        while (fields.isEmpty() && records.next()) {
            if (!CsvRows.isNoRow(records, 0)) {
                for (int i = 0; i < records.fields(); i++) {
                    fields.add(text(records, i, file));
                }
            }
        }
        if (!options.columns().isEmpty()) {
            return wanted.names();
        }
        return CsvSniffer.names(fields);
    }

    /// For each wanted column where it stands in the file's records, or -1.
    private int[] positions(String file, List<String> names, Wanted wanted) {
        if (!options.unionByName() && !names.isEmpty() && !names.equals(wanted.names())) {
            throw TelegraphException.input(
                    "the files of a pattern must have the same columns in the same order: file="
                            + file
                            + " expected="
                            + wanted.names()
                            + " actual="
                            + names
                            + ". Set union_by_name => true to match them by name.");
        }
        return wanted.columns().stream().mapToInt(column -> names.indexOf(column.name())).toArray();
    }

    private static String text(CsvRecords records, int field, String file) {
        int start = records.start(field);
        int stop = records.stop(field);
        if (!Ascii.isUtf8(records.bytes(), start, stop)) {
            throw TelegraphException.input(
                    "the bytes of a text must be UTF-8: file="
                            + file
                            + " "
                            + records.place()
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
