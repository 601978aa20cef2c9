package telegraph.sql.coverage;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
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

/// Writes rows of a [Population] as Parquet: required columns, plain values, no compression, one
/// page for each column of a row group.
///
/// Threads: one.
final class ParquetFile {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final List<String> NAMES = List.of("g", "c", "x");
    private static final List<Type> TYPES = List.of(Type.INT32, Type.INT32, Type.DOUBLE);

    private final OutputStream out;
    private long written;

    ParquetFile(OutputStream out) {
        this.out = out;
    }

    void write(List<Object[]> rows, int groupRows) throws IOException {
        put(MAGIC);
        List<RowGroup> groups = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += groupRows) {
            groups.add(group(rows.subList(from, Math.min(rows.size(), from + groupRows))));
        }
        FileMetaData footer = new FileMetaData(1, schema(), rows.size(), groups);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Util.writeFileMetaData(footer, bytes);
        put(bytes.toByteArray());
        put(little(4).putInt(bytes.size()).array());
        put(MAGIC);
    }

    private static List<SchemaElement> schema() {
        List<SchemaElement> schema = new ArrayList<>();
        schema.add(new SchemaElement("rows").setNum_children(NAMES.size()));
        for (int c = 0; c < NAMES.size(); c++) {
            schema.add(
                    new SchemaElement(NAMES.get(c))
                            .setType(TYPES.get(c))
                            .setRepetition_type(FieldRepetitionType.REQUIRED));
        }
        return schema;
    }

    private RowGroup group(List<Object[]> rows) throws IOException {
        List<ColumnChunk> chunks = new ArrayList<>();
        long before = written;
        for (int c = 0; c < NAMES.size(); c++) {
            chunks.add(chunk(rows, c));
        }
        return new RowGroup(chunks, written - before, rows.size());
    }

    private ColumnChunk chunk(List<Object[]> rows, int column) throws IOException {
        byte[] values = values(rows, column);
        PageHeader header = new PageHeader(PageType.DATA_PAGE, values.length, values.length);
        header.setData_page_header(
                new DataPageHeader(rows.size(), Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
        long at = written;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Util.writePageHeader(header, bytes);
        put(bytes.toByteArray());
        put(values);
        ColumnMetaData about =
                new ColumnMetaData(
                        TYPES.get(column),
                        List.of(Encoding.PLAIN),
                        List.of(NAMES.get(column)),
                        CompressionCodec.UNCOMPRESSED,
                        rows.size(),
                        written - at,
                        written - at,
                        at);
        return new ColumnChunk(at).setMeta_data(about);
    }

    private static byte[] values(List<Object[]> rows, int column) {
        ByteBuffer values = little(8 * rows.size());
        for (Object[] row : rows) {
            if (row[column] instanceof Integer whole) {
                values.putInt(whole);
            } else {
                values.putDouble((Double) row[column]);
            }
        }
        return java.util.Arrays.copyOf(values.array(), values.position());
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void put(byte[] bytes) throws IOException {
        out.write(bytes);
        written += bytes.length;
    }
}
