package telegraph.server.postgres.type;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.ArrayText;

/// Arrays on the wire, as lists here; those of more than one dimension are lists of lists.
///
/// | bytes | field                                                       |
/// |------:|-------------------------------------------------------------|
/// |     4 | number of dimensions, 0 if it is empty                      |
/// |     4 | 1 if an element may be NULL                                 |
/// |     4 | number of the elements' type                                |
/// |  8·n  | for each dimension how many, and the index of the first     |
/// |       | the elements as fields                                      |
///
/// As text they are `{1,NULL,"a b"}`.
final class Arrays {
    private static final int DIMENSIONS_MAX = 6;
    private static final int HEADER = 12;
    private static final int NULL = -1;

    private Arrays() {}

    static void write(PgType type, List<?> list, WireForm form, ByteBuf out) {
        if (!form.binary()) {
            ByteBufUtil.writeUtf8(out, text(type, list, form.zone()));
            return;
        }
        int dimensions = list.isEmpty() ? 0 : depth(list);
        out.writeInt(dimensions);
        int flag = out.writerIndex();
        out.writeInt(0);
        out.writeInt(type.scalar().oid());
        List<?> level = list;
        for (int d = 0; d < dimensions; d++) {
            out.writeInt(level.size());
            out.writeInt(1);
            level = d + 1 < dimensions ? (List<?>) level.getFirst() : level;
        }
        if (elements(type.element(), list, form, out)) {
            out.setInt(flag, 1);
        }
    }

    /// Writes an array as a row of a table has it, whose moments are in UTC.
    static void write(PgType type, String kept, WireForm form, ByteBuf out) {
        if (form.binary() || type.scalar() == Scalar.TIMESTAMPTZ) {
            write(type, readText(type.scalar(), kept, ZoneOffset.UTC), form, out);
        } else {
            ByteBufUtil.writeUtf8(out, kept);
        }
    }

    private static int depth(List<?> list) {
        return list.getFirst() instanceof List<?> inner && !inner.isEmpty() ? 1 + depth(inner) : 1;
    }

    /// Writes the elements; whether one is null.
    private static boolean elements(PgType type, List<?> list, WireForm form, ByteBuf out) {
        boolean hasNull = false;
        for (Object element : list) {
            if (element instanceof List<?> inner) {
                hasNull |= elements(type, inner, form, out);
            } else {
                hasNull |= element == null;
                type.write(element, form, out);
            }
        }
        return hasNull;
    }

    /// Writes a vector of the catalog, such as `1 2`.
    static void writeVector(Scalar vector, String text, ByteBuf out) {
        Scalar element = vector == Scalar.INT2_VECTOR ? Scalar.INT2 : Scalar.OID;
        String[] numbers = text.isBlank() ? new String[0] : text.strip().split(" +");
        out.writeInt(1);
        out.writeInt(0);
        out.writeInt(element.oid());
        out.writeInt(numbers.length);
        out.writeInt(0);
        for (String number : numbers) {
            out.writeInt(element.size());
            BinaryWriter.whole(element, Long.parseLong(number), out);
        }
    }

    static String text(PgType type, List<?> list, ZoneId zone) {
        return ArrayText.of(texts(type.element(), list, zone));
    }

    private static List<Object> texts(PgType element, List<?> list, ZoneId zone) {
        List<Object> texts = new ArrayList<>(list.size());
        for (Object value : list) {
            texts.add(
                    switch (value) {
                        case null -> null;
                        case List<?> inner -> texts(element, inner, zone);
                        default -> TextWriter.text(element, value, zone);
                    });
        }
        return texts;
    }

    static List<Object> readBinary(ByteBuf in, int length) {
        int end = in.readerIndex() + length;
        demand(length >= HEADER, length);
        int dimensions = in.readInt();
        in.skipBytes(Integer.BYTES);
        int oid = in.readInt();
        PgType element =
                PgType.ofOid(oid)
                        .orElseThrow(() ->
                                TelegraphException.of(
                                        SqlState.UNDEFINED_OBJECT,
                                        "there is no type of this number: oid=" + oid));
        demand(
                dimensions >= 0
                        && dimensions <= DIMENSIONS_MAX
                        && length >= HEADER + dimensions * 8,
                length);
        int[] sizes = new int[dimensions];
        for (int d = 0; d < dimensions; d++) {
            sizes[d] = in.readInt();
            in.skipBytes(Integer.BYTES);
        }
        List<Object> list =
                dimensions == 0 ? new ArrayList<>() : readElements(element, sizes, 0, in, end);
        demand(in.readerIndex() == end, length);
        return list;
    }

    private static List<Object> readElements(
            PgType type, int[] sizes, int dimension, ByteBuf in, int end) {
        List<Object> list = new ArrayList<>();
        // Each element takes four bytes at least, so what is claimed is held against what is there.
        demand(
                sizes[dimension] >= 0
                        && sizes[dimension] <= (end - in.readerIndex()) / Integer.BYTES,
                end - in.readerIndex());
        for (int i = 0; i < sizes[dimension]; i++) {
            list.add(
                    dimension + 1 < sizes.length
                            ? readElements(type, sizes, dimension + 1, in, end)
                            : readElement(type, in, end));
        }
        return list;
    }

    private static Object readElement(PgType type, ByteBuf in, int end) {
        demand(end - in.readerIndex() >= Integer.BYTES, end - in.readerIndex());
        int length = in.readInt();
        if (length == NULL) {
            return null;
        }
        demand(length >= 0 && length <= end - in.readerIndex(), length);
        return BinaryReader.read(type.scalar(), in, length);
    }

    private static void demand(boolean fits, int length) {
        BinaryReader.demand(fits, "array", length);
    }

    /// @param zone of which moments without one are
    static List<Object> readText(Scalar type, String text, ZoneId zone) {
        return values(type, ArrayText.read(text), zone);
    }

    private static List<Object> values(Scalar type, List<?> texts, ZoneId zone) {
        List<Object> values = new ArrayList<>(texts.size());
        for (Object text : texts) {
            values.add(
                    switch (text) {
                        case null -> null;
                        case List<?> inner -> values(type, inner, zone);
                        default -> TextReader.read(type, text.toString(), zone);
                    });
        }
        return values;
    }
}
