package telegraph.sources.parquet;

import io.airlift.compress.v3.snappy.SnappyJavaCompressor;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.column.values.dictionary.DictionaryValuesWriter;
import org.apache.parquet.column.values.plain.BooleanPlainValuesWriter;
import org.apache.parquet.column.values.plain.FixedLenByteArrayPlainValuesWriter;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridValuesWriter;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.io.api.Binary;
import telegraph.sources.page.RandomBytes;
import telegraph.sources.page.ValueForm;

/// Writes one column of one row group with the library's encoders, page by page.
final class ChunkWriter {
    private static final ByteBufferAllocator HEAP = HeapByteBufferAllocator.getInstance();
    private static final int BYTES = 1 << 16;
    private static final int BYTES_MAX = 1 << 24;

    private final ValueForm form;
    private final CompressionCodec codec;
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final ByteArrayOutputStream pages = new ByteArrayOutputStream();
    private DictionaryValuesWriter dictionary;
    private long rows;

    ChunkWriter(ValueForm form, CompressionCodec codec) {
        this.form = form;
        this.codec = codec;
        file.writeBytes("PAR1".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }

    /// Bytes, and where the column is in them.
    record Written(byte[] bytes, ColumnMetaData column) implements RandomBytes {
        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public void read(long offset, MemorySegment to) throws IOException {
            if (offset < 0 || offset > bytes.length - to.byteSize()) {
                throw new EOFException("past the end");
            }
            MemorySegment.copy(
                    bytes, (int) offset, to, ValueLayout.JAVA_BYTE, 0, (int) to.byteSize());
        }
    }

    /// @param values null for rows without one
    void page(List<Object> values, Encoding encoding, boolean second) throws IOException {
        ValuesWriter writer = writer(encoding);
        RunLengthBitPackingHybridEncoder levels =
                new RunLengthBitPackingHybridEncoder(1, BYTES, BYTES_MAX, HEAP);
        int nulls = 0;
        for (Object value : values) {
            levels.writeInt(value == null ? 0 : 1);
            if (value == null) {
                nulls++;
            } else {
                write(writer, value);
            }
        }
        byte[] level = form.optional() ? bytes(levels.toBytes()) : new byte[0];
        byte[] content = bytes(writer.getBytes());
        Encoding written =
                Encoding.valueOf(writer.getEncoding().name()); // after getBytes, which may decide
        writer.reset();
        rows += values.size();
        PageHeader header = new PageHeader();
        if (second) {
            byte[] packed = compressed(content);
            header.setType(PageType.DATA_PAGE_V2);
            header.setUncompressed_page_size(level.length + content.length);
            header.setCompressed_page_size(level.length + packed.length);
            header.setData_page_header_v2(
                    new DataPageHeaderV2(
                            values.size(), nulls, values.size(), written, level.length, 0));
            Util.writePageHeader(header, pages);
            pages.writeBytes(level);
            pages.writeBytes(packed);
            return;
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        if (form.optional()) {
            for (int shift = 0; shift < 32; shift += 8) {
                whole.write(level.length >>> shift);
            }
            whole.writeBytes(level);
        }
        whole.writeBytes(content);
        byte[] packed = compressed(whole.toByteArray());
        header.setType(PageType.DATA_PAGE);
        header.setUncompressed_page_size(whole.size());
        header.setCompressed_page_size(packed.length);
        header.setData_page_header(
                new DataPageHeader(values.size(), written, Encoding.RLE, Encoding.RLE));
        Util.writePageHeader(header, pages);
        pages.writeBytes(packed);
    }

    Written end() throws IOException {
        ColumnMetaData column = new ColumnMetaData();
        column.setCodec(codec);
        column.setNum_values(rows);
        long start = file.size();
        if (dictionary != null) {
            DictionaryPage page = dictionary.toDictPageAndClose();
            if (page != null) {
                byte[] content = bytes(page.getBytes());
                byte[] packed = compressed(content);
                PageHeader header =
                        new PageHeader(PageType.DICTIONARY_PAGE, content.length, packed.length);
                header.setDictionary_page_header(
                        new DictionaryPageHeader(page.getDictionarySize(), Encoding.PLAIN));
                Util.writePageHeader(header, file);
                file.writeBytes(packed);
                column.setDictionary_page_offset(start);
            }
        }
        column.setData_page_offset(file.size());
        file.writeBytes(pages.toByteArray());
        column.setTotal_compressed_size(file.size() - start);
        file.writeBytes(new byte[32]);
        return new Written(file.toByteArray(), column);
    }

    private static byte[] bytes(BytesInput input) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        input.writeAllTo(bytes);
        return bytes.toByteArray();
    }

    private byte[] compressed(byte[] content) {
        if (codec == CompressionCodec.UNCOMPRESSED) {
            return content;
        }
        SnappyJavaCompressor snappy = new SnappyJavaCompressor();
        byte[] to = new byte[snappy.maxCompressedLength(content.length)];
        int length = snappy.compress(content, 0, content.length, to, 0, to.length);
        return Arrays.copyOf(to, length);
    }

    private ValuesWriter writer(Encoding encoding) {
        return switch (encoding) {
            case PLAIN ->
                    switch (form.physical()) {
                        case BOOLEAN -> new BooleanPlainValuesWriter();
                        case INT96, FIXED_LEN_BYTE_ARRAY ->
                                new FixedLenByteArrayPlainValuesWriter(
                                        form.plainBytes(), BYTES, BYTES_MAX, HEAP);
                        case INT32, INT64, FLOAT, DOUBLE, BINARY ->
                                new PlainValuesWriter(BYTES, BYTES_MAX, HEAP);
                    };
            case RLE_DICTIONARY -> {
                if (dictionary == null) {
                    dictionary = dictionary();
                }
                yield dictionary;
            }
            case RLE -> new RunLengthBitPackingHybridValuesWriter(1, BYTES, BYTES_MAX, HEAP);
            case DELTA_BINARY_PACKED ->
                    form.plainBytes() == 4
                            ? new DeltaBinaryPackingValuesWriterForInteger(BYTES, BYTES_MAX, HEAP)
                            : new DeltaBinaryPackingValuesWriterForLong(BYTES, BYTES_MAX, HEAP);
            case DELTA_LENGTH_BYTE_ARRAY ->
                    new DeltaLengthByteArrayValuesWriter(BYTES, BYTES_MAX, HEAP);
            case DELTA_BYTE_ARRAY -> new DeltaByteArrayWriter(BYTES, BYTES_MAX, HEAP);
            case BYTE_STREAM_SPLIT -> split();
            case PLAIN_DICTIONARY, BIT_PACKED ->
                    throw new IllegalArgumentException("not written: " + encoding);
        };
    }

    private ValuesWriter split() {
        return switch (form.physical()) {
            case INT32 ->
                    new ByteStreamSplitValuesWriter.IntegerByteStreamSplitValuesWriter(
                            BYTES, BYTES_MAX, HEAP);
            case INT64 ->
                    new ByteStreamSplitValuesWriter.LongByteStreamSplitValuesWriter(
                            BYTES, BYTES_MAX, HEAP);
            case FLOAT ->
                    new ByteStreamSplitValuesWriter.FloatByteStreamSplitValuesWriter(
                            BYTES, BYTES_MAX, HEAP);
            case DOUBLE ->
                    new ByteStreamSplitValuesWriter.DoubleByteStreamSplitValuesWriter(
                            BYTES, BYTES_MAX, HEAP);
            case FIXED_LEN_BYTE_ARRAY ->
                    new ByteStreamSplitValuesWriter.FixedLenByteArrayByteStreamSplitValuesWriter(
                            form.plainBytes(), BYTES, BYTES_MAX, HEAP);
            case BOOLEAN, BINARY, INT96 -> throw new IllegalArgumentException("" + form);
        };
    }

    private DictionaryValuesWriter dictionary() {
        org.apache.parquet.column.Encoding data = org.apache.parquet.column.Encoding.RLE_DICTIONARY;
        org.apache.parquet.column.Encoding plain = org.apache.parquet.column.Encoding.PLAIN;
        return switch (form.physical()) {
            case INT32 ->
                    new DictionaryValuesWriter.PlainIntegerDictionaryValuesWriter(
                            BYTES_MAX, data, plain, HEAP);
            case INT64 ->
                    new DictionaryValuesWriter.PlainLongDictionaryValuesWriter(
                            BYTES_MAX, data, plain, HEAP);
            case FLOAT ->
                    new DictionaryValuesWriter.PlainFloatDictionaryValuesWriter(
                            BYTES_MAX, data, plain, HEAP);
            case DOUBLE ->
                    new DictionaryValuesWriter.PlainDoubleDictionaryValuesWriter(
                            BYTES_MAX, data, plain, HEAP);
            case BINARY ->
                    new DictionaryValuesWriter.PlainBinaryDictionaryValuesWriter(
                            BYTES_MAX, data, plain, HEAP);
            case INT96, FIXED_LEN_BYTE_ARRAY ->
                    new DictionaryValuesWriter.PlainFixedLenArrayDictionaryValuesWriter(
                            BYTES_MAX, form.plainBytes(), data, plain, HEAP);
            case BOOLEAN -> throw new IllegalArgumentException("" + form);
        };
    }

    private static void write(ValuesWriter writer, Object value) {
        switch (value) {
            case Boolean flag -> writer.writeBoolean(flag);
            case Integer number -> writer.writeInteger(number);
            case Long number -> writer.writeLong(number);
            case Float number -> writer.writeFloat(number);
            case Double number -> writer.writeDouble(number);
            case byte[] bytes -> writer.writeBytes(Binary.fromConstantByteArray(bytes));
            default -> throw new IllegalArgumentException("" + value);
        }
    }
}
