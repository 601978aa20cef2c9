package telegraph.language.ast;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
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
/// | the others                    | the same          |                                       |
///
/// @param length characters of VARCHAR and CHAR at most, 0 for any number; digits of NUMERIC;
///   digits of seconds after the point of times
/// @param scale digits of NUMERIC after the point; of times as many digits as rows have room for,
///   which are 6, or 3 in tables made when times had milliseconds
/// @param element the type of an array's elements
public record SqlType(Name name, int length, int scale, Optional<SqlType> element) {
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
        ARRAY("array", Type.TEXT);

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
        this(name, length, scale, Optional.empty());
    }

    /// The type of arrays of elements of a type.
    public static SqlType array(SqlType element) {
        return new SqlType(Name.ARRAY, 0, 0, Optional.of(element));
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
        };
    }
}
