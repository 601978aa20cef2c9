package telegraph.sql.plan;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.memory.Type;
import telegraph.sql.expression.Interrupts;

/// The sizes of SQL types and the types of results, as PostgreSQL users expect them where the
/// columns of a batch allow: decimals of 38 digits, text without padding, times to the millisecond.
final class TypeSystem extends RelDataTypeSystemImpl {
    /// A new factory of these types, whose text is Unicode. Whoever plans asks it at each step, so
    /// it ends what an interrupted thread does.
    static JavaTypeFactory factory() {
        return new JavaTypeFactoryImpl(new TypeSystem()) {
            @Override
            public Charset getDefaultCharset() {
                return StandardCharsets.UTF_8;
            }

            /// A literal is text and keeps its trailing blanks, so the standard's CHAR of a
            /// literal, whose blanks carry no meaning, does not arise.
            @Override
            public RelDataType createSqlType(SqlTypeName name, int precision) {
                return super.createSqlType(
                        name == SqlTypeName.CHAR ? SqlTypeName.VARCHAR : name, precision);
            }

            @Override
            public RelDataType createTypeWithNullability(RelDataType type, boolean nullable) {
                Interrupts.check();
                return super.createTypeWithNullability(type, nullable);
            }

            @Override
            public RelDataType createStructType(
                    StructKind kind, List<RelDataType> types, List<String> names) {
                Interrupts.check();
                return super.createStructType(kind, types, names);
            }
        };
    }

    /// Digits after the point that an average of decimals has at least.
    private static final int AVERAGE_SCALE_MIN = 16;

    private static final int MILLISECONDS = 3;

    @Override
    public int getMaxPrecision(SqlTypeName typeName) {
        return typeName == SqlTypeName.DECIMAL
                ? Type.DECIMAL_DIGITS_MAX
                : super.getMaxPrecision(typeName);
    }

    @Override
    public int getMaxScale(SqlTypeName typeName) {
        return typeName == SqlTypeName.DECIMAL
                ? Type.DECIMAL_DIGITS_MAX
                : super.getMaxScale(typeName);
    }

    @Override
    public int getDefaultPrecision(SqlTypeName typeName) {
        return switch (typeName) {
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> MILLISECONDS;
            default -> super.getDefaultPrecision(typeName);
        };
    }

    @Override
    public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
        SqlTypeName to =
                switch (argument.getSqlTypeName()) {
                    case TINYINT, SMALLINT, INTEGER -> SqlTypeName.BIGINT;
                    case FLOAT, REAL -> SqlTypeName.DOUBLE;
                    default -> null;
                };
        if (to != null) {
            return factory.createTypeWithNullability(
                    factory.createSqlType(to), argument.isNullable());
        }
        if (argument.getSqlTypeName() == SqlTypeName.DECIMAL) {
            return factory.createTypeWithNullability(
                    factory.createSqlType(
                            SqlTypeName.DECIMAL, Type.DECIMAL_DIGITS_MAX, argument.getScale()),
                    argument.isNullable());
        }
        return argument;
    }

    @Override
    public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
        return switch (argument.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, FLOAT, REAL, DOUBLE ->
                    factory.createTypeWithNullability(
                            factory.createSqlType(SqlTypeName.DOUBLE), argument.isNullable());
            case DECIMAL ->
                    factory.createTypeWithNullability(
                            factory.createSqlType(
                                    SqlTypeName.DECIMAL,
                                    Type.DECIMAL_DIGITS_MAX,
                                    Math.max(AVERAGE_SCALE_MIN, argument.getScale())),
                            argument.isNullable());
            default -> argument;
        };
    }

    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }
}
