package telegraph.query.function;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.ReflectiveCallNotNullImplementor;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.adapter.enumerable.RexToLixTranslator;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import telegraph.ground.TelegraphException;
import telegraph.query.value.Allowance;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.ByteaLiterals;
import telegraph.query.value.Parameter;

/// A function of Telegraph's own: Java methods under one name, chosen by the types of the
/// arguments.
///
/// The same methods run in an eddy block, called directly, and in code that Calcite generates.
/// Immutable; any thread.
public final class Routine extends SqlUserDefinedFunction {
    /// One method, which takes an [Allowance] before its parameters if it makes long texts.
    ///
    /// @param variadic whether the last parameter may be repeated, or left out
    /// @param asked the name under which the catalog is asked, or ""; the method takes that and the
    ///   arguments as an array behind its allowance
    public record Variant(
            List<Parameter> parameters,
            boolean variadic,
            SqlReturnTypeInference result,
            Method method,
            String asked) {
        boolean accepts(List<RelDataType> types) {
            if (variadic
                    ? types.size() < parameters.size() - 1
                    : types.size() != parameters.size()) {
                return false;
            }
            for (int i = 0; i < types.size(); i++) {
                if (!parameter(i).accepts(types.get(i))) {
                    return false;
                }
            }
            return true;
        }

        private boolean makes() {
            Class<?>[] taken = method.getParameterTypes();
            return taken.length > 0 && taken[0] == Allowance.class;
        }

        public Parameter parameter(int index) {
            return parameters.get(Math.min(index, parameters.size() - 1));
        }

        private String signature(String name) {
            return parameters.stream()
                    .map(p -> p.shown)
                    .collect(Collectors.joining(", ", name + "(", variadic ? ", ...)" : ")"));
        }
    }

    private final List<Variant> variants;
    private final boolean strict;
    private final boolean throwing;
    private final Volatility volatility;
    private final String declared;

    /// How long the same arguments give the same value, in PostgreSQL's words.
    enum Volatility {
        IMMUTABLE,
        /// As long as a statement.
        STABLE,
        VOLATILE
    }

