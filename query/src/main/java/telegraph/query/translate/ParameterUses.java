package telegraph.query.translate;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlShuttle;
import telegraph.language.Statements;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;
import telegraph.query.label.EnumType;
import telegraph.query.syntax.Places;
import telegraph.query.validate.JsonUses;
import telegraph.query.value.Types;

/// Puts the types of parameters into a query before it is validated: `?` becomes `CAST(? AS type)`
/// where the type is known, and where the query itself has a type for it, that is noted.
///
/// Threads: one.
final class ParameterUses extends SqlShuttle {
    private final ParameterTypes types;
    private final RelDataTypeFactory factory;
    private final Predicate<TableName> known;

    /// @param known whether the catalog has a type of that name
    ParameterUses(ParameterTypes types, RelDataTypeFactory factory, Predicate<TableName> known) {
        this.known = known;
        this.types = types;
        this.factory = factory;
    }

    /// Notes that columns of the query go where values of these types are due.
    ///
    /// @param targets for each column a type, or ""
    void targets(SqlNode node, List<String> targets) {
        switch (node) {
            case SqlOrderBy ordered -> targets(ordered.query, targets);
            case SqlWith with -> targets(with.body, targets);
            case SqlSelect select -> items(select.getSelectList(), targets);
            case SqlBasicCall call when call.getKind() == SqlKind.VALUES ->
                    call.getOperandList().forEach(row -> targets(row, targets));
            case SqlBasicCall call when call.getKind() == SqlKind.ROW ->
                    items(call.getOperandList(), targets);
            case SqlBasicCall call when SqlKind.SET_QUERY.contains(call.getKind()) ->
                    call.getOperandList().forEach(side -> targets(side, targets));
            default -> {}
        }
    }

    private void items(List<SqlNode> items, List<String> targets) {
        for (int i = 0; i < Math.min(items.size(), targets.size()); i++) {
            SqlNode item = items.get(i);
            SqlNode value =
                    item instanceof SqlCall call && call.getKind() == SqlKind.AS
                            ? call.operand(0)
                            : item;
            if (value instanceof SqlDynamicParam && !targets.get(i).isEmpty()) {
                types.tell(place(value), targets.get(i));
                types.plain(place(value));
            }
        }
    }

    Position place(SqlNode node) {
        SqlParserPos position = node.getParserPosition();
        return Places.position(position);
    }

    @Override
    public SqlNode visit(SqlDynamicParam parameter) {
        String type = types.at(place(parameter));
        return type.isEmpty() ? parameter : cast(parameter, type);
    }

    private SqlNode cast(SqlNode parameter, String type) {
        Optional<TableName> user =
                Statements.type(type).isEmpty() ? Statements.userType(type) : Optional.empty();
        if (JsonUses.isJson(type) || user.filter(known).isPresent()) {
            SqlParserPos at = parameter.getParserPosition();
            return SqlStdOperatorTable.CAST.createCall(
                    at,
                    parameter,
                    new SqlDataTypeSpec(
                            new SqlUserDefinedTypeNameSpec(
                                    new SqlIdentifier(user.map(EnumType::key).orElse(type), at),
                                    at),
                            at));
        }
        return SqlStdOperatorTable.CAST.createCall(
                parameter.getParserPosition(),
                parameter,
                type.equals("interval")
                        ? Types.interval(SqlParserPos.ZERO)
                        : SqlTypeUtil.convertTypeToSpec(Types.named(type, factory)));
    }

    @Override
    public SqlNode visit(SqlCall call) {
        if (Declarations.isCast(call) && call.operand(0) instanceof SqlDynamicParam parameter) {
            types.tell(place(parameter), Declarations.written(call.operand(1)));
            types.plain(place(parameter));
            return call;
        }
        if (call.getKind() == SqlKind.VALUES) {
            columns(call.getOperandList());
        }
        if (ArrayForms.isQuantified(call)) {
            return quantified(call);
        }
        if (call instanceof SqlOrderBy ordered) {
            count(ordered.offset);
            count(ordered.fetch);
            return new SqlOrderBy(
                    ordered.getParserPosition(),
                    ordered.query.accept(this),
                    (SqlNodeList) ordered.orderList.accept(this),
                    ordered.offset,
                    ordered.fetch);
        }
        if (call.getOperator().kind.belongsTo(SqlKind.COMPARISON)
                || call.getKind() == SqlKind.IN
                || call.getKind() == SqlKind.NOT_IN
                || call.getKind() == SqlKind.BETWEEN) {
            call.getOperandList().forEach(this::compared);
        }
        return super.visit(call);
    }

    /// A parameter in one row of VALUES has the type that another row has in the same column.
    private void columns(List<SqlNode> rows) {
        int width = rows.isEmpty() ? 0 : ((SqlCall) rows.getFirst()).operandCount();
        for (int c = 0; c < width; c++) {
            String known = "";
            for (int r = 0; r < rows.size() && known.isEmpty(); r++) {
                known = ((SqlCall) rows.get(r)).operandCount() > c ? type(cell(rows, r, c)) : "";
            }
            for (int r = 0; r < rows.size() && !known.isEmpty(); r++) {
                if (((SqlCall) rows.get(r)).operandCount() > c
                        && cell(rows, r, c) instanceof SqlDynamicParam parameter) {
                    types.tell(place(parameter), known);
                }
            }
        }
    }

    private static SqlNode cell(List<SqlNode> rows, int row, int column) {
        return ((SqlCall) rows.get(row)).operand(column);
    }

    /// The type that an expression says it has, or "".
    private String type(SqlNode node) {
        return switch (node) {
            case SqlDynamicParam parameter -> types.at(place(parameter));
            case SqlCall call when Declarations.isCast(call) ->
                    Declarations.written(call.operand(1)).replaceFirst("\\(.*?\\)", "");
            case SqlNumericLiteral number when number.isInteger() -> "integer";
            case SqlNumericLiteral _ -> "numeric";
            default -> "";
        };
    }

    /// A comparison with any element of a parameter becomes one with a parameter of its type.
    private SqlNode quantified(SqlCall call) {
        SqlNodeList list = call.operand(1);
        SqlNode array = list.get(0);
        if (array instanceof SqlDynamicParam) {
            types.array(place(array));
            types.plain(place(array));
            return ArrayForms.compared((SqlCall) super.visit(call), List.of(array.accept(this)));
        }
        if (array instanceof SqlCall cast
                && ArrayForms.isArrayCast(cast)
                && cast.operand(0) instanceof SqlDynamicParam parameter) {
            types.tell(place(parameter), Declarations.written(cast.operand(1)));
            types.plain(place(parameter));
            SqlNode element =
                    SqlStdOperatorTable.CAST.createCall(
                            cast.getParserPosition(),
                            parameter,
                            ArrayForms.elementType(cast.operand(1)).orElseThrow());
            SqlNode left = call.<SqlNode>operand(0).accept(this);
            SqlNodeList one = new SqlNodeList(List.of(element), cast.getParserPosition());
            SqlCall compared = call.getOperator().createCall(call.getParserPosition(), left, one);
            return ArrayForms.compared(compared, one);
        }
        return super.visit(call);
    }

    private void compared(SqlNode operand) {
        if (operand instanceof SqlDynamicParam) {
            types.plain(place(operand));
        } else if (operand instanceof SqlNodeList list) {
            list.forEach(this::compared);
        }
    }

    /// Notes that a parameter counts rows.
    private void count(SqlNode node) {
        if (node instanceof SqlDynamicParam) {
            types.tell(place(node), "bigint");
            types.plain(place(node));
        }
    }
}
