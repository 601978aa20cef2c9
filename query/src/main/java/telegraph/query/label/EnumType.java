package telegraph.query.label;

import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.BasicSqlType;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.language.ast.SqlType.UserType.Enumeration;
import telegraph.language.ast.TableName;

/// An enum as the planner has it: the numbers of its values, which are in order as these are. What
/// else a query does with numbers it may not do with them (`telegraph.query.validate.EnumUses`).
///
/// Threads: any; immutable.
public final class EnumType extends BasicSqlType {
    private static final long serialVersionUID = 1L;

    /// Between a schema and a name in the names of types that a query casts to.
    public static final char SEPARATOR = '\u0001';

    /// The first word of what the type is written as.
    public static final String NAME = "ENUM";

    private final transient Enumeration values;

    public EnumType(RelDataTypeSystem system, Enumeration values, boolean nullable) {
        super(system, SqlTypeName.BIGINT, nullable);
        this.values = values;
        computeDigest(); // which the one above computed of a BIGINT
    }

    /// The enum that a type is.
    public static Optional<Enumeration> of(RelDataType type) {
        return type instanceof EnumType one ? Optional.of(one.values) : Optional.empty();
    }

    /// A type as a constant has it.
    public static String written(RelDataType type) {
        return type instanceof EnumType one
                ? one.with(true).getFullTypeString() + SEPARATOR
                : type.toString();
    }

    /// The values of one that is written, as [EnumCodes] reads them.
    public static String values(String type) {
        return type.split(" ", 3)[2];
    }

    public Enumeration values() {
        return values;
    }

    /// Whether it is an enum, or an array of one.
    public static boolean isIn(RelDataType type) {
        return type instanceof EnumType
                || type.getSqlTypeName() == SqlTypeName.ARRAY && isIn(type.getComponentType());
    }

    /// The same, which may be NULL or not.
    public RelDataType with(boolean nullable) {
        return nullable == isNullable() ? this : new EnumType(typeSystem, values, nullable);
    }

    @Override
    public BasicSqlType createWithNullability(boolean nullable) {
        return new EnumType(typeSystem, values, nullable);
    }

    /// The number by which programs of PostgreSQL know a type that is one, or an array of one; 0 of
    /// any other.
    public static int oid(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.ARRAY
                ? of(type.getComponentType()).map(one -> one.oid() + 1).orElse(0)
                : of(type).map(Enumeration::oid).orElse(0);
    }

    /// What stands for it in a cast.
    public SqlDataTypeSpec spec(SqlParserPos at) {
        return new SqlDataTypeSpec(
                new SqlUserDefinedTypeNameSpec(new SqlIdentifier(key(values.name()), at), at), at);
    }

    /// The name by which a query casts to a type of the catalog.
    public static String key(TableName name) {
        return name.schema() + SEPARATOR + name.name();
    }

    /// The name that such a one stands for; one without a schema is in that of all such names.
    public static TableName name(String key) {
        int at = key.indexOf(SEPARATOR);
        return at < 0
                ? TableName.of(key)
                : new TableName(key.substring(0, at), key.substring(at + 1));
    }

    @Override
    protected void generateTypeString(StringBuilder to, boolean withDetail) {
        if (values == null) {
            super.generateTypeString(to, withDetail);
        } else if (!withDetail) {
            to.append(values.name().quoted());
        } else {
            // Types of one digest are one, so that it says what all of its values are.
            to.append(NAME).append(' ').append(values.id()).append(' ');
            to.append(EnumCodes.written(values));
        }
    }
}
