package telegraph.query.translate;

import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.memory.Type;
import telegraph.query.label.EnumType;
import telegraph.query.value.CommonType;
import telegraph.query.value.Interrupts;
import telegraph.query.value.Numeric;

/// The sizes of SQL types and the types of results, as PostgreSQL users expect them where the
/// columns of a batch allow: decimals of 38 digits, text without padding, times to the microsecond.
public final class TypeSystem extends RelDataTypeSystemImpl {
    /// A new factory of these types, whose text is Unicode. Whoever plans asks it at each step, so
    /// it ends what an interrupted thread does.
    public static JavaTypeFactory factory() {
        return new JavaTypeFactoryImpl(new TypeSystem()) {
            @Override
            public Charset getDefaultCharset() {
                return StandardCharsets.UTF_8;
            }

            /// A literal is text and keeps its trailing blanks, so the standard's CHAR of a
            /// literal, whose blanks carry no meaning, does not arise.
            @Override
            public RelDataType createSqlType(SqlTypeName name, int precision) {
                return switch (name) {
                    case CHAR -> super.createSqlType(SqlTypeName.VARCHAR, precision);
                    case BINARY, VARBINARY ->
                            super.createSqlType(
                                    SqlTypeName.VARBINARY, RelDataType.PRECISION_NOT_SPECIFIED);
                    default -> super.createSqlType(name, precision);
                };
            }

            /// Times of day are microseconds, for which an int has no room; bytes are texts, and
            /// intervals decimals.
            @Override
            public java.lang.reflect.Type getJavaClass(RelDataType type) {
                return switch (type.getSqlTypeName()) {
                    case TIME -> type.isNullable() ? Long.class : long.class;
                    case BINARY, VARBINARY -> String.class;
                    case INTERVAL_DAY_SECOND -> BigDecimal.class;
                    default -> super.getJavaClass(type);
                };
            }

            /// Days are no numbers, and neither are values of enums.
            @Override
            public RelDataType leastRestrictive(List<RelDataType> types, SqlTypeMappingRule rule) {
                if (types.stream().anyMatch(EnumType.class::isInstance)) {
                    return ofEnums(types);
                }
                boolean days = types.stream().anyMatch(SqlTypeUtil::isDatetime);
                return days && types.stream().anyMatch(SqlTypeUtil::isNumeric)
                        ? null
                        : scaled(super.leastRestrictive(types, rule), types);
            }

            /// That of all, if it is one.
            ///
            /// @throws TelegraphException of 42804 if there are several enums, of which the
            ///   validator would not say so wherever it asks
            private RelDataType ofEnums(List<RelDataType> types) {
                List<RelDataType> known =
                        types.stream()
                                .filter(type -> type.getSqlTypeName() != SqlTypeName.NULL)
                                .map(type -> createTypeWithNullability(type, true))
                                .distinct()
                                .toList();
                boolean nullable = types.stream().anyMatch(RelDataType::isNullable);
                if (known.size() > 1 && known.stream().allMatch(EnumType.class::isInstance)) {
                    throw CommonType.unmatched(known.get(0), known.get(1), "values of");
                }
                return known.size() == 1
                        ? createTypeWithNullability(known.getFirst(), nullable)
                        : null;
            }

            /// The standard gives up digits after the point for room before it, and what has them
            /// would be rounded without a word: `coalesce(sum(x), 0.5)` would be 1. Here what has
            /// no room before the point is refused.
            private RelDataType scaled(RelDataType common, List<RelDataType> types) {
                if (common == null || common.getSqlTypeName() != SqlTypeName.DECIMAL) {
                    return common;
                }
                int scale =
                        types.stream()
                                .filter(type -> type.getSqlTypeName() == SqlTypeName.DECIMAL)
                                .mapToInt(RelDataType::getScale)
                                .max()
                                .orElse(0);
                return scale <= common.getScale()
                        ? common
                        : createTypeWithNullability(
                                createSqlType(SqlTypeName.DECIMAL, Type.DECIMAL_DIGITS_MAX, scale),
                                common.isNullable());
            }

            /// A decimal without digits is PostgreSQL's, not the standard's of whole numbers.
            @Override
            public RelDataType createSqlType(SqlTypeName name) {
                return name == SqlTypeName.DECIMAL
                        ? createSqlType(name, Type.DECIMAL_DIGITS_MAX, Numeric.SCALE)
                        : super.createSqlType(name);
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

    private static final int MICROSECONDS = 6;

    @Override
    public int getMaxPrecision(SqlTypeName typeName) {
        return switch (typeName) {
            case DECIMAL -> Type.DECIMAL_DIGITS_MAX;
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> MICROSECONDS;
            default -> super.getMaxPrecision(typeName);
        };
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
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> MICROSECONDS;
            default -> super.getDefaultPrecision(typeName);
        };
    }

    /// Has room for a quotient as PostgreSQL rounds it.
    @Override
    public RelDataType deriveDecimalDivideType(
            RelDataTypeFactory factory, RelDataType x, RelDataType y) {
        return isDecimal(x, y)
                ? decimal(factory, Math.max(Numeric.SCALE, Math.max(x.getScale(), y.getScale())))
                : null;
    }

    /// Has all digits of a product, or of those after the point as many as a quotient.
    @Override
    public RelDataType deriveDecimalMultiplyType(
            RelDataTypeFactory factory, RelDataType x, RelDataType y) {
        if (!isDecimal(x, y)) {
            return null;
        }
        RelDataType a = factory.decimalOf(x);
        RelDataType b = factory.decimalOf(y);
        int scale = a.getScale() + b.getScale();
        int precision = a.getPrecision() + b.getPrecision();
        if (precision <= Type.DECIMAL_DIGITS_MAX) {
            return factory.createSqlType(SqlTypeName.DECIMAL, precision, scale);
        }
        int kept = Math.max(Numeric.SCALE, Math.max(a.getScale(), b.getScale()));
        return decimal(factory, Math.min(scale, kept));
    }

    /// Has NaN if one of the operands' types has.
    @Override
    public RelDataType deriveDecimalModType(
            RelDataTypeFactory factory, RelDataType x, RelDataType y) {
        RelDataType type = super.deriveDecimalModType(factory, x, y);
        return type == null
                        || type.getSqlTypeName() != SqlTypeName.DECIMAL
                        || !Numeric.hasNaN(x) && !Numeric.hasNaN(y)
                ? type
                : factory.createSqlType(
                        SqlTypeName.DECIMAL,
                        Math.max(type.getPrecision(), Type.DECIMAL_DIGITS_SHORT + 1),
                        type.getScale());
    }

    private static boolean isDecimal(RelDataType x, RelDataType y) {
        return SqlTypeUtil.isExactNumeric(x)
                && SqlTypeUtil.isExactNumeric(y)
                && (SqlTypeUtil.isDecimal(x) || SqlTypeUtil.isDecimal(y));
    }

    private static RelDataType decimal(RelDataTypeFactory factory, int scale) {
        return factory.createSqlType(SqlTypeName.DECIMAL, Type.DECIMAL_DIGITS_MAX, scale);
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
        return switch (argument.getSqlTypeName()) {
            case BIGINT, DECIMAL ->
                    factory.createTypeWithNullability(
                            decimal(factory, Math.max(0, argument.getScale())),
                            argument.isNullable());
            default -> argument;
        };
    }

    @Override
    public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
        return switch (argument.getSqlTypeName()) {
            case FLOAT, REAL, DOUBLE ->
                    factory.createTypeWithNullability(
                            factory.createSqlType(SqlTypeName.DOUBLE), argument.isNullable());
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
                    factory.createTypeWithNullability(
                            decimal(factory, Math.max(Numeric.SCALE, argument.getScale())),
                            argument.isNullable());
            default -> argument;
        };
    }

    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }
}
