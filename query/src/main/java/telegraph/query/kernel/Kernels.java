package telegraph.query.kernel;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;
import telegraph.memory.Type.Kind;
import telegraph.query.function.Routine;
import telegraph.query.value.ByteaLiterals;
import telegraph.query.value.Evaluation;
import telegraph.query.value.MomentLiterals;
import telegraph.query.value.Texts;
import telegraph.query.value.Types;
import telegraph.query.value.Values;

/// Finds the kernel for an operator and the types of its operands, or none.
public final class Kernels {
    private final Function<RexNode, Expression> compile;
    private final Function<RexNode, Predicate> condition;
    private final Evaluation evaluation;

    /// @param compile makes an operand an expression
    /// @param condition makes an operand a predicate
    /// @param evaluation what the kernels make counts with
    public Kernels(
            Function<RexNode, Expression> compile,
            Function<RexNode, Predicate> condition,
            Evaluation evaluation) {
        this.compile = compile;
        this.condition = condition;
        this.evaluation = evaluation;
    }

    /// A literal, unless its type has no place in a batch.
    public static Optional<Expression> literal(RexLiteral literal, Evaluation evaluation) {
        Optional<Type> type = Types.physical(literal.getType());
        if (type.isEmpty()) {
            return Optional.empty();
        }
        Vector vector = new Vector(type.get(), 1);
        vector.nulls[0] = literal.isNull();
        if (!literal.isNull()) {
            setLiteral(vector, literal);
        }
        return Optional.of(new Constant(vector, 0, evaluation));
    }

    private static void setLiteral(Vector to, RexLiteral literal) {
        switch (to.type.kind()) {
            case BOOLEAN -> to.longs[0] = literal.getValueAs(Boolean.class) ? 1 : 0;
            case INTEGER -> to.longs[0] = literal.getValueAs(BigDecimal.class).longValueExact();
            case BIGINT -> to.longs[0] = literal.getValueAs(BigDecimal.class).longValueExact();
            case DOUBLE -> to.doubles[0] = literal.getValueAs(Double.class);
            case DECIMAL -> Values.setDecimal(to, 0, literal.getValueAs(BigDecimal.class));
            case DATE -> to.longs[0] = literal.getValueAs(Integer.class);
            case TIME, TIMESTAMP, INSTANT -> to.longs[0] = MomentLiterals.micros(literal);
            case TEXT ->
                    Constant.setText(
                            to,
                            ByteaLiterals.isBytea(literal.getType())
                                    ? ByteaLiterals.text(literal)
                                    : literal.getValueAs(String.class));
        }
    }

    /// The kernel for a call, or empty.
    public Optional<Expression> of(RexCall call) {
        Optional<Type> type = Types.physical(call.getType());
        if (type.isEmpty() || involvesUnknown(call)) {
            return Optional.empty();
        }
        if (call.getOperator() instanceof Routine) {
            Expression[] operands = operands(call);
            return Optional.of(
                    loop(call, operands, type.get())
                            .orElseGet(() ->
                                    new FunctionCall(
                                            FunctionCall.Target.of(call, evaluation), operands)));
        }
        return switch (call.getKind()) {
            case EQUALS,
                    NOT_EQUALS,
                    LESS_THAN,
                    LESS_THAN_OR_EQUAL,
                    GREATER_THAN,
                    GREATER_THAN_OR_EQUAL ->
                    comparison(call);
            case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> distinct(call);
            case AND, OR ->
                    Optional.of(
                            new Truth(
                                    call.getKind() == org.apache.calcite.sql.SqlKind.AND,
                                    operands(call)));
            case NOT -> kernel(call, "NOT", Type.BOOLEAN, false, Truth::not);
            case IS_NULL -> kernel(call, "IS NULL", Type.BOOLEAN, false, Truth.isNull(false));
            case IS_NOT_NULL ->
                    kernel(call, "IS NOT NULL", Type.BOOLEAN, false, Truth.isNull(true));
            case IS_TRUE -> kernel(call, "IS TRUE", Type.BOOLEAN, false, Truth.is(true, false));
            case IS_NOT_TRUE ->
                    kernel(call, "IS NOT TRUE", Type.BOOLEAN, false, Truth.is(true, true));
            case IS_FALSE -> kernel(call, "IS FALSE", Type.BOOLEAN, false, Truth.is(false, false));
            case IS_NOT_FALSE ->
                    kernel(call, "IS NOT FALSE", Type.BOOLEAN, false, Truth.is(false, true));
            case GREATEST, GREATEST_PG -> extreme(call, type.get(), 1);
            case LEAST, LEAST_PG -> extreme(call, type.get(), -1);
            case CASE -> choice(call, type.get());
            case CAST -> cast(call, type.get());
            case PLUS, CHECKED_PLUS -> arithmetic(call, Arithmetic.PLUS, type.get());
            case MINUS, CHECKED_MINUS -> arithmetic(call, Arithmetic.MINUS, type.get());
            case TIMES, CHECKED_TIMES -> arithmetic(call, Arithmetic.TIMES, type.get());
            case DIVIDE, CHECKED_DIVIDE -> arithmetic(call, Arithmetic.DIVIDE, type.get());
            case MOD -> arithmetic(call, Arithmetic.REMAINDER, type.get());
            case MINUS_PREFIX, CHECKED_MINUS_PREFIX -> negation(call, type.get());
            default -> Optional.empty();
        };
    }

