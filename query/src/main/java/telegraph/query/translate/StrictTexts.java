package telegraph.query.translate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.label.EnumType;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.ByteaLiterals;
import telegraph.query.value.CommonType;
import telegraph.query.value.Types;

/// Implicit conversions, without those that PostgreSQL refuses: a text that is no literal is not
/// taken for a number or a date, neither in a comparison nor in a sum, and no number for a text, a
/// truth or a day.
///
/// `'3' = n` reads the literal as a number; `name = 3` would fail at the first name that is none,
/// perhaps after an hour of requests, so it is refused before the query runs.
public final class StrictTexts extends TypeCoercionImpl {
    StrictTexts(RelDataTypeFactory types, SqlValidator validator) {
        super(types, validator);
    }

    @Override
    public boolean binaryComparisonCoercion(SqlCallBinding binding) {
        requireComparable(binding);
        new DeclaredLiterals(validator).read(binding);
        if (hasIntervals(binding.getOperandType(0))) {
            return false; // of rows of them Calcite cannot write the type down
        }
        if (ByteaLiterals.isBeside(binding)) {
            return ByteaLiterals.read(binding);
        }
        Optional<RelDataType> other =
                binding.collectOperandTypes().stream()
                        .filter(type -> ArrayArguments.isArray(type) || type instanceof EnumType)
                        .findFirst();
        if (other.isPresent()) {
            return readLiterals(binding, other.get());
        }
        return super.binaryComparisonCoercion(binding);
    }

    /// Reads bare literals beside an array or an enum as such.
    private boolean readLiterals(SqlCallBinding binding, RelDataType type) {
        boolean any = false;
        for (int i = 0; i < binding.getOperandCount(); i++) {
            if (binding.operand(i) instanceof SqlCharStringLiteral literal) {
                binding.getCall()
                        .setOperand(
                                i, CommonType.read(literal, type, validator, binding.getScope()));
                any = true;
            }
        }
        return any;
    }

    /// Calcite cannot write the type of intervals down, nor that of an enum, and so makes no cast
    /// to them.
    @Override
    protected boolean coerceOperandType(
            SqlValidatorScope scope, SqlCall call, int index, RelDataType target) {
        if (isPlain(target)) {
            return super.coerceOperandType(scope, call, index, target);
        }
        SqlNode operand = call.operand(index);
        boolean other = isPlain(validator.deriveType(scope, operand));
        if (other) {
            call.setOperand(index, CommonType.cast(operand, target, validator, scope));
        }
        return other;
    }

    @Override
    protected boolean coerceColumnType(
            SqlValidatorScope scope, SqlNodeList columns, int index, RelDataType target) {
        if (isPlain(target)) {
            return super.coerceColumnType(scope, columns, index, target);
        }
        if (columns.get(index) instanceof SqlCall as && as.getKind() == SqlKind.AS) {
            return coerceOperandType(scope, as, 0, target);
        }
        SqlNode column = columns.get(index);
        boolean other = isPlain(validator.deriveType(scope, column));
        if (other) {
            columns.set(index, CommonType.cast(column, target, validator, scope));
        }
        return other;
    }

    private static boolean isPlain(RelDataType type) {
        return !SqlTypeUtil.isInterval(type) && !(type instanceof EnumType);
    }

    private static boolean hasIntervals(RelDataType row) {
        return row.isStruct()
                && row.getFieldList().stream()
                        .anyMatch(field -> SqlTypeUtil.isInterval(field.getType()));
    }

    @Override
    public boolean binaryArithmeticCoercion(SqlCallBinding binding) {
        if (binding.collectOperandTypes().stream().anyMatch(EnumType.class::isInstance)) {
            throw binding.newValidationSignatureError();
        }
        requireNumbers(binding);
        return super.binaryArithmeticCoercion(binding);
    }

    @Override
    public boolean inOperationCoercion(SqlCallBinding binding) {
        requireComparable(binding);
        new DeclaredLiterals(validator).read(binding);
        RelDataType needle = binding.getOperandType(0);
        if (!isPlain(needle) && binding.operand(1) instanceof SqlNodeList list) {
            list.replaceAll(item -> CommonType.read(item, needle, validator, binding.getScope()));
            return true;
        }
        return ByteaLiterals.isBeside(binding)
                ? ByteaLiterals.read(binding)
                : super.inOperationCoercion(binding);
    }

