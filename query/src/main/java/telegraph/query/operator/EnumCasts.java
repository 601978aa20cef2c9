package telegraph.query.operator;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.query.label.EnumCodes;
import telegraph.query.label.EnumType;

/// Casts between texts and enums. A text that is a constant is read before the query runs.
public final class EnumCasts {
    private EnumCasts() {}

    /// A value as one of another type, where one of both is an enum.
    public static RexNode cast(RexNode value, RelDataType to, RexBuilder rex) {
        RelDataTypeFactory types = rex.getTypeFactory();
        if (RexLiteral.isNullLiteral(value)) {
            return rex.makeNullLiteral(types.createTypeWithNullability(to, true));
        }
        boolean nullable = value.getType().isNullable();
        if (to instanceof EnumType type) {
            return value.getType() instanceof EnumType
                    ? value
                    : read(value, type.with(nullable), type, rex);
        }
        RelDataType text =
                types.createTypeWithNullability(types.createSqlType(SqlTypeName.VARCHAR), nullable);
        RexNode shown =
                rex.makeCall(
                        text,
                        Functions.own("$ENUM_TEXT"),
                        List.of(value, values((EnumType) value.getType(), rex)));
        return SqlTypeUtil.equalSansNullability(types, text, to)
                ? shown
                : rex.makeCast(types.createTypeWithNullability(to, nullable), shown);
    }

    private static RexNode read(RexNode value, RelDataType to, EnumType type, RexBuilder rex) {
        if (value instanceof RexLiteral literal) {
            long code = type.values().code(literal.getValueAs(String.class));
            return rex.makeExactLiteral(BigDecimal.valueOf(code), to);
        }
        return rex.makeCall(to, Functions.own("$ENUM_READ"), List.of(value, values(type, rex)));
    }

    private static RexNode values(EnumType type, RexBuilder rex) {
        return rex.makeLiteral(EnumCodes.written(type.values()));
    }
}
