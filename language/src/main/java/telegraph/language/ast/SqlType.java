package telegraph.language.ast;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.lexer.Position;
import telegraph.memory.Type;

/// The type of a table's column as it was declared, of which a batch knows only what lies in it.
///
/// | name                          | in a batch        | held to when a row is written         |
/// |-------------------------------|-------------------|---------------------------------------|
/// | SMALLINT                      | INTEGER           | 16 bits                               |
/// | REAL                          | DOUBLE            | rounded to 32 bits                    |
/// | VARCHAR(n), CHAR(n)           | TEXT              | n characters; CHAR without end blanks |
/// | BYTEA                         | TEXT              | `\x` and pairs of hexadecimal digits  |
/// | INTERVAL                      | TEXT              | PostgreSQL's format                   |
/// | UUID, JSON                    | TEXT              | its format                            |
/// | JSONB                         | TEXT              | its format, in its normal form        |
/// | TIMESTAMPTZ                   | INSTANT           |                                       |
/// | TIME(n), TIMESTAMP(n)         | TIME, TIMESTAMP   | rounded to n digits of seconds        |
/// | NUMERIC(p, s)                 | DECIMAL(p, s)     | p digits, rounded to s after the point |
/// | an array, `integer[]`         | TEXT              | PostgreSQL's format                   |
/// | an enum                       | TEXT              | one of its values                     |
/// | the others                    | the same          |                                       |
///
/// @param length characters of VARCHAR and CHAR at most, 0 for any number; digits of NUMERIC;
///   digits of seconds after the point of times
/// @param scale digits of NUMERIC after the point; of times as many digits as rows have room for,
///   which are 6, or 3 in tables made when times had milliseconds
/// @param element the type of an array's elements
/// @param user what the catalog keeps of it, of an enum
public record SqlType(
        Name name, int length, int scale, Optional<SqlType> element, Optional<UserType> user) {
    private static final int NUMERIC_SCALE = 20;

    /// Digits of seconds after the point.
    public static final int MICROSECONDS = 6;

    private static final int MILLISECONDS = 3;

    private static final Set<Name> WHOLE = EnumSet.of(Name.SMALLINT, Name.INTEGER, Name.BIGINT);
    private static final Set<Name> CHARACTERS = EnumSet.of(Name.TEXT, Name.VARCHAR, Name.CHAR);

    /// What a type is called.
    public enum Name {
        BOOLEAN("boolean", Type.BOOLEAN),
        SMALLINT("smallint", Type.INTEGER),
        INTEGER("integer", Type.INTEGER),
        BIGINT("bigint", Type.BIGINT),
        REAL("real", Type.DOUBLE),
        DOUBLE("double precision", Type.DOUBLE),
        NUMERIC("numeric", Type.decimal(Type.DECIMAL_DIGITS_MAX, NUMERIC_SCALE)),
        TEXT("text", Type.TEXT),
        VARCHAR("character varying", Type.TEXT),
        CHAR("character", Type.TEXT),
        BYTEA("bytea", Type.TEXT),
        DATE("date", Type.DATE),
        TIME("time without time zone", Type.TIME),
        TIMESTAMP("timestamp without time zone", Type.TIMESTAMP),
        TIMESTAMPTZ("timestamp with time zone", Type.INSTANT),
        INTERVAL("interval", Type.TEXT),
        UUID("uuid", Type.TEXT),
        JSON("json", Type.TEXT),
        JSONB("jsonb", Type.TEXT),
        ARRAY("array", Type.TEXT),
        ENUM("enum", Type.TEXT);

        private final String title;
        private final Type physical;

        Name(String title, Type physical) {
            this.title = title;
            this.physical = physical;
        }

        /// As PostgreSQL writes it, without length.
        public String title() {
            return title;
        }
    }

    public SqlType(Name name, int length, int scale) {
        this(name, length, scale, Optional.empty(), Optional.empty());
    }

    /// The type of arrays of elements of a type.
    public static SqlType array(SqlType element) {
        return new SqlType(Name.ARRAY, 0, 0, Optional.of(element), Optional.empty());
    }

    /// A type that the catalog keeps, or has to be asked about.
    public static SqlType of(UserType user) {
        return new SqlType(Name.ENUM, 0, 0, Optional.empty(), Optional.of(user));
    }

    /// The values of an enum.
    ///
    /// @throws IllegalStateException if it is none, or nobody has asked the catalog
    public UserType.Enumeration enumeration() {
        if (user.isPresent() && user.get() instanceof UserType.Enumeration enumeration) {
            return enumeration;
        }
        throw new IllegalStateException("no enum: type=" + this);
    }

    /// A type that has no length.
    public static SqlType of(Name name) {
        return switch (name) {
            case NUMERIC -> numeric(Type.DECIMAL_DIGITS_MAX, NUMERIC_SCALE);
            case TIME, TIMESTAMP, TIMESTAMPTZ -> time(name, MICROSECONDS);
            default -> new SqlType(name, 0, 0);
        };
    }

    /// A type of times with so many digits of seconds.
    public static SqlType time(Name name, int digits) {
        return new SqlType(name, digits, MICROSECONDS);
    }

    /// A type of times whose rows have milliseconds.
    public static SqlType inMillis(Name name) {
        return new SqlType(name, MILLISECONDS, MILLISECONDS);
    }

    /// Whether it is of whole numbers.
    public boolean isWhole() {
        return WHOLE.contains(name);
    }

    /// Whether it is of numbers without rounding.
    public boolean isExact() {
        return isWhole() || name == Name.NUMERIC;
    }

    /// Whether it is of numbers.
    public boolean isNumber() {
        return isExact() || name == Name.REAL || name == Name.DOUBLE;
    }

    /// Whether it is of characters.
    public boolean isCharacters() {
        return CHARACTERS.contains(name);
    }

    /// Whether it is of times, that have a time of day.
    public boolean isTime() {
        return name == Name.TIME || name == Name.TIMESTAMP || name == Name.TIMESTAMPTZ;
    }

    /// Whether rows have its times in milliseconds.
    public boolean isInMillis() {
        return isTime() && scale == MILLISECONDS;
    }

    public static SqlType numeric(int precision, int scale) {
        return new SqlType(Name.NUMERIC, precision, scale);
    }

    /// The type that keeps what a batch holds.
    public static SqlType of(Type type) {
        return switch (type.kind()) {
            case BOOLEAN -> of(Name.BOOLEAN);
            case INTEGER -> of(Name.INTEGER);
            case BIGINT -> of(Name.BIGINT);
            case DOUBLE -> of(Name.DOUBLE);
            case DECIMAL -> numeric(type.precision(), type.scale());
            case DATE -> of(Name.DATE);
            case TIME -> of(Name.TIME);
            case TIMESTAMP -> of(Name.TIMESTAMP);
            case INSTANT -> of(Name.TIMESTAMPTZ);
            case TEXT -> of(Name.TEXT);
        };
    }

    /// The type of its values in a batch.
    public Type physical() {
        return name == Name.NUMERIC ? Type.decimal(length, scale) : name.physical;
    }

    /// The name as PostgreSQL writes it: numbers declared without digits have none.
    public String written() {
        if (element.isPresent()) {
            return element.get().written() + "[]";
        }
        return equals(of(Name.NUMERIC)) ? name.title : toString();
    }

    /// The name as PostgreSQL writes it, which a declaration may use.
    @Override
    public String toString() {
        return switch (name) {
            case NUMERIC -> "numeric(" + length + "," + scale + ")";
            case VARCHAR, CHAR -> length == 0 ? name.title : name.title + "(" + length + ")";
            case TIME, TIMESTAMP, TIMESTAMPTZ ->
                    length == MICROSECONDS
                            ? name.title
                            : name.title.replaceFirst(" ", "(" + length + ") ");
            case BOOLEAN,
                    SMALLINT,
                    INTEGER,
                    BIGINT,
                    REAL,
                    DOUBLE,
                    TEXT,
                    BYTEA,
                    DATE,
                    INTERVAL,
                    UUID,
                    JSON,
                    JSONB ->
                    name.title;
            case ARRAY -> element.orElseThrow() + "[]";
            case ENUM -> user.orElseThrow().name().quoted();
        };
    }

    /// A type that the catalog keeps under a name.
    public sealed interface UserType {
        TableName name();

        /// One that a statement names, and the catalog has yet to be asked about.
        ///
        /// @param position where the statement names it
        record Wanted(TableName name, Position position) implements UserType {}

        /// A type of listed values.
        ///
        /// A value lies as a number that says where it stands among the others, and that it keeps
        /// as long as the type is there: so its numbers are in order as its values are, whatever
        /// these are called and wherever others come between them.
        ///
        /// @param id what it is known by as long as it is there, whatever its name
        /// @param labels in order
        record Enumeration(TableName name, int id, List<Label> labels) implements UserType {
            /// What lies between two values that were declared one after the other: so many times
            /// its half can be taken as others come between them at one place.
            public static final long GAP = 1L << 32;

            /// The greatest [#id], which has ones in all its bits.
            public static final int ID_MAX = (1 << 27) - 1;

            /// The least [#oid].
            private static final int OIDS = 1 << 29;

            public Enumeration {
                labels = List.copyOf(labels);
            }

            /// The number by which programs of PostgreSQL know it; that of its arrays is the next.
            public int oid() {
                return OIDS + 2 * id;
            }

            /// The value of a text.
            public Optional<Label> find(String text) {
                return labels.stream().filter(label -> label.text.equals(text)).findFirst();
            }

            /// The number of a text.
            ///
            /// @throws TelegraphException of 22P02 if none of its values is called so
            public long code(String text) {
                return find(text)
                        .orElseThrow(() ->
                                TelegraphException.of(
                                        SqlState.INVALID_TEXT_REPRESENTATION,
                                        "invalid input value for enum "
                                                + name.quoted()
                                                + ": \""
                                                + text
                                                + "\""))
                        .code;
            }

            /// The value of a number.
            public Label label(long code) {
                int low = 0;
                int high = labels.size() - 1;
                while (low <= high) {
                    int middle = (low + high) >>> 1;
                    long found = labels.get(middle).code;
                    if (found == code) {
                        return labels.get(middle);
                    }
                    if (found < code) {
                        low = middle + 1;
                    } else {
                        high = middle - 1;
                    }
                }
                throw TelegraphException.corrupt(
                        "an enum has a value for each number that lies in a row: type="
                                + name
                                + " number="
                                + code);
            }
        }

        /// A value of an enumeration.
        ///
        /// @param code the number as which it lies
        record Label(long code, String text) {}
    }
}
