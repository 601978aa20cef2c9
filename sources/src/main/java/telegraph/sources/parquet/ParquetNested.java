package telegraph.sources.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Region;
import telegraph.sources.file.Content;
import telegraph.sources.page.DamagedPageException;
import telegraph.sources.page.RandomBytes;
import telegraph.sources.text.ArrayElements;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Reads a column that has columns of its own, and gives each value as JSON, or a list of values as
/// an array.
///
/// Values are assembled from their leaves as the Dremel paper describes (Melnik et al., *Dremel*,
/// VLDB 2010), by the library; a LIST becomes an array, a MAP an object, any other group an object.
///
/// Threads: one. Memory: a page of each leaf in the region, until [#close].
final class ParquetNested implements AutoCloseable {
    /// So many values of one row, and no more, are gathered.
    private static final int ROW_VALUES_MAX = 16 << 20;

    private final ParquetGroup group;
    private final RandomBytes bytes;
    private final Type type;
    private final Region memory;
    private final List<LeafPages> leaves = new ArrayList<>();
    private final JsonFactory factory = new JsonFactory();
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final Optional<ParquetList> list;
    private RecordReader<Object> reader;

    /// @param list the column, if it is to be an array and not JSON
    ParquetNested(
            ParquetGroup group,
            RandomBytes bytes,
            Type type,
            Optional<ParquetList> list,
            Region memory) {
        this.list = list;
        this.group = group;
        this.bytes = bytes;
        this.type = type;
        this.memory = memory;
    }

    private void open() {
        MessageType alone = new MessageType("row", type);
        reader =
                new ColumnIOFactory(group.footer().createdBy())
                        .getColumnIO(alone)
                        .getRecordReader(new Leaves(), new Assembly(alone, group.file().name()));
    }

    /// The leaves of the column in its row group.
    private final class Leaves implements PageReadStore {
        @Override
        public PageReader getPageReader(ColumnDescriptor leaf) {
            List<String> path = Arrays.asList(leaf.getPath());
            ColumnChunk chunk = group.chunk(type.getName(), path.subList(1, path.size()));
            try {
                LeafPages pages =
                        new LeafPages(bytes, chunk.meta_data, leaf, group.group().num_rows, memory);
                leaves.add(pages);
                return pages;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public long getRowCount() {
            return group.group().num_rows;
        }
    }

    /// The JSON of the next row's value, or null for NULL.
    ///
    /// @throws IOException if the pages are damaged, in our words and not in the library's
    byte[] next() throws IOException {
        try {
            if (reader == null) {
                open();
            }
            return row();
        } catch (RuntimeException e) {
            throw ours(e);
        }
    }

    /// What a failure within the library comes down to.
    private IOException ours(RuntimeException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case TelegraphException known -> throw known;
                case DamagedPageException damaged -> {
                    return damaged;
                }
                default -> {}
            }
        }
        return new DamagedPageException(
                "values must be as their pages say: column=" + Content.shown(type.getName()));
    }

