package telegraph.sources.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/// A Parquet file of one row group, written by hand: everything in it may be made wrong before it
/// is.
final class ParquetFile {
    final List<SchemaElement> schema = new ArrayList<>();
    final List<ColumnChunk> chunks = new ArrayList<>();
    final RowGroup group = new RowGroup();
    final FileMetaData meta = new FileMetaData();
    CompressionCodec codec = CompressionCodec.UNCOMPRESSED;
    boolean checked;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    ParquetFile(int rows) {
        SchemaElement root = new SchemaElement("root");
        root.setNum_children(0);
        schema.add(root);
        out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
        group.setNum_rows(rows);
        group.setTotal_byte_size(0);
        meta.setVersion(1);
        meta.setNum_rows(rows);
    }

    static byte[] ints(int... values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int value : values) {
            for (int shift = 0; shift < 32; shift += 8) {
                bytes.write(value >>> shift);
            }
        }
        return bytes.toByteArray();
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    /// Levels of one bit in a packed run, with their length before them.
    static byte[] bits(int... levels) {
        byte[] packed = new byte[(levels.length + 7) / 8];
        for (int i = 0; i < levels.length; i++) {
            packed[i / 8] |= (byte) (levels[i] << i % 8);
        }
        return joined(
                ints(1 + packed.length), new byte[] {(byte) (packed.length << 1 | 1)}, packed);
    }

    /// Levels of two bits in a packed run, with their length before them.
    static byte[] pairs(int... levels) {
        byte[] packed = new byte[(levels.length + 7) / 8 * 2];
        for (int i = 0; i < levels.length; i++) {
            packed[i / 4] |= (byte) (levels[i] << i % 4 * 2);
        }
        byte[] run = new byte[] {(byte) ((levels.length + 7) / 8 << 1 | 1)};
        return joined(ints(run.length + packed.length), run, packed);
    }

    /// A column of lists of numbers in three levels, all of which may be missing.
    void nullableLists(String name) {
        group(name, FieldRepetitionType.OPTIONAL).setConverted_type(ConvertedType.LIST);
        element("list", null, FieldRepetitionType.REPEATED).setNum_children(1);
        element("element", Type.INT32, FieldRepetitionType.OPTIONAL);
    }

    /// A column of lists of numbers in two levels, where lists may be missing.
    void oldLists(String name) {
        group(name, FieldRepetitionType.OPTIONAL).setConverted_type(ConvertedType.LIST);
        element("array", Type.INT32, FieldRepetitionType.REPEATED);
    }

    private SchemaElement group(String name, FieldRepetitionType repetition) {
        schema.getFirst().setNum_children(schema.getFirst().num_children + 1);
        SchemaElement group = element(name, null, repetition);
        group.setNum_children(1);
        return group;
    }

    /// A column of the file itself that has a value in each row.
    SchemaElement column(String name) {
        schema.getFirst().setNum_children(schema.getFirst().num_children + 1);
        return element(name, Type.INT32, FieldRepetitionType.REQUIRED);
    }

    /// A column of lists of numbers, as writers have them without three levels.
    void lists(String name) {
        schema.getFirst().setNum_children(schema.getFirst().num_children + 1);
        element(name, Type.INT32, FieldRepetitionType.REPEATED);
    }

    SchemaElement element(String name, Type type, FieldRepetitionType repetition) {
        SchemaElement element = new SchemaElement(name);
        element.setRepetition_type(repetition);
        if (type != null) {
            element.setType(type);
        }
        schema.add(element);
        return element;
    }

    /// Writes the one page of a leaf.
    ColumnMetaData page(int values, byte[] content, String... path) throws IOException {
        return page(values, content, content.length, path);
    }

    /// @param stated how many bytes the page says it has
    ColumnMetaData page(int values, byte[] content, int stated, String... path) throws IOException {
        byte[] stored = codec == CompressionCodec.GZIP ? gzip(content) : content;
        PageHeader header = new PageHeader(PageType.DATA_PAGE, stated, stored.length);
        header.setData_page_header(
                new DataPageHeader(values, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
        if (checked) {
            CRC32 crc = new CRC32();
            crc.update(stored);
            header.setCrc((int) crc.getValue());
        }
        long start = out.size();
        Util.writePageHeader(header, out);
        out.writeBytes(stored);
        ColumnMetaData column =
                new ColumnMetaData(
                        Type.INT32,
                        List.of(Encoding.PLAIN, Encoding.RLE),
                        List.of(path),
                        codec,
                        values,
                        content.length,
                        out.size() - start,
                        start);
        ColumnChunk chunk = new ColumnChunk(0);
        chunk.setMeta_data(column);
        chunks.add(chunk);
        return column;
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }

    byte[] bytes() throws IOException {
        group.setColumns(chunks);
        meta.setSchema(schema);
        meta.setRow_groups(List.of(group));
        ByteArrayOutputStream footer = new ByteArrayOutputStream();
        Util.writeFileMetaData(meta, footer);
        return joined(
                out.toByteArray(),
                footer.toByteArray(),
                ints(footer.size()),
                "PAR1".getBytes(StandardCharsets.US_ASCII));
    }
}