    /// @param strict whether NULL among the arguments makes the result NULL
    /// @param throwing whether some arguments make it fail
    /// @param declared the type of its result as PostgreSQL writes it, or "" if that is just that
    ///   of its values
    Routine(
            String name,
            SqlSyntax syntax,
            boolean strict,
            boolean throwing,
            Volatility volatility,
            String declared,
            List<Variant> variants) {
        super(
                new SqlIdentifier(name, SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION,
                binding ->
                        find(variants, types(binding))
                                .orElseThrow()
                                .result
                                .inferReturnType(binding),
                null,
                new Operands(name, variants),
                new Code(variants, strict),
                syntax);
        this.variants = variants;
        this.strict = strict;
        this.throwing = throwing;
        this.volatility = volatility;
        this.declared = declared;
    }

    /// Functions that the parser knows by name are looked up with their category.
    @Override
    public SqlFunctionCategory getFunctionType() {
        return switch (getName()) {
            case "DATE_TRUNC" -> SqlFunctionCategory.TIMEDATE;
            case "SUBSTRING", "OVERLAY" -> SqlFunctionCategory.STRING;
            case "POSITION", "POWER", "LN", "LOG10", "SQRT", "EXP" -> SqlFunctionCategory.NUMERIC;
            default -> super.getFunctionType();
        };
    }

    @Override
    public boolean isDeterministic() {
        return volatility != Volatility.VOLATILE;
    }

    @Override
    public boolean isDynamicFunction() {
        return volatility == Volatility.STABLE;
    }

    /// Whether it tells something of the catalog or the session, which a plan that is kept does not
    /// know.
    public static boolean asks(SqlOperator operator) {
        return operator instanceof Routine routine && routine.volatility == Volatility.STABLE;
    }

    /// The type of its result as PostgreSQL writes it, or "".
    public String declared() {
        return declared;
    }

    public boolean isThrowing() {
        return throwing;
    }

    public boolean isStrict() {
        return strict;
    }

    public Variant variant(RexCall call) {
        return find(variants, types(call)).orElseThrow();
    }

    private static List<RelDataType> types(RexCall call) {
        return call.getOperands().stream().map(RexNode::getType).toList();
    }

    private static List<RelDataType> types(SqlOperatorBinding binding) {
        return binding.collectOperandTypes();
    }

    private static Optional<Variant> find(List<Variant> variants, List<RelDataType> types) {
        return variants.stream().filter(v -> v.accepts(types)).findFirst();
    }

    /// The method as a handle from an array of converted arguments to the result, with an instance
    /// of its own if it needs one.
    public static MethodHandle handle(Variant variant, int arguments, Allowance allowance) {
        try {
            MethodHandle handle = MethodHandles.lookup().unreflect(variant.method);
            if (!Modifier.isStatic(variant.method.getModifiers())) {
                handle =
                        handle.bindTo(
                                variant.method.getDeclaringClass().getConstructor().newInstance());
            }
            if (variant.makes()) {
                handle = MethodHandles.insertArguments(handle, 0, allowance);
            }
            if (!variant.asked.isEmpty()) {
                return MethodHandles.insertArguments(handle, 0, variant.asked)
                        .asType(MethodType.methodType(Object.class, Object[].class));
            }
            if (variant.variadic) {
                handle = handle.asFixedArity();
                int fixed = variant.parameters.size() - 1;
                handle = handle.asCollector(String[].class, arguments - fixed);
            }
            return handle.asSpreader(Object[].class, arguments)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw TelegraphException.bug("a function is a public method: " + variant.method, e);
        }
    }

    /// What the validator asks about the arguments.
    private record Operands(String name, List<Variant> variants) implements SqlOperandMetadata {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            unify(binding);
            if (find(variants, types(binding)).isPresent() || isRead(binding)) {
                return true;
            }
            if (throwOnFailure) {
                throw binding.newValidationSignatureError();
            }
            return false;
        }

        /// Brings arrays and elements to one type, for the first variant that may take them.
        private void unify(SqlCallBinding binding) {
            for (Variant variant : variants) {
                if (variant.parameters.contains(Parameter.LIST)
                        && variant.parameters.size() == binding.getOperandCount()
                        && ArrayArguments.unify(binding, variant::parameter)) {
                    return;
                }
            }
        }

        /// Whether a variant takes the arguments if its bytes may be bare literals, which become
        /// bytes.
        private boolean isRead(SqlCallBinding binding) {
            for (Variant variant : variants) {
                if (variant.accepts(read(variant, binding))) {
                    for (int i = 0; i < binding.getOperandCount(); i++) {
                        if (variant.parameter(i) == Parameter.BYTEA) {
                            ByteaLiterals.read(binding, i);
                        }
                    }
                    return true;
                }
            }
            return false;
        }

        private static List<RelDataType> read(Variant variant, SqlCallBinding binding) {
            List<RelDataType> types = new ArrayList<>(types(binding));
            for (int i = 0; i < types.size(); i++) {
                if (variant.parameter(i) == Parameter.BYTEA
                        && binding.operand(i) instanceof SqlCharStringLiteral) {
                    types.set(i, ByteaLiterals.type(binding.getTypeFactory()));
                }
            }
            return types;
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            int least = Integer.MAX_VALUE;
            int most = 0;
            for (Variant variant : variants) {
                int size = variant.parameters.size();
                least = Math.min(least, variant.variadic ? size - 1 : size);
                most = variant.variadic || most < 0 ? -1 : Math.max(most, size);
            }
            return most < 0
                    ? SqlOperandCountRanges.from(least)
                    : SqlOperandCountRanges.between(least, most);
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String operatorName) {
            return variants.stream().map(v -> v.signature(name)).collect(Collectors.joining("\n"));
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

    /// How generated code calls the methods.
    private record Code(List<Variant> variants, boolean strict)
            implements ScalarFunction, ImplementableFunction {
        @Override
        public CallImplementor getImplementor() {
            return RexImpTable.createImplementor(
                    (translator, call, operands) -> {
                        Variant variant = find(variants, types(call)).orElseThrow();
                        return new ReflectiveCallNotNullImplementor(variant.method)
                                .implement(
                                        translator,
                                        call,
                                        Stream.concat(
                                                        allowance(variant, translator).stream(),
                                                        arguments(variant, call, operands).stream())
                                                .toList());
                    },
                    strict ? NullPolicy.STRICT : NullPolicy.NONE,
                    false);
        }

        private static List<Expression> allowance(Variant variant, RexToLixTranslator translator) {
            return variant.makes()
                    ? List.of(Expressions.call(Allowance.class, "of", translator.getRoot()))
                    : List.of();
        }

        private static List<Expression> arguments(
                Variant variant, RexCall call, List<Expression> operands) {
            List<Expression> converted = new ArrayList<>();
            for (int i = 0; i < operands.size(); i++) {
                converted.add(
                        variant.parameter(i)
                                .convert(operands.get(i), call.getOperands().get(i).getType()));
            }
            if (!variant.asked.isEmpty()) {
                return List.of(
                        Expressions.constant(variant.asked),
                        Expressions.newArrayInit(Object.class, converted));
            }
            if (!variant.variadic) {
                return converted;
            }
            int fixed = variant.parameters.size() - 1;
            List<Expression> result = new ArrayList<>(converted.subList(0, fixed));
            result.add(
                    Expressions.newArrayInit(
                            String.class, converted.subList(fixed, converted.size())));
            return result;
        }

        @Override
        public RelDataType getReturnType(RelDataTypeFactory types) {
            throw new UnsupportedOperationException("the arguments decide");
        }

        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }
    }

    /// The one public method of that name with as many parameters of these classes, behind an
    /// allowance or not.
    static Method method(
            Class<?> owner, String name, List<Parameter> parameters, boolean variadic) {
        List<Class<?>> classes = new ArrayList<>();
        parameters.forEach(p -> classes.add(p.javaClass));
        if (variadic) {
            classes.set(classes.size() - 1, String[].class);
        }
        List<Class<?>> making = new ArrayList<>(classes);
        making.addFirst(Allowance.class);
        return Arrays.stream(owner.getMethods())
                .filter(method -> method.getName().equals(name))
                .filter(method -> {
                    List<Class<?>> taken = List.of(method.getParameterTypes());
                    return taken.equals(classes) || taken.equals(making);
                })
                .findFirst()
                .orElseThrow(() ->
                        TelegraphException.bug(
                                "a function is a public method: " + owner + "." + name + classes,
                                null));
    }
}