    @Override
    public boolean caseWhenCoercion(SqlCallBinding binding) {
        SqlCase choice = (SqlCase) binding.getCall();
        SqlNodeList values = choice.getThenOperands();
        SqlNode otherwise = choice.getElseOperand();
        List<RelDataType> known =
                Stream.concat(values.stream(), Stream.ofNullable(otherwise))
                        .filter(value -> !CommonType.isUnknown(value, type(value, binding)))
                        .map(value -> type(value, binding))
                        .toList();
        Optional<RelDataType> common = CommonType.of(known, binding.getTypeFactory());
        if (common.isEmpty()) {
            return false;
        }
        SqlValidatorScope scope = binding.getScope();
        for (int i = 0; i < values.size(); i++) {
            values.set(i, CommonType.read(values.get(i), common.get(), validator, scope));
        }
        if (otherwise != null) {
            choice.setOperand(3, CommonType.read(otherwise, common.get(), validator, scope));
        }
        return true;
    }

    private RelDataType type(SqlNode node, SqlCallBinding binding) {
        return validator.deriveType(binding.getScope(), node);
    }

    /// Among values of another kind, texts are literals to be read as that: see [#rowTypeCoercion].
    @Override
    public RelDataType getWiderTypeFor(List<RelDataType> types, boolean promoted) {
        List<RelDataType> others =
                types.stream()
                        .filter(type -> !SqlTypeUtil.inCharFamily(type))
                        .filter(type -> type.getSqlTypeName() != SqlTypeName.NULL)
                        .toList();
        if (others.isEmpty()) {
            return super.getWiderTypeFor(types, promoted);
        }
        boolean nullable = types.stream().anyMatch(RelDataType::isNullable);
        return CommonType.of(others, factory)
                .map(wider -> factory.createTypeWithNullability(wider, nullable))
                .orElse(null);
    }

    @Override
    public boolean rowTypeCoercion(
            SqlValidatorScope scope, SqlNode query, int column, RelDataType target) {
        if (!SqlTypeUtil.inCharFamily(target)) {
            switch (query) {
                case SqlSelect select -> requireReadable(select, column, target);
                case SqlCall rows when rows.getKind() == SqlKind.VALUES ->
                        requireReadable(rows, column, target);
                default -> {} // its parts are asked for
            }
        }
        return super.rowTypeCoercion(scope, query, column, target);
    }

    private void requireReadable(SqlSelect select, int column, RelDataType target) {
        RelDataType row = validator.getValidatedNodeType(select);
        RelDataType type = row.getFieldList().get(column).getType();
        requireReadable(SqlUtil.stripAs(select.getSelectList().get(column)), type, target);
    }

    private void requireReadable(SqlCall rows, int column, RelDataType target) {
        RelDataType row = validator.getValidatedNodeType(rows);
        RelDataType type = row.getFieldList().get(column).getType();
        for (SqlNode one : rows.getOperandList()) {
            requireReadable(((SqlCall) one).operand(column), type, target);
        }
    }

    private static void requireReadable(SqlNode item, RelDataType type, RelDataType target) {
        if (!SqlTypeUtil.inCharFamily(type) || CommonType.isUnknown(item, type)) {
            return;
        }
        throw at(item, CommonType.unmatched(type, target, "UNION"));
    }

    /// Refuses a function of numbers or days to texts that are no literals, and one of texts to
    /// what is none.
    @Override
    public boolean builtinFunctionCoercion(
            SqlCallBinding binding, List<RelDataType> operands, List<SqlTypeFamily> expected) {
        for (int i = 0; i < Math.min(operands.size(), expected.size()); i++) {
            SqlNode operand = binding.operand(i);
            RelDataType type = operands.get(i);
            if (CommonType.isUnknown(operand, type) || isParameter(operand)) {
                continue;
            }
            boolean text = SqlTypeUtil.inCharFamily(type);
            if (text ? COMPUTED.contains(expected.get(i)) : TEXTS.contains(expected.get(i))) {
                return false;
            }
        }
        return super.builtinFunctionCoercion(binding, operands, expected);
    }