    private byte[] row() {
        Map<?, ?> row = (Map<?, ?>) reader.read();
        Object value = row.get(type.getName());
        if (value == null) {
            return null;
        }
        if (list.isPresent()) {
            return ArrayElements.of(list.get().elements(value)).getBytes(StandardCharsets.UTF_8);
        }
        text.reset();
        try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), text)) {
            field(json, type, value);
        }
        return text.toByteArray();
    }

    @Override
    public void close() {
        leaves.forEach(LeafPages::close);
    }

    /// Writes the value of a field, which is a list if the field is repeated.
    private static void field(JsonGenerator json, Type type, Object value) {
        if (!type.isRepetition(Type.Repetition.REPEATED)) {
            single(json, type, value);
            return;
        }
        json.writeStartArray();
        for (Object item : (List<?>) value) {
            single(json, type, item);
        }
        json.writeEndArray();
    }

    private static void single(JsonGenerator json, Type type, Object value) {
        if (value == null) {
            json.writeNull();
        } else if (type.isPrimitive()) {
            primitive(json, value);
        } else {
            group(json, type.asGroupType(), (Map<?, ?>) value);
        }
    }

    private static void primitive(JsonGenerator json, Object value) {
        switch (value) {
            case Boolean flag -> json.writeBoolean(flag);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case BigDecimal number -> json.writeNumber(number);
            case Double number when Double.isFinite(number) -> json.writeNumber(number);
            default -> json.writeString(value.toString());
        }
    }

    private static void group(JsonGenerator json, GroupType type, Map<?, ?> value) {
        LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
        boolean one = type.getFieldCount() == 1;
        if (meaning instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation && one) {
            list(json, type.getType(0), (List<?>) value.get(type.getFieldName(0)));
            return;
        }
        if (isMap(type)) {
            map(json, type.getType(0).asGroupType(), (List<?>) value.get(type.getFieldName(0)));
            return;
        }
        json.writeStartObject();
        for (Type field : type.getFields()) {
            json.writeName(field.getName());
            Object item = value.get(field.getName());
            if (item == null) {
                json.writeNull();
            } else {
                field(json, field, item);
            }
        }
        json.writeEndObject();
    }

    private static boolean isMap(GroupType type) {
        LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
        return (meaning instanceof LogicalTypeAnnotation.MapLogicalTypeAnnotation
                        || meaning instanceof LogicalTypeAnnotation.MapKeyValueTypeAnnotation)
                && type.getFieldCount() == 1
                && !type.getType(0).isPrimitive()
                && type.getType(0).asGroupType().getFieldCount() == 2;
    }

    private static void list(JsonGenerator json, Type repeated, List<?> items) {
        boolean boxed = ParquetList.isBoxed(repeated);
        json.writeStartArray();
        for (Object item : items) {
            if (!boxed) {
                single(json, repeated, item);
                continue;
            }
            Type element = repeated.asGroupType().getType(0);
            Object value = ((Map<?, ?>) item).get(element.getName());
            if (value == null) {
                json.writeNull();
            } else {
                field(json, element, value);
            }
        }
        json.writeEndArray();
    }

    private static void map(JsonGenerator json, GroupType entry, List<?> items) {
        json.writeStartObject();
        for (Object item : items) {
            Map<?, ?> pair = (Map<?, ?>) item;
            json.writeName(String.valueOf(pair.get(entry.getFieldName(0))));
            Object value = pair.get(entry.getFieldName(1));
            if (value == null) {
                json.writeNull();
            } else {
                field(json, entry.getType(1), value);
            }
        }
        json.writeEndObject();
    }

    /// Collects the values of a row in maps and lists of the shape of its type.
    private static final class Assembly extends RecordMaterializer<Object> {
        private final Group root;
        private final Row values;
        private Object row;

        Assembly(MessageType type, String file) {
            this.values = new Row(file);
            this.root = new Group(type, this::end, values);
        }

        private void end(Object value) {
            row = value;
            values.values = 0;
        }

        @Override
        public Object getCurrentRecord() {
            return row;
        }

        @Override
        public GroupConverter getRootConverter() {
            return root;
        }
    }

    /// How many values were gathered of the current row.
    private static final class Row {
        private final String file;
        private int values;

        Row(String file) {
            this.file = file;
        }

        void add() {
            if (++values > ROW_VALUES_MAX) {
                throw TelegraphException.of(
                        SqlState.PROGRAM_LIMIT,
                        "a row has at most " + ROW_VALUES_MAX + " values in lists: file=" + file);
            }
        }
    }

    private static final class Group extends GroupConverter {
        private final GroupType type;
        private final Converter[] fields;
        private final Consumer<Object> target;
        private final Row row;
        private Map<String, Object> value;

        Group(GroupType type, Consumer<Object> target, Row row) {
            this.row = row;
            this.type = type;
            this.target = target;
            this.fields = new Converter[type.getFieldCount()];
            for (int i = 0; i < fields.length; i++) {
                Type field = type.getType(i);
                Consumer<Object> place = place(field);
                fields[i] =
                        field.isPrimitive()
                                ? new Leaf(ParquetLeaf.of(field.asPrimitiveType(), row.file), place)
                                : new Group(field.asGroupType(), place, row);
            }
        }

        private Consumer<Object> place(Type field) {
            String name = field.getName();
            if (!field.isRepetition(Type.Repetition.REPEATED)) {
                return item -> value.put(name, item);
            }
            return item -> {
                @SuppressWarnings("unchecked")
                List<Object> items = (List<Object>) value.get(name);
                row.add();
                items.add(item);
            };
        }

        @Override
        public Converter getConverter(int index) {
            return fields[index];
        }

        @Override
        public void start() {
            value = new LinkedHashMap<>();
            for (Type field : type.getFields()) {
                if (field.isRepetition(Type.Repetition.REPEATED)) {
                    value.put(field.getName(), new ArrayList<>());
                }
            }
        }

        @Override
        public void end() {
            target.accept(value);
        }
    }

    private static final class Leaf extends PrimitiveConverter {
        private final ParquetLeaf leaf;
        private final Consumer<Object> target;

        Leaf(ParquetLeaf leaf, Consumer<Object> target) {
            this.leaf = leaf;
            this.target = target;
        }

        @Override
        public void addBoolean(boolean value) {
            target.accept(value);
        }

        @Override
        public void addInt(int value) {
            target.accept(leaf.value(value));
        }

        @Override
        public void addLong(long value) {
            target.accept(leaf.value(value));
        }

        @Override
        public void addFloat(float value) {
            target.accept((double) value);
        }

        @Override
        public void addDouble(double value) {
            target.accept(value);
        }

        @Override
        public void addBinary(Binary value) {
            // A view fails if the bytes do not lie in the page, before room for them is made.
            value.toByteBuffer();
            target.accept(leaf.value(value));
        }
    }
}
