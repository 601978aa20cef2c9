package telegraph.sources.parquet;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import telegraph.memory.Region;
import telegraph.sources.page.DamagedPageException;
import telegraph.sources.page.ParquetPage;
import telegraph.sources.page.RandomBytes;
import telegraph.sources.page.ReadBuffer;
import telegraph.sources.page.SegmentStream;

/// The pages of one column in one row group: their headers one after the other, and the content of
/// those that are wanted.
///
/// ```
/// header │ dictionary │ header │ page │ header │ page │ …
/// ```
///
/// Threads: one. Memory: the compressed bytes last read, used again for the next.
final class DataPages implements AutoCloseable {
    private static final int PAGE_BYTES_MAX = 1 << 30;
    private static final int HEADER_BYTES_MAX = 16 << 20;

    /// How much is read at once: headers of pages that are not compressed are read alone, since
    /// their pages go where they are needed without a stop.
    private static final int AHEAD_BYTES = 1 << 20;

    private static final int HEADER_BYTES = 4 << 10;

    private final ReadBuffer input;
    private final Decompression decompression = new Decompression();
    private RandomBytes file;
    private ColumnMetaData column;
    private boolean optional;

    /// Which bytes of the file are in `input`.
    private long inputStart;

    private long inputEnd;

    private long at;
    private long end;
    private PageHeader dictionary;
    private long dictionaryAt;
    private PageHeader header;
    private long contentAt;

    DataPages(Region memory) {
        this.input = new ReadBuffer(memory);
    }

    /// Starts before the first page.
    ///
    /// @param levels whether pages tell which rows have a value
    void begin(RandomBytes from, ColumnMetaData of, boolean levels) throws DamagedPageException {
        file = from;
        column = of;
        optional = levels;
        at = of.data_page_offset;
        if (of.isSetDictionary_page_offset() && of.dictionary_page_offset > 0) {
            at = Math.min(at, of.dictionary_page_offset);
        }
        if (at < 0 || of.total_compressed_size < 0 || at > from.size()) {
            throw new DamagedPageException("pages must lie in the file: offset=" + at);
        }
        end = at + Math.min(of.total_compressed_size, from.size() - at);
        inputStart = 0;
        inputEnd = 0;
        dictionary = null;
        header = null;
    }

    /// Goes to the next page of values; false if there is none.
    boolean next() throws IOException {
        while (at < end) {
            PageHeader next = readHeader();
            int size = next.compressed_page_size;
            if (size < 0 || size > PAGE_BYTES_MAX || size > end - at) {
                throw new DamagedPageException("a page must lie in its column: bytes=" + size);
            }
            int full = next.uncompressed_page_size;
            if (full < 0 || full > PAGE_BYTES_MAX) {
                throw new DamagedPageException(
                        "a page has at most " + PAGE_BYTES_MAX + " bytes: bytes=" + full);
            }
            long content = at;
            at += size;
            if (next.data_page_header != null || next.data_page_header_v2 != null) {
                header = next;
                contentAt = content;
                if (rows() < 0) {
                    throw new DamagedPageException("a page must have rows: rows=" + rows());
                }
                return true;
            }
            if (next.dictionary_page_header != null) {
                dictionary = next;
                dictionaryAt = content;
            }
        }
        return false;
    }

    /// Rows of the current page.
    int rows() {
        return header.data_page_header != null
                ? header.data_page_header.num_values
                : header.data_page_header_v2.num_values;
    }

    /// Encoding of the current page's values.
    Encoding encoding() {
        return header.data_page_header != null
                ? header.data_page_header.encoding
                : header.data_page_header_v2.encoding;
    }

    private PageHeader readHeader() throws IOException {
        for (int bytes = HEADER_BYTES; ; bytes *= 4) {
            long start = require(at, Math.min(bytes, end - at));
            SegmentStream in = new SegmentStream(input.segment(), start, inputEnd - inputStart);
            try {
                PageHeader read = Util.readPageHeader(in);
                at += in.at() - start;
                return read;
            } catch (IOException | RuntimeException e) {
                if (!in.isExhausted() || inputEnd == end || bytes >= HEADER_BYTES_MAX) {
                    throw new DamagedPageException("a page must have a header: offset=" + at);
                }
            }
        }
    }

    /// Has bytes of the file in the input, and tells where in it they begin.
    private long require(long offset, long count) throws IOException {
        if (offset >= inputStart && offset + count <= inputEnd) {
            return offset - inputStart;
        }
        long ahead = column.codec == CompressionCodec.UNCOMPRESSED ? HEADER_BYTES : AHEAD_BYTES;
        long wanted = Math.min(end - offset, Math.max(count, ahead));
        long kept = offset >= inputStart && offset < inputEnd ? inputEnd - offset : 0;
        if (kept > 0) {
            MemorySegment old = input.segment();
            MemorySegment.copy(old, offset - inputStart, old, 0, kept);
        }
        MemorySegment segment = input.grown(wanted, kept);
        inputStart = offset;
        inputEnd = offset; // in case the file cannot be read
        file.read(offset + kept, segment.asSlice(kept, wanted - kept));
        inputEnd = offset + wanted;
        return 0;
    }

