package telegraph.query.syntax;

import java.math.BigDecimal;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import telegraph.memory.Type;

/// Takes numbers with an exponent for decimals, as PostgreSQL does; the standard has them for
/// doubles.
///
/// ```
/// 15e-1   →   1.5
/// 1e6     →   CAST(1000000 AS DECIMAL(19, 0))     a decimal too: 1e6 / 3 has digits after the point
/// 1e300   →   1e300                               a double, since no decimal has room for it
/// ```
///
/// Threads: one.
public final class ScientificLiterals extends SqlShuttle {
    /// Digits of whole numbers that are no decimals by themselves.
    private static final int WHOLE_DIGITS = 19;

    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        // Rows are counted by literals alone.
        return call instanceof SqlOrderBy before && visited instanceof SqlOrderBy after
                ? new SqlOrderBy(
                        after.getParserPosition(),
                        after.query,
                        after.orderList,
                        before.offset,
                        before.fetch)
                : visited;
    }

    @Override
    public SqlNode visit(SqlLiteral literal) {
        if (!(literal instanceof SqlNumericLiteral)
                || literal.getTypeName() != SqlTypeName.DOUBLE) {
            return literal;
        }
        BigDecimal value = literal.bigDecimalValue();
        int scale = Math.max(0, value.scale());
        long whole = Math.max(1, (long) value.precision() - value.scale());
        if (scale + whole > Type.DECIMAL_DIGITS_MAX) {
            return literal;
        }
        SqlParserPos at = literal.getParserPosition();
        SqlNode plain = SqlLiteral.createExactNumeric(value.toPlainString(), at);
        return scale > 0 || whole > WHOLE_DIGITS
                ? plain
                : SqlStdOperatorTable.CAST.createCall(
                        at,
                        plain,
                        new SqlDataTypeSpec(
                                new SqlBasicTypeNameSpec(SqlTypeName.DECIMAL, WHOLE_DIGITS, 0, at),
                                at));
    }
}