    /// A routine that is a loop, perhaps only where some of its operands are constants.
    private Optional<Expression> loop(RexCall call, Expression[] operands, Type type) {
        String name = call.getOperator().getName();
        boolean bytea =
                !call.getOperands().isEmpty()
                        && ByteaLiterals.isBytea(call.getOperands().getFirst().getType());
        switch (name) {
            case "$EXTRACT" -> {
                boolean known = operands[0] instanceof Constant part && !part.isNull();
                return known && type.kind() == Kind.BIGINT
                        ? DateParts.of(text(operands[0]), operands[1].type())
                                .map(body -> kernel(name, type, body, operands[1]))
                        : Optional.empty();
            }
            case "$CONCAT" -> {
                return Optional.of(
                        Concatenation.of(
                                new Kernel.Operator(
                                        name, type, false, Concatenation::compute, evaluation),
                                operands));
            }
            case "SUBSTRING", "SUBSTR" -> {
                return bytea
                        ? Optional.empty()
                        : Substrings.of(List.of(operands))
                                .map(body -> kernel(name, type, body, operands));
            }
            case "LENGTH", "CHAR_LENGTH", "CHARACTER_LENGTH" -> {
                Kernel.Body body = bytea ? TextLength::bytes : TextLength::characters;
                return Optional.of(kernel(name, type, body, operands));
            }
            case "OCTET_LENGTH" -> {
                Kernel.Body body = bytea ? TextLength::bytes : TextLength::octets;
                return Optional.of(kernel(name, type, body, operands));
            }
            default -> {
                return Optional.empty();
            }
        }
    }

    private Expression kernel(String name, Type type, Kernel.Body body, Expression... operands) {
        return new Kernel(new Kernel.Operator(name, type, false, body, evaluation), operands);
    }

    private static String text(Expression constant) {
        return Texts.string(((Constant) constant).vector(), 0);
    }

    /// Whether an operand's type has no place in a batch; symbols are no values.
    private static boolean involvesUnknown(RexCall call) {
        return call.getOperands().stream()
                .anyMatch(operand -> Types.physical(operand.getType()).isEmpty());
    }

    private Expression[] operands(RexCall call) {
        return call.getOperands().stream().map(compile).toArray(Expression[]::new);
    }

    private Optional<Expression> kernel(
            RexCall call, String name, Type type, boolean throwing, Kernel.Body body) {
        return Optional.of(
                new Kernel(
                        new Kernel.Operator(name, type, throwing, body, evaluation),
                        operands(call)));
    }

    private static Optional<Comparison.Domain> domain(RexCall call) {
        RelDataType left = call.getOperands().get(0).getType();
        RelDataType right = call.getOperands().get(1).getType();
        if (SqlTypeUtil.isInterval(left) || SqlTypeUtil.isInterval(right)) {
            return Optional.empty();
        }
        return Comparison.Domain.of(
                Types.physical(left).orElseThrow(), Types.physical(right).orElseThrow());
    }

    private Optional<Expression> comparison(RexCall call) {
        Comparison comparison = Comparison.of(call.getKind()).orElseThrow();
        return domain(call)
                .flatMap(domain ->
                        kernel(
                                call,
                                comparison.symbol,
                                Type.BOOLEAN,
                                false,
                                comparison.body(domain)));
    }

    private Optional<Expression> distinct(RexCall call) {
        boolean negated = call.getKind() == org.apache.calcite.sql.SqlKind.IS_DISTINCT_FROM;
        return domain(call)
                .flatMap(domain ->
                        kernel(
                                call,
                                call.getOperator().getName(),
                                Type.BOOLEAN,
                                false,
                                Comparison.distinct(domain, negated)));
    }

