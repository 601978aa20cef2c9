package telegraph.query.function;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.AggAddContext;
import org.apache.calcite.adapter.enumerable.AggContext;
import org.apache.calcite.adapter.enumerable.AggImplementor;
import org.apache.calcite.adapter.enumerable.AggResetContext;
import org.apache.calcite.adapter.enumerable.AggResultContext;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Statement;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.validate.SqlUserDefinedAggFunction;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Optionality;
import telegraph.query.value.Allowance;
import telegraph.query.value.ArrayArguments;

/// `array_agg(x)`: the values of a group, or of a window's frame, NULLs among them; NULL of none.
/// Of equal values that an order brings together it may keep one.
///
/// Each result is a list of its own, since a frame that grows goes on adding to the one it gathers.
///
/// Public because generated code calls [#gathered]. Any thread.
public final class ArrayAgg extends SqlUserDefinedAggFunction {
    public static final ArrayAgg ALL = new ArrayAgg(false);

    /// Of values that come in an order, equal ones together: each once.
    public static final ArrayAgg EACH = new ArrayAgg(true);

    private static final long VALUE_BYTES = 8;
    private static final Method GATHERED =
            Types.lookupMethod(
                    ArrayAgg.class, "gathered", DataContext.class, List.class, boolean.class);

    private final boolean distinct;

    private ArrayAgg(boolean distinct) {
        super(
                new SqlIdentifier("ARRAY_AGG", SqlParserPos.ZERO),
                SqlKind.ARRAY_AGG,
                ReturnTypes.andThen(
                        ReturnTypes::stripOrderBy,
                        binding ->
                                ArrayArguments.arrayOf(
                                        binding.getOperandType(0), binding.getTypeFactory())),
                null,
                new Operands(SqlLibraryOperators.ARRAY_AGG.getOperandTypeChecker()),
                new Gathering(distinct),
                false,
                false,
                Optionality.FORBIDDEN);
        this.distinct = distinct;
    }

    @Override
    public SqlSyntax getSyntax() {
        return SqlSyntax.ORDERED_FUNCTION;
    }

    /// Whether it leaves out a value that equals the one before it.
    public boolean gathersDistinct() {
        return distinct;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ArrayAgg that && distinct == that.distinct;
    }

    @Override
    public int hashCode() {
        return Boolean.hashCode(distinct);
    }

    @Override
    public boolean skipsNullInputs() {
        return false;
    }

    /// Of the values alone: an ORDER BY among the arguments is none of them.
    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
        SqlCall stripped = ReturnTypes.stripOrderBy(call);
        RelDataType type = validateOperands(validator, scope.getOperandScope(call), stripped);
        List<SqlNode> typed = stripped.getOperandList();
        for (int i = 0; i < typed.size(); i++) {
            call.setOperand(i, typed.get(i));
        }
        return type;
    }

    /// The values gathered so far as a list that stays as it is. Called by generated code.
    ///
    /// @param distinct whether a value that equals the one before it is left out
    public static List<Object> gathered(
            DataContext surroundings, List<?> values, boolean distinct) {
        if (values.isEmpty()) {
            return null;
        }
        Allowance.of(surroundings).hold(VALUE_BYTES * values.size());
        List<Object> all = new ArrayList<>(values.size());
        for (Object value : values) {
            if (!distinct || all.isEmpty() || !Objects.equals(all.getLast(), value)) {
                all.add(value);
            }
        }
        return all;
    }

    /// One argument of any type.
    private record Operands(SqlOperandTypeChecker any) implements SqlOperandMetadata {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            return any.checkOperandTypes(binding, throwOnFailure);
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return any.getOperandCountRange();
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            return any.getAllowedSignatures(operator, name);
        }

        @Override
        public boolean isFixedParameters() {
            return false;
        }

        @Override
        public List<RelDataType> paramTypes(RelDataTypeFactory types) {
            return List.of();
        }

        @Override
        public List<String> paramNames() {
            return List.of();
        }
    }

    /// How generated code gathers.
    private record Gathering(boolean distinct) implements ImplementableAggFunction, AggImplementor {
        @Override
        public AggImplementor getImplementor(boolean windowContext) {
            return this;
        }

        @Override
        public RelDataType getReturnType(RelDataTypeFactory types) {
            throw new UnsupportedOperationException("the argument decides");
        }

        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }

        @Override
        public List<Type> getStateType(AggContext info) {
            return List.of(List.class);
        }

        @Override
        public void implementReset(AggContext info, AggResetContext reset) {
            reset.currentBlock()
                    .add(
                            Expressions.statement(
                                    Expressions.assign(
                                            reset.accumulator().getFirst(),
                                            Expressions.new_(ArrayList.class))));
        }

        @Override
        public void implementAdd(AggContext info, AggAddContext add) {
            Statement gather =
                    Expressions.statement(
                            Expressions.call(
                                    add.accumulator().getFirst(),
                                    Types.lookupMethod(List.class, "add", Object.class),
                                    Expressions.box(add.arguments().getFirst())));
            if (add.rexFilterArgument() == null) {
                add.currentBlock().add(gather);
                return;
            }
            Expression counts =
                    Expressions.call(
                            Expressions.constant(Boolean.TRUE, Boolean.class),
                            Types.lookupMethod(Boolean.class, "equals", Object.class),
                            Expressions.box(
                                    add.rowTranslator()
                                            .translateList(List.of(add.rexFilterArgument()))
                                            .getFirst()));
            add.currentBlock().add(Expressions.ifThen(counts, gather));
        }

        @Override
        public Expression implementResult(AggContext info, AggResultContext result) {
            return Expressions.call(
                    GATHERED,
                    DataContext.ROOT,
                    result.accumulator().getFirst(),
                    Expressions.constant(distinct));
        }
    }
}
