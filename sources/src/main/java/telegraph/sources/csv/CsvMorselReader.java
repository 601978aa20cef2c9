package telegraph.sources.csv;

import java.io.IOException;
import java.io.InputStream;
import java.util.BitSet;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Chunk;
import telegraph.engine.source.MorselReader;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.sources.file.BlockBytes;
import telegraph.sources.file.FileBlocks;
import telegraph.sources.file.OpenFiles;

/// Reads blocks of CSV into columns, only those wanted.
///
/// Some records are cut into fields, then the wanted columns are parsed out of them one after the
/// other, and again, while all that is in a near cache, until there is a chunk. Every wanted field
/// is parsed whether or not anybody asks for it, since what is wrong with a file must not depend on
/// how a query goes about it.
///
/// Regular records are found by [CsvScanner]. Others are cut by [CsvRecords] and written anew, as
/// regular ones, into the [CsvAside], so that columns know only one way to be parsed.
///
/// Threads: one. Memory: on the heap, a block and the values of a chunk.
final class CsvMorselReader implements MorselReader, Chunk {
    /// So many records are cut at once, or fewer if they have many fields.
    private static final int CUT_ROWS = 256;

    private static final int CUT_FIELDS = 1 << 16;

    private final CsvBlocks source;
    private final FileBlocks blocks;
    private final Meter meter;
    private final OpenFiles files;
    private final CsvBorders.Finder finder;
    private final CsvScanner scanner;
    private final CsvRecords records;
    private final CsvWindow window = new CsvWindow();
    private final CsvAside aside = new CsvAside();
    private final CsvCut cut = new CsvCut();
    private final CsvCut ofLast = new CsvCut();
    private final CsvColumn[] columns;
    private final CsvColumn.Rejects[] rejects;
    private final BitSet rejected = new BitSet();
    private final int[] rejectedBy = new int[CUT_ROWS];

    /// Where in the file the records are that were cut one by one.
    private final long[] places = new long[CUT_ROWS];

    private int[] ends = new int[0];
    private BlockBytes file;
    private CsvFormat.Top top;
    private int block;
    private long from;
    private long next;

    /// Whether the file may have records at `next`.
    private boolean more;

    private boolean open;
    private int rows;

    CsvMorselReader(CsvBlocks source, Meter meter) {
        this.source = source;
        this.blocks = source.blocks();
        this.meter = meter;
        this.files = new OpenFiles(blocks.files());
        this.finder = source.finder();
        this.scanner = new CsvScanner(source.dialect());
        this.records = new CsvRecords(InputStream.nullInputStream(), source.dialect());
        CsvColumn.Style style = source.style();
        this.columns =
                source.wanted().columns().stream()
                        .map(column ->
                                CsvColumn.of(
                                        column.type(), source.guesses(column.name()), style, aside))
                        .toArray(CsvColumn[]::new);
        this.rejects = new CsvColumn.Rejects[columns.length];
        for (int i = 0; i < columns.length; i++) {
            int column = i;
            rejects[i] = row -> reject(row, column);
        }
    }

    @Override
    public boolean open(int unit, Reduction reduction) throws IOException {
        block = unit;
        int number = blocks.file(unit);
        file = files.open(number);
        top = source.top(number, file);
        if (blocks.isFirst(unit)) {
            top.leftOut().forEach(meter::addRowLost);
        }
        from = source.borders().find(unit, file, top, finder);
        next = from;
        more = true;
        if (from < blocks.end(unit)) {
            window.open(file, from, blocks.end(unit));
            scanner.restart();
        }
        open = true;
        return true;
    }

    @Override
    public Chunk next() throws IOException {
        if (!open) {
            return null;
        }
        aside.clear();
        for (CsvColumn column : columns) {
            column.clear();
        }
        rows = 0;
        while (rows < Batch.ROWS_MAX && more && next < blocks.end(block)) {
            int rowsMax =
                    Math.min(
                            Math.max(1, Math.min(CUT_ROWS, CUT_FIELDS / Math.max(1, top.fields()))),
                            Batch.ROWS_MAX - rows);
            if (cutRegular(rowsMax) || cutAny(rowsMax)) {
                parse();
                rows += cut.rows;
            }
        }
        if (rows > 0) {
            return this;
        }
        end();
        return null;
    }

    private void end() {
        open = false;
        if (!blocks.isLast(block)) {
            source.borders().learn(block + 1, next);
        }
        meter.addBytes(next - (blocks.isFirst(block) ? 0 : from));
    }

