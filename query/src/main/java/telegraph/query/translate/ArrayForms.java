package telegraph.query.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Writes PostgreSQL's forms of arrays in the standard's words.
///
/// | written                        | read                              |
/// |--------------------------------|-----------------------------------|
/// | `x = ANY (ARRAY[1, 2])`        | `x IN (1, 2)`                     |
/// | `x <> ALL ('{1,2}')`           | `x NOT IN ('1', '2')`             |
/// | `x = ANY ('{1,2}'::int[])`     | `x IN ('1'::int, '2'::int)`       |
/// | `x = ANY ('{}')`               | FALSE                             |
/// | `'{1,2}'::int[]`               | `ARRAY['1'::int, '2'::int]`       |
final class ArrayForms extends SqlShuttle {
    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode read = super.visit(call);
        if (!(read instanceof SqlCall inner)) {
            return read;
        }
        if (isQuantified(inner)) {
            SqlNodeList list = inner.operand(1);
            if (list.get(0) instanceof SqlCharStringLiteral && !isMembership(inner)) {
                return inner; // which is refused, since its elements have no type yet
            }
            return elements(list.get(0)).map(elements -> compared(inner, elements)).orElse(inner);
        }
        return isArrayCast(inner) && inner.operand(0) instanceof SqlCharStringLiteral
                ? elements(inner)
                        .filter(elements -> !elements.isEmpty())
                        .map(elements -> array(elements, inner.getParserPosition()))
                        .orElse(inner)
                : inner;
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
        return SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR.createCall(position, elements);
    }

    /// The elements that an expression lists; empty if it is none that lists them.
    private static Optional<List<SqlNode>> elements(SqlNode node) {
        if (node instanceof SqlCharStringLiteral text) {
            return Optional.of(parsed(text));
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
        return SqlStdOperatorTable.CAST.createCall(element.getParserPosition(), element, type);
    }

    /// The elements of an array's text, such as `{1,NULL,"a b"}`.
    private static List<SqlNode> parsed(SqlCharStringLiteral literal) {
        String text = literal.toValue() == null ? "" : literal.toValue().strip();
        SqlParserPos position = literal.getParserPosition();
        if (!text.startsWith("{") || !text.endsWith("}")) {
            throw malformed(text);
        }
        List<SqlNode> elements = new ArrayList<>();
        int last = text.length() - 1;
        int at = 1;
        while (at < last || !elements.isEmpty()) {
            StringBuilder element = new StringBuilder();
            boolean isQuoted = false;
            boolean inQuotes = false;
            while (at < last && (inQuotes || text.charAt(at) != ',')) {
                char c = text.charAt(at++);
                if (c == '\\' && at < last) {
                    element.append(text.charAt(at++));
                } else if (c == '"') {
                    inQuotes = !inQuotes;
                    isQuoted = true;
                } else if (!inQuotes && (c == '{' || c == '}')) {
                    throw malformed(text);
                } else {
                    element.append(c);
                }
            }
            String value = isQuoted ? element.toString() : element.toString().strip();
            if (!isQuoted && value.isEmpty()) {
                throw malformed(text);
            }
            elements.add(
                    !isQuoted && value.equalsIgnoreCase("null")
                            ? SqlLiteral.createNull(position)
                            : SqlLiteral.createCharString(value, position));
            if (at >= last) {
                break;
            }
            at++;
        }
        return elements;
    }

    private static TelegraphException malformed(String text) {
        return TelegraphException.of(
                SqlState.INVALID_TEXT_REPRESENTATION,
                "an array is elements in braces, such as {1,2}: \"" + text + "\"");
    }
}
