package telegraph.sources.parquet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import shaded.parquet.org.apache.thrift.protocol.TProtocolUtil;
import telegraph.ground.TelegraphException;
import telegraph.sources.file.Content;
import telegraph.sources.page.DamagedPageException;

/// The end of a Parquet file: its schema and where its row groups are.
///
/// ```
/// PAR1 │ row group │ row group │ … │ footer │ bytes of the footer (4) │ PAR1
/// ```
///
/// @param schema whose columns have different names
/// @param names of these columns in the file, where two may have the same
record ParquetFooter(
        MessageType schema,
        List<String> names,
        List<RowGroup> rowGroups,
        long rows,
        String createdBy) {
    private static final int TAIL_BYTES = 8;

    /// What a damaged file nests must not exhaust the stack; whole ones nest a few levels.
    private static final int NESTED_MAX = 64;

    static {
        TProtocolUtil.setMaxSkipDepth(NESTED_MAX);
    }

    private static final int FOOTER_BYTES_MAX = 256 << 20;

    /// @throws TelegraphException of kind INPUT if the file is no whole Parquet file
    static ParquetFooter read(ParquetBytes bytes, String file) throws IOException {
        if (bytes.size() == 0) {
            throw broken(file, "bytes=0. It is empty");
        }
        byte[] head = bytes.read(0, (int) Math.min(bytes.size(), 64));
        if (mark(head, 0).equals("PARE")) {
            throw broken(file, "begins_with=PARE. It is encrypted, and that is not supported");
        }
        if (!mark(head, 0).equals("PAR1")) {
            throw broken(file, "begins_with=\"" + Content.shown(head) + "\". It is something else");
        }
        if (bytes.size() < 4 + TAIL_BYTES) {
            throw broken(file, "bytes=" + bytes.size() + ". It was cut off");
        }
        byte[] tail = bytes.read(bytes.size() - TAIL_BYTES, TAIL_BYTES);
        if (mark(tail, 4).equals("PARE")) {
            throw broken(file, "ends_with=PARE. It is encrypted, and that is not supported");
        }
        int length = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (!mark(tail, 4).equals("PAR1")
                || length <= 0
                || length > FOOTER_BYTES_MAX
                || length > bytes.size() - 4 - TAIL_BYTES) {
            throw broken(file, "bytes=" + bytes.size() + ". It was cut off or damaged");
        }
        byte[] footer = bytes.read(bytes.size() - TAIL_BYTES - length, length);
        ParquetFooter read;
        try {
            FileMetaData meta = Util.readFileMetaData(new ByteArrayInputStream(footer));
            ParquetSchema schema = new ParquetSchema(meta.schema);
            read =
                    new ParquetFooter(
                            schema.message(),
                            schema.names(),
                            meta.row_groups,
                            meta.num_rows,
                            meta.created_by == null ? "" : meta.created_by);
            read.validate();
        } catch (DamagedPageException e) {
            throw broken(file, "found: " + e.getMessage() + ". Its footer is damaged");
        } catch (IOException | RuntimeException e) {
            throw TelegraphException.input(
                    rule(file, "footer_bytes=" + length + ". Its footer is damaged"), e);
        }
        return read;
    }

    private void validate() throws DamagedPageException {
        long sum = 0;
        for (RowGroup group : rowGroups) {
            if (group.num_rows < 0 || group.num_rows > Long.MAX_VALUE - sum) {
                throw new DamagedPageException("a row group has rows: rows=" + group.num_rows);
            }
            sum += group.num_rows;
        }
        if (sum != rows) {
            throw new DamagedPageException(
                    "the row groups must have the rows of the file: expected="
                            + rows
                            + " actual="
                            + sum);
        }
    }

    /// Where a leaf's values are in a row group.
    ///
    /// @param field the name of the column that it is, or that it is in
    /// @param rest how it is named within that column
    /// @return its chunk, if there is one
    Optional<ColumnChunk> chunk(RowGroup group, String field, List<String> rest) {
        int index = schema.getFieldIndex(field);
        List<String> path = new ArrayList<>(List.of(names.get(index)));
        path.addAll(rest);
        int leaf = leaf(index, rest);
        ColumnChunk atPlace = leaf < group.columns.size() ? group.columns.get(leaf) : null;
        if (atPlace != null && (atPlace.meta_data == null || isOf(atPlace, path))) {
            return Optional.of(atPlace);
        }
        // The format wants chunks in the order of the schema; a name that is there once will do.
        List<ColumnChunk> named = group.columns.stream().filter(c -> isOf(c, path)).toList();
        return named.size() == 1 ? Optional.of(named.getFirst()) : Optional.empty();
    }

    private static boolean isOf(ColumnChunk chunk, List<String> path) {
        return chunk.meta_data != null && path.equals(chunk.meta_data.path_in_schema);
    }

    /// Which of all leaves of the schema it is.
    private int leaf(int field, List<String> rest) {
        int leaf = 0;
        for (int i = 0; i < field; i++) {
            Type before = schema.getType(i);
            leaf += before.isPrimitive() ? 1 : leaves(before).size();
        }
        Type type = schema.getType(field);
        if (!type.isPrimitive()) {
            List<ColumnDescriptor> inside = leaves(type);
            for (int i = 0; i < inside.size(); i++) {
                List<String> path = Arrays.asList(inside.get(i).getPath());
                leaf += path.subList(1, path.size()).equals(rest) ? i : 0;
            }
        }
        return leaf;
    }

    /// Whether a leaf may have several values in a row.
    boolean repeats(String field, List<String> rest) {
        List<String> path = new ArrayList<>(List.of(field));
        path.addAll(rest);
        return schema.getMaxRepetitionLevel(path.toArray(String[]::new)) > 0;
    }

    private static List<ColumnDescriptor> leaves(Type type) {
        return new MessageType("one", type).getColumns();
    }

    private static String mark(byte[] bytes, int offset) {
        return new String(
                bytes, offset, Math.min(4, bytes.length - offset), StandardCharsets.ISO_8859_1);
    }

    private static TelegraphException broken(String file, String fact) {
        return TelegraphException.input(rule(file, fact));
    }

    private static String rule(String file, String fact) {
        return "a Parquet file begins and ends with PAR1 and tells its columns between: file="
                + file
                + " "
                + fact
                + ".";
    }
}