    private Optional<Expression> extreme(RexCall call, Type type, int sign) {
        if (type.kind() != Kind.DECIMAL) {
            return Optional.empty();
        }
        List<Expression> values = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            Optional<Expression> value =
                    converted(compile.apply(operand), operand.getType(), call.getType(), type);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.add(value.get());
        }
        boolean skipsNulls =
                call.getKind() == SqlKind.GREATEST_PG || call.getKind() == SqlKind.LEAST_PG;
        return Optional.of(
                kernel(
                        call.getOperator().getName(),
                        type,
                        Extremes.body(sign, skipsNulls),
                        values.toArray(Expression[]::new)));
    }

    private Optional<Expression> choice(RexCall call, Type type) {
        List<RexNode> operands = call.getOperands();
        List<Predicate> conditions = new ArrayList<>();
        List<Expression> values = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            boolean isValue = i % 2 == 1 || i == operands.size() - 1;
            if (!isValue) {
                conditions.add(condition.apply(operands.get(i)));
                continue;
            }
            Optional<Expression> value =
                    converted(
                            compile.apply(operands.get(i)),
                            operands.get(i).getType(),
                            call.getType(),
                            type);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.add(value.get());
        }
        return Optional.of(
                new Choice(
                        type,
                        conditions.toArray(Predicate[]::new),
                        values.toArray(Expression[]::new)));
    }

    private Optional<Expression> cast(RexCall call, Type type) {
        RexNode operand = call.getOperands().getFirst();
        return converted(compile.apply(operand), operand.getType(), call.getType(), type);
    }

    /// The expression with its values converted to a type, or empty if no loop does that.
    private Optional<Expression> converted(
            Expression from, RelDataType fromSql, RelDataType sql, Type type) {
        if (from.type().equals(type) && !needsWork(fromSql, sql)) {
            return Optional.of(from);
        }
        if (from instanceof Constant constant && constant.isNull()) {
            Vector nothing = new Vector(type);
            nothing.nulls[0] = true;
            return Optional.of(new Constant(nothing, 0, evaluation));
        }
        if (SqlTypeUtil.isInterval(fromSql) || SqlTypeUtil.isInterval(sql)) {
            return Optional.empty();
        }
        return Casts.body(from.type(), sql, type)
                .map(body ->
                        new Kernel(
                                new Kernel.Operator(
                                        Types.name(sql).toLowerCase(java.util.Locale.ROOT),
                                        type,
                                        ThrowAnalysis.narrows(fromSql, sql),
                                        body,
                                        evaluation),
                                from));
    }

    /// Whether values of equal physical type still differ: shorter texts, smaller numbers.
    private static boolean needsWork(RelDataType from, RelDataType to) {
        if (SqlTypeUtil.inCharFamily(to)) {
            int max = to.getPrecision();
            return max > 0
                    && (from.getPrecision() <= 0 || from.getPrecision() > max)
                    && SqlTypeUtil.inCharFamily(from);
        }
        return to.getSqlTypeName() != from.getSqlTypeName()
                        && switch (to.getSqlTypeName()) {
                            case TINYINT, SMALLINT, REAL -> true;
                            default -> false;
                        }
                || SqlTypeName.DATETIME_TYPES.contains(to.getSqlTypeName())
                        && to.getPrecision() < from.getPrecision();
    }

    private Optional<Expression> arithmetic(RexCall call, Arithmetic operator, Type type) {
        boolean numbers =
                Comparison.isNumber(type)
                        && !SqlTypeUtil.isInterval(call.getType())
                        && call.getOperands().size() == 2
                        && call.getOperands().stream()
                                .allMatch(operand -> SqlTypeUtil.isNumeric(operand.getType()));
        if (!numbers) {
            return Optional.empty();
        }
        Expression[] operands = operands(call);
        boolean real =
                operands[0].type().kind() == Kind.DOUBLE
                        || operands[1].type().kind() == Kind.DOUBLE;
        if (real && type.kind() != Kind.DOUBLE) {
            return Optional.empty();
        }
        boolean decimal =
                operands[0].type().kind() == Kind.DECIMAL
                        || operands[1].type().kind() == Kind.DECIMAL;
        if (decimal && type.kind() != Kind.DECIMAL && type.kind() != Kind.DOUBLE) {
            return Optional.empty();
        }
        Kernel.Body body =
                operands[0] instanceof Constant left
                        ? operator.body(type, left, true)
                        : operands[1] instanceof Constant right
                                ? operator.body(type, right, false)
                                : operator.body(type);
        return Optional.of(
                new Kernel(
                        new Kernel.Operator(
                                operator.symbol,
                                type,
                                ThrowAnalysis.itself(call),
                                body,
                                evaluation),
                        operands));
    }

    private Optional<Expression> negation(RexCall call, Type type) {
        RexNode operand = call.getOperands().getFirst();
        boolean same =
                SqlTypeUtil.isNumeric(operand.getType())
                        && Types.physical(operand.getType()).orElseThrow().equals(type);
        return same ? kernel(call, "-", type, false, Arithmetic.negation()) : Optional.empty();
    }
}