    /// Whether it stands for a value whose type is guessed, and may be what is expected.
    private static boolean isParameter(SqlNode operand) {
        return operand instanceof SqlCall call
                && call.getKind() == SqlKind.CAST
                && call.operand(0) instanceof SqlDynamicParam;
    }

    private static final Set<SqlTypeFamily> TEXTS =
            EnumSet.of(SqlTypeFamily.CHARACTER, SqlTypeFamily.STRING);
    private static final Set<SqlTypeFamily> COMPUTED =
            EnumSet.of(
                    SqlTypeFamily.NUMERIC,
                    SqlTypeFamily.EXACT_NUMERIC,
                    SqlTypeFamily.APPROXIMATE_NUMERIC,
                    SqlTypeFamily.INTEGER,
                    SqlTypeFamily.DECIMAL,
                    SqlTypeFamily.BOOLEAN,
                    SqlTypeFamily.DATE,
                    SqlTypeFamily.TIME,
                    SqlTypeFamily.TIMESTAMP,
                    SqlTypeFamily.DATETIME);

    private void requireComparable(SqlCallBinding binding) {
        boolean in = binding.getOperator().getOperandTypeChecker() == null;
        EnumSet<CommonType.Kind> kinds = EnumSet.noneOf(CommonType.Kind.class);
        Set<String> forms = new HashSet<>();
        for (SqlNode value : values(binding)) {
            RelDataType type = type(value, binding);
            // The elements of an array that is a parameter may come as a text of them all.
            boolean element = in && isParameter(value);
            if (!element && !CommonType.isUnknown(value, type)) {
                kinds.add(CommonType.kind(element(type)));
                forms.add(ArrayArguments.form(element(type)));
            }
        }
        kinds.remove(CommonType.Kind.OTHER);
        if (kinds.size() > 1 || forms.size() > 1) {
            throw in ? unlike(binding) : binding.newValidationSignatureError();
        }
    }

    /// IN has no signature to show.
    private CalciteContextException unlike(SqlCallBinding binding) {
        String types =
                values(binding).stream()
                        .map(value -> Types.declared(element(type(value, binding))))
                        .distinct()
                        .collect(Collectors.joining(", "));
        return at(
                binding.getCall(),
                TelegraphException.of(
                        SqlState.UNDEFINED_FUNCTION,
                        "types do not fit: " + binding.getOperator().getName() + " of " + types));
    }

    /// A failure as the validator throws it, so that another type of a parameter can be guessed.
    private static CalciteContextException at(SqlNode node, TelegraphException e) {
        SqlParserPos at = node.getParserPosition();
        return new CalciteContextException(
                e.getMessage(),
                e,
                at.getLineNum(),
                at.getColumnNum(),
                at.getEndLineNum(),
                at.getEndColumnNum());
    }

    /// The type of what a query of one column gives.
    private static RelDataType element(RelDataType type) {
        return type.isStruct() && type.getFieldCount() == 1
                ? type.getFieldList().getFirst().getType()
                : type;
    }

    /// The operands, and the items of a list instead of it.
    private static List<SqlNode> values(SqlCallBinding binding) {
        List<SqlNode> values = new ArrayList<>();
        for (SqlNode operand : binding.operands()) {
            if (operand instanceof SqlNodeList list) {
                list.forEach(values::add);
            } else {
                values.add(operand);
            }
        }
        return values;
    }

    private static void requireNumbers(SqlCallBinding binding) {
        boolean text = false;
        boolean other = false;
        for (int i = 0; i < binding.getOperandCount(); i++) {
            RelDataType type = binding.getOperandType(i);
            if (SqlTypeUtil.inCharFamily(type)) {
                text |= !SqlUtil.isLiteral(binding.operand(i), true);
            } else {
                other |=
                        SqlTypeUtil.isNumeric(type)
                                || ByteaLiterals.isBytea(type)
                                || SqlTypeUtil.isBoolean(type)
                                || SqlTypeUtil.isDatetime(type);
            }
        }
        if (text && other) {
            throw binding.newValidationSignatureError();
        }
    }
}
