package telegraph.query.value;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.label.EnumType;

/// The type of values that stand for one another, as in CASE and UNION, by PostgreSQL's rule: those
/// whose type is known are of one kind, and a bare literal is read as one of that type.
///
/// ```
/// CASE WHEN … THEN 1 ELSE '2' END       integer
/// CASE WHEN … THEN day ELSE now() END   timestamp with time zone
/// CASE WHEN … THEN day ELSE 5 END       42804
/// CASE WHEN … THEN 1 ELSE 'two' END     22P02
/// ```
///
/// Threads: any.
public final class CommonType {
    /// Types whose values can be compared.
    public enum Kind {
        NUMBER,
        TEXT,
        TRUTH,
        MOMENT,
        TIME,
        INTERVAL,
        BYTEA,
        ENUM,
        OTHER
    }

    private CommonType() {}

    public static Kind kind(RelDataType type) {
        if (type instanceof EnumType) {
            return Kind.ENUM;
        }
        if (ByteaLiterals.isBytea(type)) {
            return Kind.BYTEA;
        }
        if (SqlTypeUtil.inCharFamily(type)) {
            return Kind.TEXT;
        }
        if (SqlTypeUtil.isInterval(type)) {
            return Kind.INTERVAL;
        }
        return switch (type.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, REAL, FLOAT, DOUBLE -> Kind.NUMBER;
            case BOOLEAN -> Kind.TRUTH;
            case DATE, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Kind.MOMENT;
            case TIME -> Kind.TIME;
            default -> Kind.OTHER;
        };
    }

    /// Whether the place of an expression decides what it is: a bare literal, NULL, a parameter.
    public static boolean isUnknown(SqlNode node, RelDataType type) {
        return node instanceof SqlCharStringLiteral
                || switch (type.getSqlTypeName()) {
                    case NULL, ANY, UNKNOWN -> true;
                    default -> false;
                };
    }

    /// The type that takes values of all these types; empty if there are none, or of several kinds.
    public static Optional<RelDataType> of(List<RelDataType> known, RelDataTypeFactory types) {
        boolean one = known.stream().map(CommonType::kind).distinct().count() == 1;
        if (!one) {
            return Optional.empty();
        }
        boolean nullable = known.stream().anyMatch(RelDataType::isNullable);
        Optional<RelDataType> common =
                kind(known.getFirst()) == Kind.MOMENT
                        ? known.stream().max(Comparator.comparing(CommonType::width))
                        : Optional.ofNullable(types.leastRestrictive(known));
        return common.map(type -> types.createTypeWithNullability(type, nullable));
    }

    private static int width(RelDataType moment) {
        return switch (moment.getSqlTypeName()) {
            case DATE -> 0;
            case TIMESTAMP -> 1;
            default -> 2;
        };
    }

    public static TelegraphException unmatched(RelDataType one, RelDataType other, String what) {
        return TelegraphException.of(
                SqlState.DATATYPE_MISMATCH,
                what
                        + " types "
                        + Types.declared(one)
                        + " and "
                        + Types.declared(other)
                        + " cannot be matched");
    }

    /// A value as one of a type: a literal read as such, a day as its midnight.
    ///
    /// @throws TelegraphException if a literal cannot be
    public static SqlNode read(
            SqlNode value, RelDataType type, SqlValidator validator, SqlValidatorScope scope) {
        RelDataTypeFactory types = validator.getTypeFactory();
        RelDataType to = type;
        if (value instanceof SqlCharStringLiteral literal && kind(type) != Kind.TEXT) {
            ReadableTexts.demand(literal.getValueAs(String.class), type);
            // A number has the digits that are written, not those of the others.
            to =
                    type.getSqlTypeName() == SqlTypeName.DECIMAL
                            ? types.createSqlType(SqlTypeName.DECIMAL)
                            : type;
        } else if (kind(type) != Kind.MOMENT
                || validator.deriveType(scope, value).getSqlTypeName() == type.getSqlTypeName()) {
            return value;
        }
        return cast(value, to, validator, scope);
    }

    /// A cast of an operand in a query that is being validated.
    public static SqlNode cast(
            SqlNode value, RelDataType type, SqlValidator validator, SqlValidatorScope scope) {
        SqlNode cast =
                SqlStdOperatorTable.CAST.createCall(
                        value.getParserPosition(), value, spec(type, value.getParserPosition()));
        validator.deriveType(scope, cast);
        return cast;
    }

    /// What stands for a type in a cast. Calcite cannot write down that of intervals, and takes an
    /// enum for a number.
    public static SqlNode spec(RelDataType type, SqlParserPos at) {
        if (type instanceof EnumType one) {
            return one.spec(at);
        }
        if (ArrayArguments.isArray(type) && type.getComponentType() instanceof EnumType one) {
            return new SqlDataTypeSpec(
                    new SqlCollectionTypeNameSpec(
                            one.spec(at).getTypeNameSpec(), SqlTypeName.ARRAY, at),
                    at);
        }
        return SqlTypeUtil.isInterval(type)
                ? Types.interval(at)
                : SqlTypeUtil.convertTypeToSpec(type);
    }
}
