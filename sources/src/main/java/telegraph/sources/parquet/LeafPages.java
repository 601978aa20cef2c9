package telegraph.sources.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import telegraph.memory.Region;
import telegraph.sources.page.DamagedPageException;
import telegraph.sources.page.HybridRuns;
import telegraph.sources.page.ParquetPage;
import telegraph.sources.page.RandomBytes;

/// The pages of one leaf of a nested column in one row group, for the library that assembles values
/// of leaves.
///
/// Invariants, checked as pages are read:
///
/// 1. All pages together have the values that the column says.
/// 2. The first value begins a row, and as many begin one as the row group has rows.
///
/// Threads: one. Memory: a page in the region, and its copy on the heap for the library.
public final class LeafPages implements PageReader, AutoCloseable {
    private static final int LEVELS_AT_ONCE = 1024;

    private final ColumnMetaData column;
    private final int repetitionMax;
    private final LeafSections sections;
    private final long rows;
    private final DataPages pages;
    private final ParquetPage page;
    private final HybridRuns runs = new HybridRuns();
    private final int[] levels = new int[LEVELS_AT_ONCE];
    private boolean ahead;
    private long valuesLeft;
    private long rowsBegun;

    /// @param rows of the row group
    public LeafPages(
            RandomBytes file,
            ColumnMetaData column,
            ColumnDescriptor leaf,
            long rows,
            Region memory)
            throws DamagedPageException {
        this.column = column;
        this.repetitionMax = leaf.getMaxRepetitionLevel();
        this.sections = new LeafSections(repetitionMax, leaf.getMaxDefinitionLevel());
        this.rows = rows;
        this.pages = new DataPages(memory);
        this.page = new ParquetPage(memory);
        this.valuesLeft = column.num_values;
        pages.begin(file, column, false);
    }

    @Override
    public long getTotalValueCount() {
        return column.num_values;
    }

    @Override
    public DictionaryPage readDictionaryPage() {
        try {
            ahead = pages.next();
            if (!pages.hasDictionary()) {
                return null;
            }
            pages.loadDictionary(page);
            return new DictionaryPage(bytes(0, page.valuesEnd), page.rows, Encoding.PLAIN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public DataPage readPage() {
        if (valuesLeft == 0) {
            return null;
        }
        try {
            if (!ahead && !pages.next()) {
                throw new DamagedPageException(
                        "the pages of a column must have all its values: missing=" + valuesLeft);
            }
            ahead = false;
            if (pages.rows() > valuesLeft) {
                throw new DamagedPageException(
                        "the pages of a column must have no more values than it says: values="
                                + column.num_values);
            }
            valuesLeft -= pages.rows();
            pages.load(page);
            DataPageHeader first = pages.header().data_page_header;
            return first == null ? second(pages.header().data_page_header_v2) : first(first);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private DataPage first(DataPageHeader header) throws IOException {
        sections.first(page, header);
        countRows();
        return new DataPageV1(
                bytes(0, page.valuesEnd),
                header.num_values,
                (int) page.valuesEnd,
                null,
                encoding(header.repetition_level_encoding),
                encoding(header.definition_level_encoding),
                encoding(header.encoding));
    }

    /// In the second version the levels stand before the values.
    private DataPage second(DataPageHeaderV2 header) throws IOException {
        int repetition = header.repetition_levels_byte_length;
        sections.second(page, header);
        countRows();
        return DataPageV2.uncompressed(
                header.num_rows,
                header.num_nulls,
                header.num_values,
                bytes(0, repetition),
                bytes(repetition, page.valuesStart),
                encoding(header.encoding),
                bytes(page.valuesStart, page.valuesEnd),
                null);
    }

    private void countRows() throws DamagedPageException {
        if (repetitionMax == 0) {
            return; // a row has one value, and how many there are is known
        }
        runs.begin(
                page.segment,
                sections.repetitionStart,
                sections.repetitionEnd,
                32 - Integer.numberOfLeadingZeros(repetitionMax));
        boolean first = column.num_values - valuesLeft == page.rows;
        for (int read = 0; read < page.rows; ) {
            int some = Math.min(LEVELS_AT_ONCE, page.rows - read);
            runs.read(levels, some);
            if (first && read == 0 && levels[0] != 0) {
                throw new DamagedPageException(
                        "the first value of a column must begin a row: level=" + levels[0]);
            }
            for (int i = 0; i < some; i++) {
                rowsBegun += levels[i] == 0 ? 1 : 0;
            }
            read += some;
        }
        if (valuesLeft == 0 ? rowsBegun != rows : rowsBegun > rows) {
            throw new DamagedPageException(
                    "the values of a column must be of as many rows as there are: expected="
                            + rows
                            + " actual="
                            + rowsBegun);
        }
    }

    private BytesInput bytes(long from, long to) {
        MemorySegment part = page.segment.asSlice(from, to - from);
        return BytesInput.from(part.toArray(ParquetPage.BYTE));
    }

    private static Encoding encoding(org.apache.parquet.format.Encoding encoding)
            throws DamagedPageException {
        if (encoding == null) {
            throw new DamagedPageException("values have an encoding that is known");
        }
        return Encoding.valueOf(encoding.name());
    }

    @Override
    public void close() {
        pages.close();
        page.close();
    }
}
