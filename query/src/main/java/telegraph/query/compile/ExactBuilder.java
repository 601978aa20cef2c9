package telegraph.query.compile;

import java.util.List;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.query.kernel.ThrowAnalysis;
import telegraph.query.operator.DayOperator;
import telegraph.query.operator.Functions;
import telegraph.query.operator.JoinOperator;
import telegraph.query.operator.MayBeNull;
import telegraph.query.operator.Nullif;
import telegraph.query.value.ByteaLiterals;
import telegraph.query.value.Interrupts;

/// A builder of row expressions that leaves the cast of a literal for [Compiler] to compute, and
/// puts executable operators in the place of `date + 1` and its kin ([DayOperator]).
///
/// Calcite computes it while it builds, and truncates `1.5::integer` and writes `TRUE` for
/// `true::text`. Only casts of whole numbers to wider numbers, where there is nothing to decide,
/// are still done at once. A comparison with NULL is NULL.
///
/// Whoever plans builds with it at each step, so it ends what an interrupted thread does.
public final class ExactBuilder extends RexBuilder {
    public ExactBuilder(RelDataTypeFactory types) {
        super(types);
    }

    @Override
    public RexInputRef makeInputRef(RelDataType type, int column) {
        Interrupts.check();
        return super.makeInputRef(type, column);
    }

    @Override
    @SuppressWarnings("rawtypes")
    protected RexLiteral makeLiteral(Comparable value, RelDataType type, SqlTypeName name) {
        Interrupts.check();
        return super.makeLiteral(value, type, name);
    }

    @Override
    public RexNode makeCast(
            SqlParserPos position,
            RelDataType type,
            RexNode operand,
            boolean matchNullability,
            boolean safe,
            RexLiteral format) {
        ByteaGuard.demandCast(operand.getType(), type);
        boolean decided =
                operand instanceof RexLiteral literal
                        && !literal.isNull()
                        && !literal.getType().equals(type)
                        && !isPlain(literal.getType(), type)
                        && format.isNull();
        return decided
                ? makeAbstractCast(position, type, operand, safe)
                : super.makeCast(position, type, operand, matchNullability, safe, format);
    }

    @Override
    public RexNode makeCall(
            SqlParserPos position, RelDataType type, SqlOperator operator, List<RexNode> operands) {
        Interrupts.check();
        if (operator == MayBeNull.INSTANCE) {
            return makeAbstractCast(type, operands.getFirst(), false);
        }
        if (operator instanceof DayOperator days) {
            return super.makeCall(
                    position,
                    type,
                    days.executable(operands),
                    days.ordered(operands.stream().map(o -> days.taken(o, type, this)).toList()));
        }
        if (operator == JoinOperator.INSTANCE) {
            return super.makeCall(position, type, JoinOperator.executable(operands), operands);
        }
        if (operands.stream().anyMatch(operand -> ByteaLiterals.isBytea(operand.getType()))) {
            ByteaGuard.demandKnown(operator, operands);
        }
        if (operands.size() == 3 && operator == SqlStdOperatorTable.LIKE) {
            // Calcite simplifies patterns, and takes no account of their escapes.
            return super.makeCall(position, type, Functions.own("$LIKE"), operands);
        }
        if (operator == Nullif.COMPARED) {
            return ensureType(type, operands.getFirst(), true);
        }
        if (isKnown(operator, operands)) {
            // Calcite keeps the type of before when operands turn out not to be null.
            RelDataType known = getTypeFactory().createTypeWithNullability(type, false);
            return super.makeCall(position, known, operator, operands);
        }
        boolean unknown =
                operator.getKind().belongsTo(SqlKind.COMPARISON)
                        && Strong.policy(operator) == Strong.Policy.ANY
                        && operands.stream()
                                .anyMatch(operand -> RexUtil.isNullLiteral(operand, true));
        return unknown ? makeNullLiteral(type) : super.makeCall(position, type, operator, operands);
    }

    @Override
    public RexNode makeCall(
            SqlParserPos position, SqlOperator operator, List<? extends RexNode> operands) {
        List<RexNode> all = List.copyOf(operands);
        return makeCall(position, deriveReturnType(operator, all), operator, all);
    }

    /// Whether it is a number made of others, none of which is NULL.
    private static boolean isKnown(SqlOperator operator, List<RexNode> operands) {
        return switch (operator.getKind()) {
            case EXTRACT, PLUS, MINUS, TIMES, DIVIDE, MOD, MINUS_PREFIX, PLUS_PREFIX ->
                    operands.stream().noneMatch(operand -> operand.getType().isNullable());
            default -> false;
        };
    }

    private static boolean isPlain(RelDataType from, RelDataType to) {
        boolean texts =
                SqlTypeUtil.inCharFamily(from) && to.getSqlTypeName() == SqlTypeName.VARCHAR;
        boolean whole =
                SqlTypeUtil.isIntType(from)
                        && SqlTypeUtil.isNumeric(to)
                        && !ThrowAnalysis.narrows(from, to);
        return texts || whole || SqlTypeUtil.equalSansNullability(from, to);
    }
}
