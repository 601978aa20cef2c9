package telegraph.query.operator;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Optionality;
import telegraph.query.value.CommonType;

/// LAG and LEAD, whose default is of the kind of the value, and if it is a bare literal is read as
/// one. Only the validator sees these; Calcite's take no offset with a text, and a default of any
/// type.
///
/// Any thread.
public final class Shift extends SqlAggFunction {
    static final Shift LAG = new Shift(SqlStdOperatorTable.LAG);
    static final Shift LEAD = new Shift(SqlStdOperatorTable.LEAD);

    /// Where the default stands among the operands.
    public static final int DEFAULT = 2;

    private final SqlAggFunction standard;

    private Shift(SqlAggFunction standard) {
        super(
                standard.getName(),
                null,
                standard.getKind(),
                binding -> SqlTypeTransforms.FORCE_NULLABLE.transformType(binding, type(binding)),
                null,
                new Operands(),
                SqlFunctionCategory.NUMERIC,
                false,
                true,
                Optionality.FORBIDDEN);
        this.standard = standard;
    }

    /// Whether one of these is in the place of a function.
    static boolean replaces(SqlOperator operator) {
        return operator == SqlStdOperatorTable.LAG || operator == SqlStdOperatorTable.LEAD;
    }

    /// Calcite's own.
    public SqlAggFunction standard() {
        return standard;
    }

    @Override
    public boolean allowsFraming() {
        return false;
    }

    @Override
    public boolean allowsNullTreatment() {
        return true;
    }

    /// A text of any length, if it is one: so Calcite has what it computes over a window.
    private static RelDataType type(SqlOperatorBinding binding) {
        RelDataTypeFactory types = binding.getTypeFactory();
        RelDataType type =
                CommonType.of(valued(binding.collectOperandTypes()), types)
                        .orElseGet(() -> binding.getOperandType(0));
        return SqlTypeUtil.inCharFamily(type) ? types.createSqlType(SqlTypeName.VARCHAR) : type;
    }

    /// The types of the value and of the default, without one that is not known.
    private static List<RelDataType> valued(List<RelDataType> operands) {
        List<RelDataType> valued = new ArrayList<>();
        for (int i = 0; i < operands.size(); i += DEFAULT) {
            if (operands.get(i).getSqlTypeName() != SqlTypeName.NULL) {
                valued.add(operands.get(i));
            }
        }
        return valued;
    }

    private record Operands() implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            boolean well = isOffset(binding) && isMatched(binding);
            if (!well && throwOnFailure) {
                throw binding.newValidationSignatureError();
            }
            return well;
        }

        private static boolean isOffset(SqlCallBinding binding) {
            if (binding.getOperandCount() < 2) {
                return true;
            }
            RelDataType type = binding.getOperandType(1);
            return SqlTypeUtil.isIntType(type) || type.getSqlTypeName() == SqlTypeName.NULL;
        }

        private static boolean isMatched(SqlCallBinding binding) {
            if (binding.getOperandCount() <= DEFAULT) {
                return true;
            }
            RelDataType type = binding.getOperandType(0);
            if (CommonType.isUnknown(binding.operand(DEFAULT), binding.getOperandType(DEFAULT))) {
                binding.getCall()
                        .setOperand(
                                DEFAULT,
                                CommonType.read(
                                        binding.operand(DEFAULT),
                                        type,
                                        binding.getValidator(),
                                        binding.getScope()));
                return true;
            }
            return CommonType.of(valued(binding.collectOperandTypes()), binding.getTypeFactory())
                    .isPresent();
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return SqlOperandCountRanges.between(1, DEFAULT + 1);
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            return name + "(<ANY>[, <INTEGER>[, <ANY>]])";
        }
    }
}
