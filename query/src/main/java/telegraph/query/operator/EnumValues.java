package telegraph.query.operator;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.SqlType.UserType.Enumeration;
import telegraph.language.ast.SqlType.UserType.Label;
import telegraph.query.label.EnumType;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.CommonType;

/// `enum_first`, `enum_last` and `enum_range`: values of the enum that an argument is of, whatever
/// its value. Where ends of a range are given they stand in the query.
///
/// Only the validator sees them, and a plan the values. Any thread.
public final class EnumValues extends SqlFunction {
    private enum Which {
        FIRST,
        LAST,
        RANGE
    }

    private final Which which;

    private EnumValues(Which which) {
        super(
                "ENUM_" + which,
                SqlKind.OTHER_FUNCTION,
                binding -> type(binding, which),
                null,
                null,
                SqlFunctionCategory.USER_DEFINED_FUNCTION);
        this.which = which;
    }

    static Stream<SqlFunction> all() {
        return Stream.of(Which.values()).map(EnumValues::new);
    }

    private static RelDataType type(SqlOperatorBinding binding, Which which) {
        RelDataType type = enumOf(binding);
        return which == Which.RANGE ? ArrayArguments.arrayOf(type, binding.getTypeFactory()) : type;
    }

    private static RelDataType enumOf(SqlOperatorBinding binding) {
        return binding.collectOperandTypes().stream()
                .filter(EnumType.class::isInstance)
                .findFirst()
                .map(type -> ((EnumType) type).with(false))
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.DATATYPE_MISMATCH,
                                "could not determine actual enum type: write NULL::type"));
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
        return which == Which.RANGE
                ? SqlOperandCountRanges.between(1, 2)
                : SqlOperandCountRanges.of(1);
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
        RelDataType type = enumOf(binding);
        for (int i = 0; i < binding.getOperandCount(); i++) {
            if (binding.operand(i) instanceof SqlCharStringLiteral literal) {
                binding.getCall()
                        .setOperand(
                                i,
                                CommonType.read(
                                        literal, type, binding.getValidator(), binding.getScope()));
            }
        }
        return true;
    }

    @Override
    public String getAllowedSignatures(String name) {
        return name + "(anyenum)";
    }

    /// The values.
    public RexNode converted(List<RexNode> arguments, RelDataType type, RexBuilder rex) {
        EnumType of =
                (EnumType)
                        arguments.stream()
                                .map(RexNode::getType)
                                .filter(EnumType.class::isInstance)
                                .findFirst()
                                .orElseThrow();
        List<Label> labels = of.values().labels();
        return switch (which) {
            case FIRST -> literal(demandAny(of.values()).getFirst(), of, rex);
            case LAST -> literal(demandAny(of.values()).getLast(), of, rex);
            case RANGE -> {
                boolean ends = arguments.size() == 2;
                long from = ends ? end(arguments.get(0), Long.MIN_VALUE) : Long.MIN_VALUE;
                long to = ends ? end(arguments.get(1), Long.MAX_VALUE) : Long.MAX_VALUE;
                List<RexNode> values = new ArrayList<>();
                for (Label label : labels) {
                    if (label.code() >= from && label.code() <= to) {
                        values.add(
                                rex.makeAbstractCast(
                                        type.getComponentType(), literal(label, of, rex), false));
                    }
                }
                yield rex.makeCall(type, ArrayConstructor.INSTANCE.standard(), values);
            }
        };
    }

    private static RexNode literal(Label label, EnumType of, RexBuilder rex) {
        return rex.makeExactLiteral(BigDecimal.valueOf(label.code()), of.with(false));
    }

    private static List<Label> demandAny(Enumeration values) {
        if (values.labels().isEmpty()) {
            throw TelegraphException.of(
                    SqlState.NOT_IN_PREREQUISITE_STATE,
                    "enum " + values.name().quoted() + " contains no values");
        }
        return values.labels();
    }

    /// @param open what an end is that is NULL
    private static long end(RexNode argument, long open) {
        if (RexLiteral.isNullLiteral(argument)) {
            return open;
        }
        if (argument instanceof RexLiteral literal) {
            return literal.getValueAs(Long.class);
        }
        throw TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "enum_range of ends that are no constants is not there");
    }
}
