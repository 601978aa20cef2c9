package telegraph.tables.catalog;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Constraint;
import telegraph.language.ast.Definition;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.language.ast.TableName;
import telegraph.store.Bytes;

/// How the store keeps an entry.
///
/// | part  | bytes                                                                        |
/// |-------|------------------------------------------------------------------------------|
/// | key   | schema in lower case, 0, name in lower case; a schema has no name             |
/// | value | format (1 byte, [#FORMAT]), kind (1 byte), then what the kind needs           |
///
/// | kind | entry  | what follows                                                          |
/// |-----:|--------|-----------------------------------------------------------------------|
/// |    1 | table  | name, container, counters, columns, slots, key, indexes, checks, foreign keys, sequences, generated columns, query, conditions of indexes, when foreign keys are checked |
/// |    2 | source | the statement that creates it                                          |
/// |    3 | view   | the statement that creates it                                          |
/// |    4 | schema | its name                                                               |
/// |    5 | sequence | name, container, how it counts, the column that it belongs to          |
/// |    6 | type   | name, id, numbers and texts of its values                              |
///
/// What is said of it stands at the end: a list of kinds, names and texts.
///
/// Numbers are big-endian; a text is its length in 4 bytes and its UTF-8; a list is its length in 4
/// bytes and its elements; an enumeration is its name.
final class EntryCodec {
    /// In format 1 the types of times had no digits, and rows had milliseconds. Before format 3 all
    /// identities counted from 1 on by 1, and their sequences had no names of their own. Before
    /// format 4 no column was generated or of arrays, no view materialized, each index of all rows
    /// and of its key alone, and there were no comments. Before format 5 there were no types, and
    /// each statement checked all foreign keys.
    static final byte FORMAT = 5;

    private static final int FORMAT_SEQUENCES = 3;
    private static final int FORMAT_COMPUTED = 4;
    private static final int FORMAT_DEFERRED = 5;

    /// The longest schema or name, in bytes of UTF-8.
    static final int NAME_BYTES_MAX = 255;

    private static final byte TABLE = 1;
    private static final byte SOURCE = 2;
    private static final byte VIEW = 3;
    private static final byte SCHEMA = 4;
    private static final byte SEQUENCE = 5;
    private static final byte ENUMERATION = 6;

    private EntryCodec() {}

    /// @throws TelegraphException of kind INPUT if a part of the name is too long
    static Bytes key(TableName name) {
        TableName folded = name.folded();
        byte[] schema = part(folded.schema());
        byte[] rest = part(folded.name());
        return new Bytes()
                .append(schema, 0, schema.length)
                .append((byte) 0)
                .append(rest, 0, rest.length);
    }

