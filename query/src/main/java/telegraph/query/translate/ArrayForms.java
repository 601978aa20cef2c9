package telegraph.query.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import telegraph.memory.ArrayText;
import telegraph.query.operator.ArrayConstructor;
import telegraph.query.operator.Cast;
import telegraph.query.operator.Functions;
import telegraph.query.syntax.GatheredQuery;

/// Writes PostgreSQL's forms of arrays in the standard's words.
///
/// | written                        | read                              |
/// |--------------------------------|-----------------------------------|
/// | `x = ANY (ARRAY[1, 2])`        | `x IN (1, 2)`                     |
/// | `x <> ALL ('{1,2}')`           | `x NOT IN ('1', '2')`             |
/// | `x = ANY ('{1,2}'::int[])`     | `x IN ('1'::int, '2'::int)`       |
/// | `x = ANY ('{}')`               | FALSE                             |
/// | `ARRAY(SELECT …)`              | `$OR_EMPTY((SELECT ARRAY_AGG(v) FROM (SELECT …) AS q (v)))` |
/// | `a[1][2]`                      | `$ELEMENT(a, 1, 2)`               |
/// | `x < ANY (a)`                  | `$ANY_OF(x, '<', a)`              |
/// | `'{1,2}'::int[]`               | `ARRAY['1'::int, '2'::int]::int[]` |
/// | `ARRAY[]::int[]`               | `'{}'::int[]`                     |
final class ArrayForms extends SqlShuttle {
    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode read = super.visit(call);
        if (!(read instanceof SqlCall visited)) {
            return read;
        }
        SqlCall inner = own(visited);
        if (inner.getKind() == SqlKind.ARRAY_QUERY_CONSTRUCTOR) {
            return new GatheredQuery(inner.getParserPosition()).of(inner.operand(0));
        }
        if (isQuantified(inner)) {
            SqlNodeList list = inner.operand(1);
            if (list.get(0) instanceof SqlCharStringLiteral && !isMembership(inner)) {
                return ofArray(inner, list.get(0)); // its elements have no type yet
            }
            return elements(list.get(0))
                    .map(elements -> compared(inner, elements))
                    .orElseGet(() -> ofArray(inner, list.get(0)));
        }
        return isArrayCast(inner) ? listed(inner) : inner;
    }

    /// A cast of an array whose elements are listed, with a cast of each.
    private static SqlNode listed(SqlCall cast) {
        SqlParserPos position = cast.getParserPosition();
        return elements(cast)
                .map(elements ->
                        elements.isEmpty()
                                ? SqlLiteral.createCharString("{}", position)
                                : array(elements, position))
                .<SqlNode>map(
                        array -> cast.getOperator().createCall(position, array, cast.operand(1)))
                .orElse(cast);
    }

    /// A comparison with the elements of an array that is no parameter.
    private static SqlNode ofArray(SqlCall call, SqlNode array) {
        SqlQuantifyOperator operator = (SqlQuantifyOperator) call.getOperator();
        SqlNode given =
                array instanceof SqlCall cast && Declarations.isCast(cast)
                        ? cast.operand(0)
                        : array;
        if (given instanceof SqlDynamicParam) {
            return call;
        }
        SqlParserPos position = call.getParserPosition();
        return Functions.own(operator.kind == SqlKind.SOME ? "$ANY_OF" : "$ALL_OF")
                .createCall(
                        position,
                        call.operand(0),
                        SqlLiteral.createCharString(operator.comparisonKind.sql, position),
                        array);
    }

    /// The same call of an operator that knows arrays.
    private static SqlCall own(SqlCall call) {
        SqlParserPos position = call.getParserPosition();
        return switch (call.getKind()) {
            case CAST -> Cast.INSTANCE.createCall(position, call.getOperandList());
            case ARRAY_VALUE_CONSTRUCTOR ->
                    ArrayConstructor.INSTANCE.createCall(position, call.getOperandList());
            case ITEM -> element(call);
            default -> call;
        };
    }

    /// An element by as many subscripts as there are, at most two.
    private static SqlCall element(SqlCall item) {
        List<SqlNode> operands = new ArrayList<>(item.getOperandList());
        if (operands.getFirst() instanceof SqlCall outer
                && outer.getOperator() == Functions.own("$ELEMENT")
                && outer.operandCount() == 2) {
            operands.removeFirst();
            operands.addAll(0, outer.getOperandList());
        }
        return Functions.own("$ELEMENT").createCall(item.getParserPosition(), operands);
    }

    private static boolean isMembership(SqlCall call) {
        return call.getOperator() == SqlStdOperatorTable.SOME_EQ
                || call.getOperator() == SqlStdOperatorTable.ALL_NE;
    }

    /// Whether it compares with any or all of something that may be an array.
    static boolean isQuantified(SqlCall call) {
        return call.getOperator() instanceof SqlQuantifyOperator
                && call.operand(1) instanceof SqlNodeList list
                && list.size() == 1;
    }

    /// Whether it is a cast to an array.
    static boolean isArrayCast(SqlCall call) {
        return Declarations.isCast(call) && elementType(call.operand(1)).isPresent();
    }

    /// The type of an array's elements; empty if a type is none of an array.
    static Optional<SqlDataTypeSpec> elementType(SqlNode type) {
        return type instanceof SqlDataTypeSpec spec
                        && spec.getTypeNameSpec() instanceof SqlCollectionTypeNameSpec array
                ? Optional.of(
                        new SqlDataTypeSpec(array.getElementTypeName(), type.getParserPosition()))
                : Optional.empty();
    }

    /// The same comparison with each of some elements.
    static SqlNode compared(SqlCall call, List<SqlNode> elements) {
        SqlQuantifyOperator operator = (SqlQuantifyOperator) call.getOperator();
        SqlParserPos position = call.getParserPosition();
        boolean any = operator.kind == SqlKind.SOME;
        if (elements.isEmpty()) {
            return SqlLiteral.createBoolean(!any, position);
        }
        SqlNodeList list = new SqlNodeList(elements, position);
        if (any && operator.comparisonKind == SqlKind.EQUALS) {
            return SqlStdOperatorTable.IN.createCall(position, call.operand(0), list);
        }
        if (!any && operator.comparisonKind == SqlKind.NOT_EQUALS) {
            return SqlStdOperatorTable.NOT_IN.createCall(position, call.operand(0), list);
        }
        return operator.createCall(position, call.operand(0), list);
    }

    private static SqlNode array(List<SqlNode> elements, SqlParserPos position) {
        return ArrayConstructor.INSTANCE.createCall(position, elements);
    }

    /// The elements that an expression lists; empty if it is none that lists them.
    private static Optional<List<SqlNode>> elements(SqlNode node) {
        if (node instanceof SqlCharStringLiteral text) {
            return parsed(text);
        }
        if (!(node instanceof SqlCall call)) {
            return Optional.empty();
        }
        if (call.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR) {
            return Optional.of(call.getOperandList());
        }
        if (!isArrayCast(call)) {
            return Optional.empty();
        }
        SqlDataTypeSpec type = elementType(call.operand(1)).orElseThrow();
        return elements(call.operand(0))
                .map(elements ->
                        elements.stream().<SqlNode>map(element -> cast(element, type)).toList());
    }

    private static SqlNode cast(SqlNode element, SqlDataTypeSpec type) {
        return Cast.INSTANCE.createCall(element.getParserPosition(), element, type);
    }

    /// The elements that an array's text lists; empty if it has several dimensions.
    private static Optional<List<SqlNode>> parsed(SqlCharStringLiteral literal) {
        List<Object> texts = ArrayText.read(literal.getValueAs(String.class));
        if (texts.stream().anyMatch(List.class::isInstance)) {
            return Optional.empty();
        }
        SqlParserPos position = literal.getParserPosition();
        return Optional.of(
                texts.stream()
                        .<SqlNode>map(text ->
                                text == null
                                        ? SqlLiteral.createNull(position)
                                        : SqlLiteral.createCharString(text.toString(), position))
                        .toList());
    }
}
