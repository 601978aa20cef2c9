package telegraph.query.syntax;

import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import telegraph.query.operator.Functions;

/// Has the parts of a time that have fractions computed by functions that keep them: Calcite's
/// EXTRACT gives whole numbers.
///
/// ```
/// EXTRACT(SECOND FROM t)   →   $SECONDS('second', t)        numeric
/// date_part('epoch', t)    →   $SECONDS_REAL('epoch', t)    double precision
/// EXTRACT(YEAR FROM t) / 4 →   CAST(EXTRACT(YEAR FROM t) AS DECIMAL(19, 0)) / 4
/// ```
///
/// Threads: one.
public final class Seconds extends SqlShuttle {
    private static final int WHOLE_DIGITS = 19;

    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode node = super.visit(call);
        if (!(node instanceof SqlCall visited) || visited.operandCount() != 2) {
            return node;
        }
        if (visited.getKind() == SqlKind.DIVIDE) {
            SqlNode[] operands = {part(visited.operand(0)), part(visited.operand(1))};
            return visited.getOperator().createCall(visited.getParserPosition(), operands);
        }
        boolean real = visited.getOperator().getName().equalsIgnoreCase("date_part");
        boolean exact = visited.getKind() == SqlKind.EXTRACT && !real;
        Optional<String> unit = real || exact ? unit(visited.operand(0)) : Optional.empty();
        return unit.<SqlNode>map(name ->
                        Functions.own(real ? "$SECONDS_REAL" : "$SECONDS")
                                .createCall(
                                        visited.getParserPosition(),
                                        SqlLiteral.createCharString(
                                                name, visited.getParserPosition()),
                                        visited.operand(1)))
                .orElse(visited);
    }

    /// What is divided is no whole number in PostgreSQL, and neither is what comes of it.
    private static SqlNode part(SqlNode node) {
        if (!(node instanceof SqlCall call)) {
            return node;
        }
        SqlParserPos at = call.getParserPosition();
        if (call.getOperator().getName().equalsIgnoreCase("date_part")) {
            return cast(call, new SqlBasicTypeNameSpec(SqlTypeName.DOUBLE, at));
        }
        return switch (call.getKind()) {
            case EXTRACT ->
                    cast(call, new SqlBasicTypeNameSpec(SqlTypeName.DECIMAL, WHOLE_DIGITS, 0, at));
            case PLUS, MINUS, TIMES, MINUS_PREFIX ->
                    call.getOperator()
                            .createCall(
                                    at, call.getOperandList().stream().map(Seconds::part).toList());
            default -> call;
        };
    }

    private static SqlNode cast(SqlNode node, SqlBasicTypeNameSpec type) {
        SqlParserPos at = node.getParserPosition();
        return SqlStdOperatorTable.CAST.createCall(at, node, new SqlDataTypeSpec(type, at));
    }

    /// The unit, if it has fractions.
    private static Optional<String> unit(SqlNode node) {
        String name =
                switch (node) {
                    case SqlIntervalQualifier qualifier ->
                            qualifier.timeFrameName != null
                                    ? qualifier.timeFrameName
                                    : qualifier.getStartUnit().name();
                    case SqlCharStringLiteral text -> text.getValueAs(String.class);
                    default -> "";
                };
        return switch (name.strip().toLowerCase(Locale.ROOT)) {
            case "second", "seconds", "sec", "secs" -> Optional.of("second");
            case "epoch" -> Optional.of("epoch");
            case "millisecond", "milliseconds", "ms", "msec" -> Optional.of("milliseconds");
            case "microsecond", "microseconds", "us", "usec" -> Optional.of("microseconds");
            default -> Optional.empty();
        };
    }
}