    private static byte[] part(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > NAME_BYTES_MAX || name.indexOf('\0') >= 0) {
            throw TelegraphException.of(
                    SqlState.PROGRAM_LIMIT,
                    "a name has at most "
                            + NAME_BYTES_MAX
                            + " bytes, and none of them is 0: bytes="
                            + bytes.length);
        }
        return bytes;
    }

    static Bytes encode(Entry entry) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            switch (entry) {
                case Entry.TableEntry table -> {
                    out.writeByte(TABLE);
                    write(out, table.definition());
                }
                case Entry.SourceEntry source -> {
                    out.writeByte(SOURCE);
                    write(out, CreateStatements.write(source, Snapshot.EMPTY));
                }
                case Entry.ViewEntry view -> {
                    out.writeByte(VIEW);
                    write(out, CreateStatements.write(view, Snapshot.EMPTY));
                }
                case Entry.SchemaEntry schema -> {
                    out.writeByte(SCHEMA);
                    write(out, schema.name().schema());
                }
                case Entry.SequenceEntry sequence -> {
                    out.writeByte(SEQUENCE);
                    write(out, sequence);
                }
                case Entry.TypeEntry type -> {
                    out.writeByte(ENUMERATION);
                    write(out, type.type());
                }
            }
            list(
                    out,
                    List.copyOf(entry.comments().texts().entrySet()),
                    (to, comment) -> {
                        write(to, comment.getKey().kind().name());
                        write(to, comment.getKey().name());
                        write(to, comment.getValue());
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Bytes.of(bytes.toByteArray());
    }

    private static void write(DataOutputStream out, TableDefinition table) throws IOException {
        write(out, table.name());
        out.writeInt(table.container());
        out.writeInt(table.counters());
        list(out, table.columns(), EntryCodec::write);
        list(out, table.slots(), EntryCodec::write);
        list(
                out,
                table.primaryKey().stream().toList(),
                (to, key) -> {
                    write(to, key.name());
                    list(to, key.columns(), DataOutputStream::writeInt);
                });
        list(
                out,
                table.indexes(),
                (to, index) -> {
                    write(to, index.name());
                    to.writeInt(index.container());
                    list(to, index.columns(), DataOutputStream::writeInt);
                    to.writeBoolean(index.unique());
                    to.writeBoolean(index.constraint());
                    list(to, index.included(), DataOutputStream::writeInt);
                });
        list(
                out,
                table.checks(),
                (to, check) -> {
                    write(to, check.name());
                    write(to, check.text());
                });
        list(
                out,
                table.foreignKeys(),
                (to, key) -> {
                    write(to, key.name());
                    list(to, key.columns(), DataOutputStream::writeInt);
                    write(to, key.table());
                    list(to, key.referenced(), DataOutputStream::writeInt);
                    write(to, key.onDelete().name());
                    write(to, key.onUpdate().name());
                });
        list(
                out,
                table.numberings(),
                (to, numbering) -> {
                    to.writeInt(numbering.column());
                    write(to, numbering.name());
                    to.writeInt(numbering.slot());
                    write(to, numbering.counting());
                });
        list(
                out,
                table.columns().stream().filter(c -> c.generated().isPresent()).toList(),
                (to, column) -> {
                    to.writeInt(column.id());
                    write(to, column.generated().orElseThrow());
                });
        list(
                out,
                table.materialized().stream().toList(),
                (to, query) -> {
                    write(to, query.text());
                    list(to, query.outputs(), EntryCodec::write);
                    to.writeBoolean(query.populated());
                });
        list(
                out,
                table.indexes().stream().filter(i -> i.condition().isPresent()).toList(),
                (to, index) -> {
                    to.writeInt(index.container());
                    write(to, index.condition().orElseThrow());
                });
        list(
                out,
                table.foreignKeys().stream().filter(k -> k.deferral().isDeferrable()).toList(),
                (to, key) -> {
                    write(to, key.name());
                    write(to, key.deferral().name());
                });
    }

    private static void write(DataOutputStream out, Entry.SequenceEntry entry) throws IOException {
        write(out, entry.name());
        out.writeInt(entry.sequence().container());
        out.writeInt(entry.sequence().slot());
        write(out, entry.sequence().counting());
        list(
                out,
                entry.owner().stream().toList(),
                (to, owner) -> {
                    write(to, owner.table());
                    to.writeInt(owner.column());
                });
    }

    private static void write(DataOutputStream out, Counting counting) throws IOException {
        write(out, counting.type().name());
        out.writeLong(counting.start());
        out.writeLong(counting.increment());
        out.writeLong(counting.min());
        out.writeLong(counting.max());
        out.writeLong(counting.cache());
        out.writeBoolean(counting.cycle());
    }

    private static void write(DataOutputStream out, StoredColumn column) throws IOException {
        out.writeInt(column.id());
        write(out, column.name());
        write(out, column.type());
        out.writeBoolean(column.notNull());
        list(out, column.byDefault().stream().toList(), EntryCodec::write);
        write(out, column.identity().name());
        list(out, column.missing().stream().toList(), EntryCodec::write);
    }

    private static void write(DataOutputStream out, SqlType type) throws IOException {
        write(out, type.name().name());
        out.writeInt(type.length());
        out.writeInt(type.scale());
        if (type.element().isPresent()) {
            write(out, type.element().get());
        }
        if (type.name() == SqlType.Name.ENUM) {
            write(out, type.enumeration());
        }
    }

    private static void write(DataOutputStream out, UserType.Enumeration type) throws IOException {
        write(out, type.name());
        out.writeInt(type.id());
        list(
                out,
                type.labels(),
                (to, label) -> {
                    to.writeLong(label.code());
                    write(to, label.text());
                });
    }

    private static void write(DataOutputStream out, TableName name) throws IOException {
        write(out, name.schema());
        write(out, name.name());
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /// Writes one element.
    private interface Writing<T> {
        void write(DataOutputStream out, T element) throws IOException;
    }

    private static <T> void list(DataOutputStream out, List<T> list, Writing<T> writing)
            throws IOException {
        out.writeInt(list.size());
        for (T element : list) {
            writing.write(out, element);
        }
    }

    /// @param name what to call the entry if it cannot be read
    /// @throws TelegraphException of kind CORRUPT if it is none, or of a later version
    static Entry decode(byte[] value, String name) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(value))) {
            int format = in.readUnsignedByte();
            if (format > FORMAT) {
                throw TelegraphException.corrupt(
                        "the catalog was written by a later version of Telegraph: entry="
                                + name
                                + " format="
                                + format
                                + " known="
                                + FORMAT
                                + ". Nothing was changed; use that version, or another sandbox");
            }
            byte kind = in.readByte();
            Entry entry =
                    switch (kind) {
                        case TABLE -> {
                            TableDefinition table = table(in, format);
                            if (format >= FORMAT_COMPUTED) {
                                table = conditional(materialized(generated(table, in), in), in);
                            }
                            yield new Entry.TableEntry(
                                    format < FORMAT_DEFERRED ? table : deferred(table, in));
                        }
                        case SOURCE, VIEW -> CreateStatements.read(text(in));
                        case SEQUENCE -> sequence(in);
                        case ENUMERATION -> new Entry.TypeEntry(enumeration(in));
                        case SCHEMA -> Entry.SchemaEntry.of(text(in));
                        default -> throw damaged(name, "kind " + kind, null);
                    };
            return format < FORMAT_COMPUTED ? entry : entry.withComments(comments(in));
        } catch (IOException | IllegalArgumentException e) {
            throw damaged(name, String.valueOf(e.getMessage()), e);
        }
    }

    private static Comments comments(DataInputStream in) throws IOException {
        Map<Comments.Part, String> texts = new HashMap<>();
        list(
                in,
                from ->
                        texts.put(
                                new Comments.Part(Definition.Kind.valueOf(text(from)), text(from)),
                                text(from)));
        return new Comments(texts);
    }

    private static TelegraphException damaged(String name, String found, Throwable cause) {
        return TelegraphException.corrupt(
                "the catalog is damaged: entry=" + name + " found=" + found, cause);
    }

    private static TableDefinition table(DataInputStream in, int format) throws IOException {
        TableName name = name(in);
        int container = in.readInt();
        int counters = in.readInt();
        List<StoredColumn> columns = list(in, EntryCodec::column);
        return new TableDefinition(
                name,
                container,
                counters,
                columns,
                list(in, EntryCodec::type),
                list(
                                in,
                                from ->
                                        new TableDefinition.Key(
                                                text(from), list(from, DataInputStream::readInt)))
                        .stream()
                        .findFirst(),
                list(
                        in,
                        from ->
                                new TableDefinition.Index(
                                        text(from),
                                        from.readInt(),
                                        list(from, DataInputStream::readInt),
                                        from.readBoolean(),
                                        from.readBoolean(),
                                        Optional.empty(),
                                        format < FORMAT_COMPUTED
                                                ? List.of()
                                                : list(from, DataInputStream::readInt))),
                list(in, from -> new TableDefinition.Check(text(from), text(from))),
                list(
                        in,
                        from ->
                                new TableDefinition.ForeignKey(
                                        text(from),
                                        list(from, DataInputStream::readInt),
                                        name(from),
                                        list(from, DataInputStream::readInt),
                                        Constraint.Action.valueOf(text(from)),
                                        Constraint.Action.valueOf(text(from)))),
                format < FORMAT_SEQUENCES
                        ? plain(name, columns)
                        : list(
                                in,
                                from ->
                                        new TableDefinition.Numbering(
                                                from.readInt(),
                                                text(from),
                                                from.readInt(),
                                                counting(from))));
    }

    private static TableDefinition conditional(TableDefinition table, DataInputStream in)
            throws IOException {
        Map<Integer, String> texts = texts(in);
        return table.indexed(
                table.indexes().stream()
                        .map(i -> i.where(Optional.ofNullable(texts.get(i.container()))))
                        .toList());
    }

    private static TableDefinition deferred(TableDefinition table, DataInputStream in)
            throws IOException {
        Map<String, Constraint.Deferral> deferrals = new HashMap<>();
        list(in, from -> deferrals.put(text(from), Constraint.Deferral.valueOf(text(from))));
        return table.referring(
                table.foreignKeys().stream()
                        .map(k -> k.deferred(deferrals.getOrDefault(k.name(), k.deferral())))
                        .toList());
    }

    private static Map<Integer, String> texts(DataInputStream in) throws IOException {
        Map<Integer, String> texts = new HashMap<>();
        for (int count = length(in); count > 0; count--) {
            texts.put(in.readInt(), text(in));
        }
        return texts;
    }

    private static TableDefinition generated(TableDefinition table, DataInputStream in)
            throws IOException {
        Map<Integer, String> texts = texts(in);
        return table.with(
                table.columns().stream()
                        .map(column ->
                                column.withGenerated(Optional.ofNullable(texts.get(column.id()))))
                        .toList());
    }

    private static TableDefinition materialized(TableDefinition table, DataInputStream in)
            throws IOException {
        return table.of(
                list(
                                in,
                                from ->
                                        new TableDefinition.Materialized(
                                                text(from),
                                                list(from, EntryCodec::text),
                                                from.readBoolean()))
                        .stream()
                        .findFirst());
    }

    /// The sequences of identities that were written before they had names.
    private static List<TableDefinition.Numbering> plain(
            TableName table, List<StoredColumn> columns) {
        return columns.stream()
                .filter(column -> column.identity() != Identity.NONE)
                .map(column ->
                        new TableDefinition.Numbering(
                                column.id(),
                                table.name() + "_" + column.name() + "_seq",
                                column.id(),
                                Counting.of(column.type().name())))
                .toList();
    }

    private static Entry.SequenceEntry sequence(DataInputStream in) throws IOException {
        return new Entry.SequenceEntry(
                new Sequence(name(in), in.readInt(), in.readInt(), counting(in)),
                list(in, from -> new Entry.Owner(name(from), from.readInt())).stream().findFirst(),
                Comments.NONE);
    }

    private static Counting counting(DataInputStream in) throws IOException {
        return new Counting(
                SqlType.Name.valueOf(text(in)),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readBoolean());
    }

    private static StoredColumn column(DataInputStream in) throws IOException {
        return new StoredColumn(
                in.readInt(),
                text(in),
                type(in),
                in.readBoolean(),
                optional(in),
                Optional.empty(),
                Identity.valueOf(text(in)),
                optional(in));
    }

    private static SqlType type(DataInputStream in) throws IOException {
        SqlType type = new SqlType(SqlType.Name.valueOf(text(in)), in.readInt(), in.readInt());
        if (type.name() == SqlType.Name.ARRAY) {
            return SqlType.array(type(in));
        }
        if (type.name() == SqlType.Name.ENUM) {
            return SqlType.of(enumeration(in));
        }
        return type.isTime() && type.scale() == 0 ? SqlType.inMillis(type.name()) : type;
    }

    private static UserType.Enumeration enumeration(DataInputStream in) throws IOException {
        return new UserType.Enumeration(
                name(in),
                in.readInt(),
                list(in, from -> new UserType.Label(from.readLong(), text(from))));
    }

    private static TableName name(DataInputStream in) throws IOException {
        return new TableName(text(in), text(in));
    }

    private static Optional<String> optional(DataInputStream in) throws IOException {
        return list(in, EntryCodec::text).stream().findFirst();
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(length(in)), StandardCharsets.UTF_8);
    }

    /// A length, which is never more than what is left.
    private static int length(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException(
                    "a length of " + length + " with " + in.available() + " bytes left");
        }
        return length;
    }

    /// Reads one element.
    private interface Element<T> {
        T read(DataInputStream in) throws IOException;
    }

    private static <T> List<T> list(DataInputStream in, Element<T> element) throws IOException {
        int count = length(in);
        List<T> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(element.read(in));
        }
        return list;
    }
}