    /// Cuts regular records; false if there is none next.
    private boolean cutRegular(int rowsMax) throws IOException {
        int fields = top.fields();
        if (fields < 1 || fields > CsvScanner.FIELDS_MAX) {
            return false;
        }
        do {
            cut.rows =
                    scanner.scan(
                            window.bytes(),
                            window.at(next),
                            window.limit(),
                            window.end(),
                            fields,
                            rowsMax);
        } while (cut.rows == 0 && !scanner.isStuck() && extend());
        cut.bytes = window.bytes();
        cut.marks = scanner.marks();
        cut.fields = fields;
        cut.returns = scanner.hasReturns();
        cut.ascii = scanner.isAscii();
        cut.aside = false;
        if (cut.rows > 0) {
            next = window.place(scanner.next());
        }
        return cut.rows > 0;
    }

    private boolean extend() throws IOException {
        scanner.restart();
        return window.extend();
    }

    /// Cuts records whatever they are like, and may find that there is no row among them.
    private boolean cutAny(int rowsMax) throws IOException {
        records.restart(file.from(next, blocks.end(block)), next, 0);
        cut.fields = Math.max(1, columns.length);
        if (ends.length < rowsMax * cut.fields + 1) {
            ends = new int[rowsMax * cut.fields + 1];
        }
        ends[0] = aside.size() - 1;
        int found = 0;
        more = records.next(blocks.end(block));
        while (more && found < rowsMax) {
            String trouble = CsvRows.trouble(records, top.fields());
            if (!CsvRows.isNoRow(records, top.fields())) {
                if (trouble == null) {
                    places[found] = records.offset();
                    putAside(found++ * cut.fields);
                } else if (source.ignoresErrors()) {
                    meter.addRowLost(CsvRows.malformed(file.name(), records, trouble).getMessage());
                } else if (found > 0) {
                    break; // what is before it may be worse
                } else {
                    throw malformed(records.offset());
                }
            }
            more = records.next(blocks.end(block));
        }
        next = records.offset();
        cut.rows = found;
        cut.bytes = aside.bytes();
        cut.marks = ends;
        cut.returns = false;
        cut.ascii = false;
        cut.aside = true;
        return found > 0;
    }

    /// Writes the wanted fields of the current record anew.
    private void putAside(int mark) {
        int end = mark;
        for (int position : positions()) {
            if (position >= 0) {
                byte[] bytes = records.bytes();
                int start = records.start(position);
                int stop = records.stop(position);
                if (records.isQuoted(position)) {
                    aside.addInQuotes(bytes, start, stop, (byte) source.dialect().quote());
                } else {
                    aside.add(bytes, start, stop);
                }
            }
            ends[++end] = aside.size();
            aside.add((byte) '\n');
        }
    }

    private int[] positions() {
        return top.positions();
    }

    private void parse() throws IOException {
        int[] positions = positions();
        for (int i = 0; i < columns.length; i++) {
            if (positions[i] < 0) {
                columns[i].missing(cut.rows, rows);
                continue;
            }
            CsvCut of = cut;
            int field = cut.aside ? i : positions[i];
            if (cut.returns && field == cut.fields - 1) {
                of = cut.lastField(ofLast);
                field = 0;
            }
            columns[i].parse(of, field, rows, rejects[i]);
        }
        if (!rejected.isEmpty()) {
            leaveOut();
        }
    }

    private void reject(int row, int column) {
        if (!rejected.get(row)) {
            rejected.set(row);
            rejectedBy[row] = column;
        }
    }

    /// Leaves out the rows that do not fit, or fails because of the first.
    private void leaveOut() throws IOException {
        int kept = 0;
        for (int row = 0; row < cut.rows; row++) {
            if (rejected.get(row)) {
                long place = place(row);
                if (!source.ignoresErrors()) {
                    throw misfit(place, file.linesBefore(place) + 1, rejectedBy[row]);
                }
                meter.addRowLost(misfit(place, 0, rejectedBy[row]).getMessage());
            } else {
                for (CsvColumn column : columns) {
                    column.move(rows + row, rows + kept);
                }
                kept++;
            }
        }
        for (CsvColumn column : columns) {
            column.clear(rows + kept, rows + cut.rows);
        }
        cut.rows = kept;
        rejected.clear();
    }

    private long place(int row) {
        return cut.aside ? places[row] : window.place(cut.marks[row * cut.fields] + 1);
    }

    private TelegraphException misfit(long place, long line, int column) throws IOException {
        records.restart(file.from(place, place), place, line);
        records.next();
        return CsvRows.misfit(
                file.name(), records, source.wanted().columns().get(column), positions()[column]);
    }

    private TelegraphException malformed(long place) throws IOException {
        records.restart(file.from(place, place), place, file.linesBefore(place) + 1);
        records.next();
        return CsvRows.malformed(file.name(), records, CsvRows.trouble(records, top.fields()));
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public void fill(int column, int[] selection, int count, Vector to) {
        columns[column].fill(selection, count, to, window.segment());
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
