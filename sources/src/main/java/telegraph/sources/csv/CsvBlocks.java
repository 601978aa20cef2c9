package telegraph.sources.csv;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.MorselReader;
import telegraph.sources.file.BlockBytes;
import telegraph.sources.file.FileBlocks;
import telegraph.sources.file.RowFormat;
import telegraph.sources.file.UnitSizes;
import telegraph.sources.file.Units;

/// The rows of CSV files in blocks.
///
/// Threads: any; a reader is one thread's.
final class CsvBlocks implements Units {
    private final CsvFormat format;
    private final CsvDialect dialect;
    private final FileBlocks blocks;
    private final RowFormat.Wanted wanted;
    private final UnitSizes sampling;
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
            UnitSizes sampling) {
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
    public boolean hasChunks() {
        return true;
    }

    @Override
    public MorselReader chunks(Meter meter) {
        return new CsvMorselReader(this, meter);
    }

    FileBlocks blocks() {
        return blocks;
    }

    CsvDialect dialect() {
        return dialect;
    }

    RowFormat.Wanted wanted() {
        return wanted;
    }

    CsvBorders borders() {
        return borders;
    }

    CsvBorders.Finder finder() {
        return new CsvBorders.Finder(dialect, sampling.windowBytes());
    }

    CsvColumn.Style style() {
        return format.style();
    }

    boolean guesses(String column) {
        return format.guesses(column);
    }

    boolean ignoresErrors() {
        return format.ignoresErrors();
    }

    /// What the top of a file tells.
    CsvFormat.Top top(int file, BlockBytes bytes) throws IOException {
        CsvFormat.Top top = tops.get(file);
        if (top == null) {
            top = format.top(bytes, wanted);
            tops.set(file, top);
        }
        return top;
    }
}
