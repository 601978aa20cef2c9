package telegraph.server.postgres.type;

import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.TelegraphException;
import telegraph.sql.ResultColumn;

/// A type of PostgreSQL as clients see it, and its values on the wire.
///
/// A field is a length of four bytes, -1 for NULL, and so many bytes of value:
///
/// ```
/// INTEGER 42      text    00 00 00 02  34 32
///                 binary  00 00 00 04  00 00 00 2a
/// NULL                    ff ff ff ff
/// ```
///
/// Values are those of `telegraph.sql.Event`; a type takes any of them that can stand for one of
/// its own, such as an Integer for SMALLINT and a text for UUID.
///
/// Threads: any; immutable.
public final class PgType {
    private static final Pattern LENGTH = Pattern.compile("\\s*\\((\\d+)(?:\\s*,\\s*(-?\\d+))?\\)");
    private static final int NULL = -1;

    /// How many bytes PostgreSQL says that a value of an enum has, which is sent as its text.
    private static final int ENUM_BYTES = 4;

    /// What PostgreSQL adds to a length in the modifier of a type.
    private static final int MODIFIER_HEADER = 4;

    private static final Map<Integer, PgType> BY_OID = byOid();

    /// The type of a parameter of which nothing is known.
    public static final PgType UNKNOWN = new PgType(Scalar.UNKNOWN, false, -1);

    private final Scalar scalar;
    private final boolean array;
    private final int typmod;

    /// The number of a type of the catalog, whose values are texts; 0 for any other.
    private final int user;

    private PgType(Scalar scalar, boolean array, int typmod) {
        this(scalar, array, typmod, 0);
    }

    private PgType(Scalar scalar, boolean array, int typmod, int user) {
        this.scalar = scalar;
        this.array = array;
        this.typmod = typmod;
        this.user = user;
    }

    private static Map<Integer, PgType> byOid() {
        Map<Integer, PgType> all = new HashMap<>();
        for (Scalar scalar : Scalar.values()) {
            all.putIfAbsent(scalar.arrayOid(), new PgType(scalar, true, -1));
            all.put(scalar.oid(), new PgType(scalar, false, -1));
        }
        return Map.copyOf(all);
    }

    /// The type of a column of a result.
    public static PgType of(ResultColumn column) {
        PgType type = named(column.declared());
        return column.oid() == 0 ? type : type.numbered(column.oid());
    }

    /// A type of the catalog that has a number.
    ///
    /// @param name as PostgreSQL writes it
    public static PgType of(String name, int oid) {
        return named(name).numbered(oid);
    }

    private PgType numbered(int oid) {
        return new PgType(scalar, array, typmod, oid);
    }

    /// The type of a name as PostgreSQL or DESCRIBE writes it, such as `character varying(10)` or
    /// `INTEGER[]`; text if PostgreSQL has no such type.
    public static PgType named(String name) {
        String bare = name.strip();
        boolean array = false;
        while (bare.endsWith("[]")) {
            array = true;
            bare = bare.substring(0, bare.length() - 2).stripTrailing();
        }
        Matcher length = LENGTH.matcher(bare);
        if (!length.find()) {
            return new PgType(Scalar.named(bare), array, -1);
        }
        Scalar scalar = Scalar.named(length.replaceFirst(""));
        return new PgType(scalar, array, modifier(scalar, length));
    }

    private static int modifier(Scalar scalar, Matcher length) {
        int first = Integer.parseInt(length.group(1));
        return switch (scalar) {
            case VARCHAR, BPCHAR -> first + MODIFIER_HEADER;
            case NUMERIC -> {
                int scale = length.group(2) == null ? 0 : Integer.parseInt(length.group(2));
                yield (first << 16 | scale & 0x7ff) + MODIFIER_HEADER;
            }
            case TIME, TIMESTAMP, TIMESTAMPTZ -> first;
            default -> -1;
        };
    }

    /// The type of a number; empty if it is none of those known here.
    public static Optional<PgType> ofOid(int oid) {
        return Optional.ofNullable(BY_OID.get(oid));
    }

    /// Its number.
    public int oid() {
        if (user != 0) {
            return user;
        }
        return array ? scalar.arrayOid() : scalar.oid();
    }

    /// How many bytes a value has, -1 if that depends on the value.
    public int size() {
        if (user != 0) {
            return array ? -1 : ENUM_BYTES;
        }
        return array ? -1 : scalar.size();
    }

    /// Its length or digits as PostgreSQL packs them, -1 if it has none.
    public int typmod() {
        return typmod;
    }

    /// As PostgreSQL writes it, without length.
    public String name() {
        return array ? scalar.title() + "[]" : scalar.title();
    }

    /// Writes a field: its length, and the value unless it is null.
    public void write(Object value, WireForm form, ByteBuf out) {
        if (value == null) {
            out.writeInt(NULL);
            return;
        }
        int at = out.writerIndex();
        out.writeInt(0);
        writeValue(value, form, out);
        out.setInt(at, out.writerIndex() - at - Integer.BYTES);
    }

    private void writeValue(Object value, WireForm form, ByteBuf out) {
        if (value instanceof List<?> list) {
            Arrays.write(this, list, form, out);
        } else if (array) {
            Arrays.write(this, value.toString(), form, out);
        } else if (form.binary() && padding() == 0) {
            BinaryWriter.write(scalar, value, out);
        } else {
            TextWriter.write(this, value, form.zone(), out);
        }
    }

    /// Writes a field of a whole number, without making an object of it.
    public void writeWhole(long value, WireForm form, ByteBuf out) {
        boolean known =
                !array && (scalar == Scalar.INT4 || scalar == Scalar.INT8 || scalar == Scalar.INT2);
        if (!known) {
            write(value, form, out);
        } else if (form.binary()) {
            out.writeInt(scalar.size());
            BinaryWriter.whole(scalar, value, out);
        } else {
            int at = out.writerIndex();
            out.writeInt(0);
            TextWriter.whole(value, out);
            out.setInt(at, out.writerIndex() - at - Integer.BYTES);
        }
    }

    /// Reads the `length` next bytes as a value that `Prepared.set` takes. Text of a day, a time or
    /// a length of time that is not in ISO's form stays text, which the statement reads.
    ///
    /// @throws TelegraphException of kind INPUT if they are no value of this type; what was read of
    ///   them is undefined then
    public Object read(ByteBuf in, int length, WireForm form) {
        if (array) {
            return form.binary()
                    ? Arrays.readBinary(in, length)
                    : Arrays.readText(scalar, TextReader.utf8(in, length), form.zone());
        }
        return form.binary()
                ? BinaryReader.read(scalar, in, length)
                : TextReader.read(scalar, TextReader.utf8(in, length), form.zone());
    }

    Scalar scalar() {
        return scalar;
    }

    /// Characters that CHAR is filled up to, 0 for none.
    int padding() {
        return scalar == Scalar.BPCHAR && typmod > MODIFIER_HEADER ? typmod - MODIFIER_HEADER : 0;
    }

    /// The type of an array's elements.
    PgType element() {
        return new PgType(scalar, false, typmod, user == 0 ? 0 : user - 1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PgType type
                && type.scalar == scalar
                && type.array == array
                && type.typmod == typmod
                && type.user == user;
    }

    @Override
    public int hashCode() {
        return oid() * 31 + typmod;
    }

    @Override
    public String toString() {
        return name();
    }
}
