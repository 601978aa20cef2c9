package telegraph.sources.parquet;

import java.lang.foreign.MemorySegment;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import telegraph.memory.Type;
import telegraph.sources.page.DamagedPageException;
import telegraph.sources.page.DeltaBytes;
import telegraph.sources.page.DeltaRuns;
import telegraph.sources.page.HybridRuns;
import telegraph.sources.page.ParquetPage;
import telegraph.sources.page.ValueForm;

/// The parts of a page of a nested column: levels of repetition, levels of definition, values.
///
/// The library makes room for as many numbers as a run says it has, before it sees that the page
/// has no bytes for them; so what a damaged page says is looked at here first.
///
/// Threads: one.
final class LeafSections {
    private static final ValueForm BYTES =
            new ValueForm(
                    PrimitiveTypeName.BINARY,
                    0,
                    false,
                    Type.TEXT,
                    ValueForm.Meaning.PLAIN,
                    ValueForm.Unit.NONE);

    private final int repetitionMax;
    private final int definitionMax;

    /// Where the levels of repetition of the last page are.
    long repetitionStart;

    long repetitionEnd;

    /// @param repetitionMax the greatest level of repetition
    /// @param definitionMax the greatest level of definition
    LeafSections(int repetitionMax, int definitionMax) {
        this.repetitionMax = repetitionMax;
        this.definitionMax = definitionMax;
    }

    /// Looks at a page of the first version, where each part but the last has its length before it.
    void first(ParquetPage page, DataPageHeader header) throws DamagedPageException {
        long at = 0;
        repetitionStart = 0;
        repetitionEnd = 0;
        if (repetitionMax > 0) {
            requireRuns(header.repetition_level_encoding);
            at = levels(page, at, repetitionMax);
            repetitionStart = 4;
            repetitionEnd = at;
        }
        if (definitionMax > 0) {
            requireRuns(header.definition_level_encoding);
            at = levels(page, at, definitionMax);
        }
        values(page, at, header.encoding);
    }

    /// Looks at a page of the second version, whose header has the lengths.
    void second(ParquetPage page, DataPageHeaderV2 header) throws DamagedPageException {
        repetitionStart = 0;
        repetitionEnd = header.repetition_levels_byte_length;
        runs(page, 0, repetitionEnd, bits(repetitionMax));
        runs(page, repetitionEnd, page.valuesStart, bits(definitionMax));
        values(page, page.valuesStart, header.encoding);
    }

    private static void requireRuns(Encoding encoding) throws DamagedPageException {
        if (encoding != Encoding.RLE) {
            throw new DamagedPageException("levels are in runs: encoding=" + encoding);
        }
    }

    private static int bits(int levelMax) {
        return 32 - Integer.numberOfLeadingZeros(levelMax);
    }

    private static long levels(ParquetPage page, long at, int levelMax)
            throws DamagedPageException {
        long end = behindLength(page, at);
        runs(page, at + 4, end, bits(levelMax));
        return end;
    }

    /// Where a part ends that has its length in the four bytes before it.
    private static long behindLength(ParquetPage page, long at) throws DamagedPageException {
        long bytes = page.valuesEnd - at < 4 ? -1 : page.segment.get(ParquetPage.INT, at);
        if (bytes < 0 || bytes > page.valuesEnd - at - 4) {
            throw new DamagedPageException("levels must lie in their page: bytes=" + bytes);
        }
        return at + 4 + bytes;
    }

    private static void runs(ParquetPage page, long start, long end, int bits)
            throws DamagedPageException {
        MemorySegment from = page.segment;
        HybridRuns.requireFitting(from, start, end, bits, page.rows);
    }

    private static void values(ParquetPage page, long start, Encoding encoding)
            throws DamagedPageException {
        long end = page.valuesEnd;
        page.valuesStart = start;
        switch (encoding) {
            case null -> throw new DamagedPageException("values have an encoding that is known");
            case RLE_DICTIONARY, PLAIN_DICTIONARY -> {
                int bits = start < end ? page.segment.get(ParquetPage.BYTE, start) : 0;
                if (bits < 0 || bits > 32) {
                    throw new DamagedPageException(
                            "numbers in runs have 0 to 32 bits: bits=" + bits);
                }
                runs(page, Math.min(end, start + 1), end, bits);
            }
            case RLE -> {
                if (start < end) {
                    runs(page, start + 4, behindLength(page, start), 1);
                }
            }
            case DELTA_BINARY_PACKED -> {
                DeltaRuns runs = new DeltaRuns();
                if (start < end) {
                    runs.begin(page.segment, start, end);
                    if (runs.total() > page.rows) {
                        throw new DamagedPageException(
                                "a page has no more values than rows: values=" + runs.total());
                    }
                }
            }
            case DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY -> {
                if (start < end) {
                    new DeltaBytes(BYTES, encoding == Encoding.DELTA_BYTE_ARRAY).begin(page);
                }
            }
            case PLAIN, BYTE_STREAM_SPLIT -> {}
            case BIT_PACKED ->
                    throw new DamagedPageException("values have no such encoding: " + encoding);
        }
    }
}
