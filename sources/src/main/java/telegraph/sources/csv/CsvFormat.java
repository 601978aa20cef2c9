package telegraph.sources.csv;

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
import java.util.function.Consumer;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Sink;
import telegraph.ground.TelegraphException;
import telegraph.ground.Utf8;
import telegraph.sources.FileFormat;
import telegraph.sources.file.BlockBytes;
import telegraph.sources.file.Content;
import telegraph.sources.file.FileBlocks;
import telegraph.sources.file.FileBytes;
import telegraph.sources.file.FileOptions;
import telegraph.sources.file.FileOrigin;
import telegraph.sources.file.RowFormat;
import telegraph.sources.file.RowOutput;
import telegraph.sources.file.UnitSizes;
import telegraph.sources.file.Units;
import telegraph.sources.text.TranscodedStream;
import telegraph.sources.text.TypeGuess;

/// Rows as records of CSV.
///
/// An empty field without quotes is NULL and so is each of the `nullstr` texts; `""` is the empty
/// string in a TEXT column and NULL in others. A line with nothing in it is no row, except in a
/// file of one column, where it is a NULL.
///
/// Threads: any.
public final class CsvFormat implements RowFormat {
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
    public static CsvFormat of(FileOptions options, FileFormat kind) {
        return new CsvFormat(options, kind, null);
    }

