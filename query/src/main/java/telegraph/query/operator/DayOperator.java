package telegraph.query.operator;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.query.value.CommonType;
import telegraph.query.value.Types;

/// `+` and `-` as PostgreSQL has them: Calcite's, and besides days added to a date, taken from it,
/// and counted between two; a date and an interval make a timestamp. What lies between two moments
/// is an interval of days and hours. What is taken from a text is a member or an element of jsonb.
///
/// Only the validator sees these operators. When [ExactBuilder] makes a row expression of one, it
/// becomes Calcite's operator or a [Routine]: see [#executable].
public final class DayOperator extends SqlBinaryOperator {
    static final DayOperator PLUS = new DayOperator(SqlStdOperatorTable.PLUS);
    static final DayOperator MINUS = new DayOperator(SqlStdOperatorTable.MINUS);

    private final SqlBinaryOperator standard;

    private DayOperator(SqlBinaryOperator standard) {
        super(
                standard.getName(),
                standard.getKind(),
                standard.getLeftPrec() / 2,
                true,
                binding -> type(standard, binding),
                InferTypes.FIRST_KNOWN,
                new Operands(standard));
        this.standard = standard;
    }

    /// The routine for operands of these types, or empty if Calcite's operator serves.
    private static Optional<String> routine(SqlOperator standard, RelDataType a, RelDataType b) {
        boolean plus = standard == SqlStdOperatorTable.PLUS;
        if (isDate(a) && SqlTypeUtil.isIntType(b)) {
            return Optional.of(plus ? "$PLUS_DAYS" : "$MINUS_DAYS");
        }
        if (isDate(b) && SqlTypeUtil.isIntType(a) && plus) {
            return Optional.of("$PLUS_DAYS");
        }
        if (plus) {
            return Optional.empty();
        }
        if (SqlTypeUtil.inCharFamily(a)
                && (SqlTypeUtil.inCharFamily(b) || SqlTypeUtil.isIntType(b))) {
            return Optional.of("JSONB_DELETE");
        }
        if (isDate(a) && isDate(b)) {
            return Optional.of("$DAYS_BETWEEN");
        }
        if (isMoment(a) && isMoment(b)) {
            return Optional.of("$SPAN");
        }
        return isTime(a) && isTime(b) ? Optional.of("$TIME_SPAN") : Optional.empty();
    }

    private static boolean isMoment(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case DATE, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> true;
            default -> false;
        };
    }

    private static boolean isTime(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.TIME;
    }

    private static boolean isDate(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DATE;
    }

    /// The routine of a call, in which a bare literal is no jsonb but what stands beside it.
    private static Optional<String> routine(SqlOperator standard, SqlOperatorBinding binding) {
        return SqlTypeUtil.inCharFamily(binding.getOperandType(0))
                        && binding.isOperandLiteral(0, false)
                ? Optional.empty()
                : routine(standard, binding.getOperandType(0), binding.getOperandType(1));
    }

    private static RelDataType type(SqlOperator standard, SqlOperatorBinding binding) {
        Optional<String> routine = routine(standard, binding);
        if (routine.isPresent()) {
            return Functions.own(routine.get()).inferReturnType(binding);
        }
        RelDataType type = standard.inferReturnType(binding);
        RelDataTypeFactory types = binding.getTypeFactory();
        return isDate(type)
                ? types.createTypeWithNullability(
                        types.createSqlType(SqlTypeName.TIMESTAMP), type.isNullable())
                : type;
    }

    /// An operand of a call of that type: a date to which an interval is added is its midnight.
    public RexNode taken(RexNode operand, RelDataType type, RexBuilder rex) {
        if (!isDate(operand.getType()) || type.getSqlTypeName() != SqlTypeName.TIMESTAMP) {
            return operand;
        }
        return rex.makeCast(
                rex.getTypeFactory()
                        .createTypeWithNullability(type, operand.getType().isNullable()),
                operand);
    }

    /// The operator to put into a row expression over these operands.
    public SqlOperator executable(List<RexNode> operands) {
        RelDataType a = operands.get(0).getType();
        RelDataType b = operands.get(1).getType();
        Optional<String> routine = routine(standard, a, b);
        if (routine.isPresent()) {
            return Functions.own(routine.get());
        }
        boolean moment = SqlTypeUtil.isDatetime(a) || SqlTypeUtil.isDatetime(b);
        if (!moment) {
            return standard;
        }
        return standard == SqlStdOperatorTable.PLUS
                ? SqlStdOperatorTable.DATETIME_PLUS
                : SqlStdOperatorTable.MINUS_DATE;
    }

    /// The operands in the order [#executable] wants them: a moment before an interval.
    public List<RexNode> ordered(List<RexNode> operands) {
        boolean exchanged =
                SqlTypeUtil.isInterval(operands.get(0).getType())
                        && SqlTypeUtil.isDatetime(operands.get(1).getType());
        return exchanged ? operands.reversed() : operands;
    }

    /// Takes what the standard operator takes, and dates with whole numbers.
    private record Operands(SqlBinaryOperator standard) implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            readLiteral(binding, 0);
            readLiteral(binding, 1);
            return routine(standard, binding).isPresent()
                    || standard.getOperandTypeChecker().checkOperandTypes(binding, throwOnFailure);
        }

        /// A bare literal beside an interval is one, and so is one that is added to a moment.
        private void readLiteral(SqlCallBinding binding, int place) {
            RelDataType other = binding.getOperandType(1 - place);
            boolean added =
                    standard == SqlStdOperatorTable.PLUS && isMoment(other) && !isDate(other);
            if (binding.operand(place) instanceof SqlCharStringLiteral literal
                    && (added || SqlTypeUtil.isInterval(other))) {
                SqlNode interval =
                        CommonType.read(
                                literal,
                                Types.interval(binding.getTypeFactory()),
                                binding.getValidator(),
                                binding.getScope());
                binding.getCall().setOperand(place, interval);
            }
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return standard.getOperandCountRange();
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String operatorName) {
            return standard.getOperandTypeChecker().getAllowedSignatures(operator, operatorName)
                    + "\n'<DATE> "
                    + operatorName
                    + " <INTEGER>'";
        }
    }
}
