package telegraph.sources.file;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// The rows of CSV files in blocks.
///
/// Threads: any; a reader is one thread's.
final class CsvBlocks implements Units {
    private final CsvFormat format;
    private final CsvDialect dialect;
    private final FileBlocks blocks;
    private final RowFormat.Wanted wanted;
    private final Sampling sampling;
    private final boolean equalColumns;
    private final CsvBorders borders;
    private final AtomicReferenceArray<CsvFormat.Top> tops;

    /// @param equalColumns whether each file has all columns
    CsvBlocks(
            CsvFormat format,
            CsvDialect dialect,
            FileBlocks blocks,
            RowFormat.Wanted wanted,
            boolean equalColumns,
            Sampling sampling) {
        this.format = format;
        this.dialect = dialect;
        this.blocks = blocks;
        this.wanted = wanted;
        this.equalColumns = equalColumns;
        this.sampling = sampling;
        this.borders = new CsvBorders(blocks);
        this.tops = new AtomicReferenceArray<>(blocks.files().size());
    }

    @Override
    public int count() {
        return blocks.count();
    }

    /// A row has at least a delimiter between fields and a line end.
    @Override
    public long rowsMax() {
        int bytesMin = equalColumns ? Math.max(1, wanted.names().size()) : 1;
        return (blocks.blockBytes() + bytesMin - 1) / bytesMin;
    }

    @Override
    public boolean even() {
        return blocks.even();
    }

    @Override
    public String file(int unit) {
        return blocks.files().get(blocks.file(unit)).name();
    }

    @Override
    public UnitReader reader(RowOutput out) {
        return new BlockReader(out);
    }

    private CsvFormat.Top top(int file, BlockBytes bytes) throws IOException {
        CsvFormat.Top top = tops.get(file);
        if (top == null) {
            top = format.top(bytes, wanted);
            tops.set(file, top);
        }
        return top;
    }

    private final class BlockReader implements UnitReader {
        private final RowOutput out;
        private final OpenFiles files = new OpenFiles(blocks.files());
        private final CsvRecords records = new CsvRecords(InputStream.nullInputStream(), dialect);
        private final CsvBorders.Finder finder =
                new CsvBorders.Finder(dialect, sampling.windowBytes());
        private int[] positions = new int[0];
        private CsvFields fields;

        BlockReader(RowOutput out) {
            this.out = out;
        }

        @Override
        public boolean read(int block) throws IOException, InterruptedException {
            int file = blocks.file(block);
            BlockBytes bytes = files.open(file);
            CsvFormat.Top top = top(file, bytes);
            long from = borders.find(block, bytes, top, finder);
            long end = blocks.end(block);
            long next = from;
            if (from < end) {
                records.restart(bytes.from(from, end), from, 0);
                CsvRows rows = new CsvRows(bytes.name(), top.fields(), fields(top), out);
                if (!rows.read(records, end, bad -> number(bytes, from, bad))) {
                    return false;
                }
                next = records.offset();
            }
            if (!blocks.isLast(block)) {
                borders.learn(block + 1, next);
            }
            out.meter().addBytes(next - (blocks.isFirst(block) ? 0 : from));
            return true;
        }

        private CsvFields fields(CsvFormat.Top top) {
            if (fields == null || !Arrays.equals(positions, top.positions())) {
                positions = top.positions();
                fields = format.fields(positions, wanted);
            }
            return fields;
        }

        /// Reads the block again up to the current record, now with line numbers.
        private void number(BlockBytes bytes, long from, CsvRecords records) throws IOException {
            long bad = records.offset();
            records.restart(bytes.from(from, Long.MAX_VALUE), from, bytes.linesBefore(from) + 1);
            while (records.next() && records.offset() < bad) {
                continue;
            }
        }

        @Override
        public void close() throws IOException {
            files.close();
        }
    }
}
