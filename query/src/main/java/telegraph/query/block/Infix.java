package telegraph.query.block;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlPostfixOperator;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.Sarg;

/// Writes an expression as a person would: `f.dep_delay > 10 AND p.year IS NOT NULL`.
public final class Infix {
    private final List<String> names;

    private Infix(List<String> names) {
        this.names = names;
    }

    /// @param names what input references are called
    public static String of(RexNode node, List<String> names) {
        return new Infix(names).write(node, false);
    }

    private String write(RexNode node, boolean inner) {
        return switch (node) {
            case RexInputRef ref -> names.get(ref.getIndex());
            case RexLiteral literal -> literal(literal);
            case RexCall call when inner && !isAtom(call) -> "(" + call(call) + ")";
            case RexCall call -> call(call);
            default -> node.toString();
        };
    }

    private static boolean isAtom(RexCall call) {
        return !(call.getOperator() instanceof SqlBinaryOperator
                || call.getOperator() instanceof SqlPostfixOperator
                || call.getKind() == SqlKind.SEARCH
                || call.getKind() == SqlKind.LIKE);
    }

    private String call(RexCall call) {
        if (call.getKind() == SqlKind.SEARCH
                && call.getOperands().get(1) instanceof RexLiteral literal) {
            Sarg<?> sarg = literal.getValueAs(Sarg.class);
            return write(call.getOperands().get(0), true) + " " + search(sarg);
        }
        if (call.getKind() == SqlKind.CAST) {
            return write(call.getOperands().get(0), true)
                    + "::"
                    + call.getType().getSqlTypeName().getName().toLowerCase(Locale.ROOT);
        }
        String name = call.getOperator().getName();
        if (call.getOperator() instanceof SqlPostfixOperator) {
            return write(call.getOperands().get(0), true) + " " + name;
        }
        if (call.getOperator() instanceof SqlPrefixOperator) {
            return name + " " + write(call.getOperands().get(0), true);
        }
        if (call.getOperands().size() == 2 && !isAtom(call)
                || call.getOperator() instanceof SqlBinaryOperator) {
            return call.getOperands().stream()
                    .map(operand -> write(operand, true))
                    .collect(Collectors.joining(" " + name + " "));
        }
        return name.toLowerCase(Locale.ROOT)
                + call.getOperands().stream()
                        .map(operand -> write(operand, false))
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String search(Sarg<?> sarg) {
        if (sarg.isPoints()) {
            return sarg.rangeSet.asRanges().stream()
                    .map(range -> point(range.lowerEndpoint()))
                    .collect(Collectors.joining(", ", "IN (", ")"));
        }
        return "in " + sarg.rangeSet;
    }

    private static String point(Object value) {
        return value instanceof NlsString text ? "'" + text.getValue() + "'" : value.toString();
    }

    private static String literal(RexLiteral literal) {
        Comparable<?> value = literal.getValueAs(Comparable.class);
        return switch (value) {
            case NlsString text -> point(text);
            case Number _ when SqlTypeName.NUMERIC_TYPES.contains(literal.getTypeName()) ->
                    literal.getValueAs(BigDecimal.class).stripTrailingZeros().toPlainString();
            case null, default -> literal.toString();
        };
    }
}