    /// Reads the current page. If it has numbers of entries, the dictionary should be read before,
    /// as it stands before: after the last page the bytes of the column are given back.
    void load(ParquetPage to) throws IOException {
        to.rows = rows();
        if (header.data_page_header != null) {
            loadFirst(header.data_page_header, to);
        } else {
            loadSecond(header.data_page_header_v2, to);
        }
        if (at == end) {
            input.close();
            inputStart = 0;
            inputEnd = 0;
        }
    }

    private void loadFirst(DataPageHeader data, ParquetPage to) throws IOException {
        content(contentAt, header, 0, to);
        to.valuesStart = 0;
        to.valuesEnd = header.uncompressed_page_size;
        to.levelsStart = 0;
        to.levelsEnd = 0;
        to.levelsPacked = data.definition_level_encoding == Encoding.BIT_PACKED;
        if (!optional) {
            return;
        }
        long levels;
        if (to.levelsPacked) {
            levels = (to.rows + 7L) / 8;
        } else {
            if (data.definition_level_encoding != Encoding.RLE || to.valuesEnd < 4) {
                throw new DamagedPageException(
                        "levels are in runs: encoding=" + data.definition_level_encoding);
            }
            to.levelsStart = 4;
            levels = to.segment.get(ParquetPage.INT, 0);
        }
        if (levels < 0 || levels > to.valuesEnd - to.levelsStart) {
            throw new DamagedPageException("levels must lie in their page: bytes=" + levels);
        }
        to.levelsEnd = to.levelsStart + levels;
        to.valuesStart = to.levelsEnd;
        if (levels == 0 && to.rows > 0) {
            throw new DamagedPageException("levels must tell of every row");
        }
    }

    /// In the second version the levels stand before the values and are not compressed.
    private void loadSecond(DataPageHeaderV2 data, ParquetPage to) throws IOException {
        int repetition = data.repetition_levels_byte_length;
        int definition = data.definition_levels_byte_length;
        long levels = (long) repetition + definition;
        if (repetition < 0
                || definition < 0
                || levels > header.compressed_page_size
                || levels > header.uncompressed_page_size
                || optional && definition == 0 && data.num_values > 0) {
            throw new DamagedPageException("levels must lie in their page: bytes=" + levels);
        }
        content(contentAt, header, (int) levels, to);
        to.levelsPacked = false;
        to.levelsStart = repetition;
        to.levelsEnd = optional ? levels : repetition;
        to.valuesStart = levels;
        to.valuesEnd = header.uncompressed_page_size;
    }

    boolean hasDictionary() {
        return dictionary != null;
    }

    /// Reads the dictionary, in plain form.
    void loadDictionary(ParquetPage to) throws IOException {
        int entries = dictionary.dictionary_page_header.num_values;
        if (entries < 0 || entries > dictionary.uncompressed_page_size) {
            throw new DamagedPageException(
                    "a dictionary must have entries, each of a byte or more: entries="
                            + entries
                            + " bytes="
                            + dictionary.uncompressed_page_size);
        }
        content(dictionaryAt, dictionary, 0, to);
        to.rows = entries;
        to.valuesStart = 0;
        to.valuesEnd = dictionary.uncompressed_page_size;
    }

    /// Reads the bytes of a page, the first `plain` of which are not compressed.
    private void content(long offset, PageHeader page, int plain, ParquetPage to)
            throws IOException {
        int stored = page.compressed_page_size;
        int full = page.uncompressed_page_size;
        to.segment = to.buffer.atLeast(full);
        CompressionCodec codec = column.codec;
        DataPageHeaderV2 second = page.data_page_header_v2;
        if (second != null && second.isSetIs_compressed() && !second.is_compressed) {
            codec = CompressionCodec.UNCOMPRESSED;
        }
        if (codec == CompressionCodec.UNCOMPRESSED && stored == full) {
            long there = offset >= inputStart ? Math.clamp(inputEnd - offset, 0, stored) : 0;
            if (there > 0) {
                MemorySegment.copy(input.segment(), offset - inputStart, to.segment, 0, there);
            }
            file.read(offset + there, to.segment.asSlice(there, stored - there));
            requireCheckValue(page, to.segment);
            return;
        }
        long start = require(offset, stored);
        MemorySegment from = input.segment().asSlice(start, stored);
        requireCheckValue(page, from);
        MemorySegment.copy(from, 0, to.segment, 0, plain);
        if (stored > plain || full > plain) {
            decompression.decompress(
                    codec,
                    from.asSlice(plain, stored - plain),
                    to.segment.asSlice(plain, full - plain));
        }
    }

    /// A page that has a check value must have that of its bytes, as they are stored.
    private static void requireCheckValue(PageHeader page, MemorySegment stored)
            throws DamagedPageException {
        if (!page.isSetCrc()) {
            return;
        }
        CRC32 check = new CRC32();
        check.update(stored.asSlice(0, page.compressed_page_size).asByteBuffer());
        if ((int) check.getValue() != page.crc) {
            throw new DamagedPageException(
                    "a page must have the check value of its bytes: bytes="
                            + page.compressed_page_size);
        }
    }

    /// The header of the current page.
    PageHeader header() {
        return header;
    }

    @Override
    public void close() {
        input.close();
    }
}