    @Override
    public Sample sample(FileOrigin file) throws IOException, InterruptedException {
        try (FileBytes in = FileBytes.open(file, options, new Meter(file.name()), () -> {})) {
            byte[] head = in.head();
            Content.require(kind, head, file.name());
            if (head.length == 0 && options.columns().isEmpty()) {
                return Sample.none(this, noLine(file, "bytes=0. It is empty"));
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

    private static String noLine(FileOrigin file, String fact) {
        return "a file must have at least one line to name its columns: file="
                + file.name()
                + " "
                + fact
                + "; set columns => '{\"name\":\"TYPE\"}' to read it all the same.";
    }

    /// What rows of a file have where those are left out that do not fit.
    private CsvWidth width(Head head, CsvDialect of) throws IOException {
        if (!options.ignoreErrors()) {
            return CsvWidth.OF_FIRST;
        }
        if (!options.columns().isEmpty()) {
            return new CsvWidth(options.columns().size(), false);
        }
        byte[] bytes = head.bytes();
        return CsvWidth.of(bytes, of, bytes.length < FileBytes.HEAD_BYTES);
    }

    /// The first bytes of a file, which may have to be waited for.
    private interface Head {
        byte[] bytes() throws IOException;
    }

    private Sample sample(FileOrigin file, FileBytes in, CsvDialect unheaded) throws IOException {
        CsvRecords records = new CsvRecords(in, unheaded);
        CsvWidth width = width(in::head, unheaded);
        records.skipLines(unheaded.skip());
        CsvSniffer.Top top = new CsvSniffer.Top(options.times());
        long rows = 0;
        long bytes = 0;
        while (isWithinSample(rows, bytes) && records.next()) {
            int expected = top.isEmpty() ? width.fields() : top.fields();
            if (CsvRows.isNoRow(records, top.fields())) {
                continue;
            }
            boolean fits = top.isEmpty() ? width.takes(records) : records.fields() == expected;
            if (!fits || records.problem() != null) {
                if (options.ignoreErrors()) {
                    top.leaveOut();
                    continue;
                }
                throw CsvRows.malformed(file.name(), records, CsvRows.trouble(records, expected));
            }
            if (top.isEmpty()) {
                top.begin(width.names(texts(records, file.name())));
            } else {
                rows++;
            }
            see(records, top);
            bytes += records.stop(records.fields() - 1) - records.start(0);
        }
        if (top.isEmpty() && options.columns().isEmpty()) {
            return Sample.none(
                    this,
                    noLine(file, "skip=" + unheaded.skip() + ". It has no other that is a row"));
        }
        return conclude(file, top, records.isAtEnd(), unheaded);
    }

    private Sample conclude(
            FileOrigin file, CsvSniffer.Top top, boolean complete, CsvDialect unheaded) {
        Map<String, TypeGuess> columns = new LinkedHashMap<>();
        List<String> first = top.first();
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
        boolean header = decidedHeader().orElseGet(top::isHeader);
        if (header && top.hasLeftOut() && !top.isHeader()) {
            throw TelegraphException.input(
                    "a header must have as many fields as most rows: file="
                            + file.name()
                            + " fields="
                            + first.size()
                            + ". Set skip => the lines above the table, header => false, or"
                            + " columns => '{\"name\":\"TYPE\"}'.");
        }
        List<String> names =
                CsvSniffer.names(header ? first : first.stream().map(field -> "").toList());
        for (int i = 0; i < names.size(); i++) {
            columns.put(names.get(i), top.guess(i, !header));
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

    private void see(CsvRecords records, CsvSniffer.Top top) {
        byte[] bytes = records.bytes();
        for (int i = 0; i < Math.min(top.fields(), records.fields()); i++) {
            int start = CsvFields.trimmedStart(bytes, records.start(i), records.stop(i));
            int stop = CsvFields.trimmedStop(bytes, start, records.stop(i));
            if (start < stop && !isNullText(records, i)) {
                top.see(i, bytes, start, stop);
            }
        }
        top.endRow();
    }

    @Override
    public void read(FileOrigin file, Wanted wanted, RowOutput out)
            throws IOException, InterruptedException {
        Meter meter = out.meter();
        try (FileBytes in = FileBytes.open(file, options, meter, out::beforeWait);
                Sink.Registration _ = out.sink().closeOnCancel(in.cancelHandle())) {
            CsvRecords records = new CsvRecords(in, dialect);
            CsvWidth width = dialect.header() ? width(in::head, dialect) : CsvWidth.OF_FIRST;
            records.skipLines(dialect.skip());
            List<String> names = names(file.name(), records, width, wanted, meter::addRowLost);
            int[] positions = positions(file.name(), names, wanted);
            new CsvRows(file.name(), names.size(), new CsvFields(positions, wanted, options), out)
                    .read(records, Long.MAX_VALUE, _ -> {});
        }
    }

    @Override
    public Optional<Units> units(List<FileOrigin> files, Wanted wanted, UnitSizes sampling) {
        if (wanted.columns().stream().anyMatch(column -> column.element().isPresent())) {
            return Optional.empty(); // arrays are read record by record
        }
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
    public OptionalLong sampledBytes(List<FileOrigin> files, UnitSizes sampling) {
        return FileBlocks.sampledBytes(files, options, _ -> true, sampling);
    }

    /// What the top of a file tells.
    ///
    /// @param fields of each of its records
    /// @param positions where each wanted column stands in them, or -1
    /// @param start where the first row begins
    /// @param leftOut why records above the header are no rows
    record Top(int fields, int[] positions, long start, List<String> leftOut) {}

    /// Reads up to the first row.
    Top top(BlockBytes bytes, Wanted wanted) throws IOException {
        long start = TranscodedStream.hasUtf8Mark(bytes.read(0, 3)) ? 3 : 0;
        CsvRecords records = new CsvRecords(InputStream.nullInputStream(), dialect);
        records.restart(bytes.from(start, FileBytes.HEAD_BYTES), start, 1);
        CsvWidth width =
                dialect.header()
                        ? width(() -> bytes.read(start, FileBytes.HEAD_BYTES), dialect)
                        : CsvWidth.OF_FIRST;
        records.skipLines(dialect.skip());
        List<String> leftOut = new ArrayList<>();
        List<String> names = names(bytes.name(), records, width, wanted, leftOut::add);
        int[] positions = positions(bytes.name(), names, wanted);
        records.next(0);
        return new Top(names.size(), positions, records.offset(), leftOut);
    }

    CsvColumn.Style style() {
        int noByte = 1 << 8;
        return new CsvColumn.Style(
                dialect.quote() < 0 ? noByte : dialect.quote(),
                options.nulls(),
                options.times(),
                options.datePattern().isPresent());
    }

    boolean guesses(String column) {
        return options.guesses(column);
    }

    boolean ignoresErrors() {
        return options.ignoreErrors();
    }

    /// The names of the file's own columns, after its header was read.
    ///
    /// @param leftOut hears why records above the header are none
    private List<String> names(
            String file,
            CsvRecords records,
            CsvWidth width,
            Wanted wanted,
            Consumer<String> leftOut)
            throws IOException {
        if (!dialect.header()) {
            return wanted.names();
        }
        List<String> fields = List.of();
        boolean declared = !options.columns().isEmpty();
        boolean said = declared && options.header().isPresent();
        while (fields.isEmpty() && records.next()) {
            if (CsvRows.isNoRow(records, 0)) {
                continue;
            }
            if (said || !options.ignoreErrors() || width.takes(records)) {
                fields = width.names(texts(records, file));
            } else {
                String trouble = CsvRows.trouble(records, width.fields());
                leftOut.accept(CsvRows.malformed(file, records, trouble).getMessage());
            }
        }
        return declared ? wanted.names() : CsvSniffer.names(fields);
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

    private static List<String> texts(CsvRecords records, String file) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < records.fields(); i++) {
            texts.add(text(records, i, file));
        }
        return texts;
    }

    private static String text(CsvRecords records, int field, String file) {
        int start = records.start(field);
        int stop = records.stop(field);
        if (!Utf8.isWellFormed(records.bytes(), start, stop)) {
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
