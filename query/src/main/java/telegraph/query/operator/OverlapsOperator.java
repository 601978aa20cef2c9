package telegraph.query.operator;

import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlTypeName;

/// `OVERLAPS` of two periods, which may be NULL where an end may; Calcite's looks at the periods,
/// which never are.
public final class OverlapsOperator extends SqlBinaryOperator {
    public static final OverlapsOperator INSTANCE = new OverlapsOperator();
    private static final int PRECEDENCE = 30;

    private OverlapsOperator() {
        super(
                "OVERLAPS",
                SqlKind.OVERLAPS,
                PRECEDENCE,
                true,
                binding ->
                        binding.getTypeFactory()
                                .createTypeWithNullability(
                                        binding.getTypeFactory().createSqlType(SqlTypeName.BOOLEAN),
                                        mayBeNull(binding)),
                InferTypes.FIRST_KNOWN,
                null);
    }

    private static boolean mayBeNull(SqlOperatorBinding binding) {
        return IntStream.range(0, binding.getOperandCount())
                .mapToObj(binding::getOperandType)
                .flatMap(period -> period.getFieldList().stream())
                .map(RelDataTypeField::getType)
                .anyMatch(end -> end.isNullable() || end.getSqlTypeName() == SqlTypeName.NULL);
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
        return SqlOperandCountRanges.of(2);
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
        return SqlStdOperatorTable.OVERLAPS.checkOperandTypes(binding, throwOnFailure);
    }
}
