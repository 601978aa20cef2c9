package telegraph.sources.file;

import io.airlift.compress.v3.lz4.Lz4JavaDecompressor;
import io.airlift.compress.v3.snappy.SnappyJavaDecompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/// The pages of one row group, read and decompressed one at a time as their columns are read.
///
/// Only the columns asked for are touched. Memory: one page of each.
///
/// Threads: one.
final class ParquetPages implements PageReadStore {
    private static final int PAGE_BYTES_MAX = 1 << 30;

    private final ParquetBytes bytes;
    private final RowGroup group;

    ParquetPages(ParquetBytes bytes, RowGroup group) {
        this.bytes = bytes;
        this.group = group;
    }

    @Override
    public PageReader getPageReader(ColumnDescriptor column) {
        List<String> path = Arrays.asList(column.getPath());
        for (ColumnChunk chunk : group.columns) {
            if (chunk.meta_data != null && chunk.meta_data.path_in_schema.equals(path)) {
                return new Column(chunk.meta_data);
            }
        }
        throw new IllegalArgumentException("a row group lacks a column: column=" + path);
    }

    @Override
    public long getRowCount() {
        return group.num_rows;
    }

    private final class Column implements PageReader {
        private final ColumnMetaData column;
        private final ParquetBytes.Range in;
        private long valuesLeft;
        private PageHeader header;

        Column(ColumnMetaData column) {
            this.column = column;
            long start = column.data_page_offset;
            if (column.isSetDictionary_page_offset() && column.dictionary_page_offset > 0) {
                start = Math.min(start, column.dictionary_page_offset);
            }
            this.in = bytes.range(start, column.total_compressed_size);
            this.valuesLeft = column.num_values;
        }

        @Override
        public long getTotalValueCount() {
            return column.num_values;
        }

        @Override
        public DictionaryPage readDictionaryPage() {
            try {
                header = Util.readPageHeader(in);
                if (header.dictionary_page_header == null) {
                    return null;
                }
                byte[] content = whole(header);
                DictionaryPage page =
                        new DictionaryPage(
                                BytesInput.from(content),
                                header.dictionary_page_header.num_values,
                                encoding(header.dictionary_page_header.encoding));
                header = null;
                return page;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public DataPage readPage() {
            try {
                while (valuesLeft > 0) {
                    PageHeader current = header == null ? Util.readPageHeader(in) : header;
                    header = null;
                    if (current.data_page_header != null) {
                        return first(current, current.data_page_header);
                    }
                    if (current.data_page_header_v2 != null) {
                        return second(current, current.data_page_header_v2);
                    }
                    in.skipNBytes(current.compressed_page_size);
                }
                return null;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private DataPage first(PageHeader page, DataPageHeader data) throws IOException {
            valuesLeft -= data.num_values;
            return new DataPageV1(
                    BytesInput.from(whole(page)),
                    data.num_values,
                    page.uncompressed_page_size,
                    null,
                    encoding(data.repetition_level_encoding),
                    encoding(data.definition_level_encoding),
                    encoding(data.encoding));
        }

        /// In the second version the levels stand before the values and are not compressed.
        private DataPage second(PageHeader page, DataPageHeaderV2 data) throws IOException {
            valuesLeft -= data.num_values;
            int repetition = data.repetition_levels_byte_length;
            int definition = data.definition_levels_byte_length;
            byte[] repetitions = exactly(repetition);
            byte[] definitions = exactly(definition);
            byte[] values = exactly(page.compressed_page_size - repetition - definition);
            boolean compressed = !data.isSetIs_compressed() || data.is_compressed;
            if (compressed && values.length > 0) {
                values =
                        decompressed(values, page.uncompressed_page_size - repetition - definition);
            }
            return DataPageV2.uncompressed(
                    data.num_rows,
                    data.num_nulls,
                    data.num_values,
                    BytesInput.from(repetitions),
                    BytesInput.from(definitions),
                    encoding(data.encoding),
                    BytesInput.from(values),
                    null);
        }

        private byte[] whole(PageHeader page) throws IOException {
            return decompressed(exactly(page.compressed_page_size), page.uncompressed_page_size);
        }

        private byte[] exactly(int count) throws IOException {
            requireSize(count);
            byte[] content = in.readNBytes(count);
            if (content.length != count) {
                throw new EOFException("a page is cut off: bytes=" + content.length);
            }
            return content;
        }

        private byte[] decompressed(byte[] content, int size) throws IOException {
            requireSize(size);
            CompressionCodec codec = column.codec;
            if (codec == CompressionCodec.UNCOMPRESSED) {
                return content;
            }
            byte[] result = new byte[size];
            int length =
                    switch (codec) {
                        case UNCOMPRESSED -> throw new IllegalStateException("not compressed");
                        case SNAPPY ->
                                new SnappyJavaDecompressor()
                                        .decompress(content, 0, content.length, result, 0, size);
                        case ZSTD ->
                                new ZstdJavaDecompressor()
                                        .decompress(content, 0, content.length, result, 0, size);
                        case LZ4_RAW ->
                                new Lz4JavaDecompressor()
                                        .decompress(content, 0, content.length, result, 0, size);
                        case GZIP -> {
                            try (GZIPInputStream gzip =
                                    new GZIPInputStream(new ByteArrayInputStream(content))) {
                                yield gzip.readNBytes(result, 0, size);
                            }
                        }
                        case LZO, BROTLI, LZ4 ->
                                throw new IOException(
                                        "pages are compressed with UNCOMPRESSED, SNAPPY, GZIP,"
                                                + " ZSTD or LZ4_RAW: codec="
                                                + codec);
                    };
            if (length != size) {
                throw new IOException(
                        "a page must have the size it says: expected="
                                + size
                                + " actual="
                                + length);
            }
            return result;
        }

        private void requireSize(int size) throws IOException {
            if (size < 0 || size > PAGE_BYTES_MAX) {
                throw new IOException(
                        "a page has at most " + PAGE_BYTES_MAX + " bytes: bytes=" + size);
            }
        }

        private static Encoding encoding(org.apache.parquet.format.Encoding encoding) {
            return Encoding.valueOf(encoding.name());
        }
    }
}
