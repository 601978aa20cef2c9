package telegraph.query.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlSetOperator;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.function.ArrayAgg;
import telegraph.query.operator.ComparedJson;
import telegraph.query.operator.Functions;
import telegraph.query.syntax.Places;

/// Finds what compares values of `jsonb` without saying so, and has it compare their keys
/// ([JsonKeys]); what says so, as `=` does, has them since it was validated.
///
/// ```
/// ORDER BY j   PARTITION BY j   count(DISTINCT j)                       by $JSONB_KEY(j)
/// SELECT DISTINCT j                                                     of $COMPARED_JSON(j)
/// GROUP BY j   UNION   INTERSECT   EXCEPT                               left to JsonGroups
/// min(j)   greatest(j, k)   array_agg(DISTINCT j)   … ALL               refused
/// ```
///
/// Values of `json` are not compared, and arrays of these two and of intervals are not yet.
///
/// Threads: one, once.
public final class JsonUses extends SqlBasicVisitor<Void> {
    private static final Set<String> CHOICES =
            Set.of(
                    "MIN",
                    "MAX",
                    "GREATEST",
                    "LEAST",
                    "NULLIF",
                    "MODE",
                    "PERCENTILE_DISC",
                    "QUANTILE_DISC");

    private static final SqlOperator ELEMENT = Functions.own("$ELEMENT");
    private static final String JSONB = "jsonb";
    private static final String INTERVALS = "interval[]";

    private final QueryValidator validator;
    private final DeclaredTypes types;
    private final JsonKeys keys;

    /// Of the query that is looked through.
    private SqlValidatorScope scope;

    private JsonUses(QueryValidator validator, DeclaredTypes types) {
        this.validator = validator;
        this.types = types;
        this.keys = new JsonKeys(validator, types);
    }

    /// Looks through a query that the validator has found valid.
    ///
    /// @throws TelegraphException of 42883 if it compares values of `json`, of 0A000 if it does
    ///   with those of `jsonb` what is not there
    public static void read(SqlNode valid, QueryValidator validator, DeclaredTypes types) {
        valid.accept(new JsonUses(validator, types));
    }

    /// Whether a type that was declared is one of them.
    public static boolean isJson(String declared) {
        return declared.equals("json") || declared.equals("jsonb");
    }

    @Override
    public Void visit(SqlCall call) {
        switch (call) {
            case SqlSelect select -> select(select);
            case SqlWindow window -> {
                byKeys("PARTITION BY", window.getPartitionList());
                byKeys("ORDER BY", window.getOrderList());
                super.visit(window);
            }
            default -> {
                operation(call);
                super.visit(call);
            }
        }
        return null;
    }

    private void select(SqlSelect select) {
        SqlValidatorScope around = scope;
        scope = validator.getSelectScope(select);
        if (select.getOrderList() != null) {
            SqlNodeList order = select.getOrderList();
            for (int i = 0; i < order.size(); i++) {
                SqlNode value = validator.expandOrderExpr(select, plain(order.get(i)));
                if (isJsonb("ORDER BY", value)) {
                    order.set(i, ordered(order.get(i), keys.key(value, scope)));
                }
            }
        }
        if (select.getGroup() != null) {
            groups(select.getGroup());
        }
        if (select.isDistinct()) {
            mark(select.getSelectList());
        }
        super.visit(select);
        scope = around;
    }

    /// A key of an ORDER BY without how it is ordered.
    private static SqlNode plain(SqlNode key) {
        return switch (key.getKind()) {
            case DESCENDING, NULLS_FIRST, NULLS_LAST -> plain(((SqlCall) key).operand(0));
            default -> key;
        };
    }

    /// A key of an ORDER BY that is ordered as another is.
    private static SqlNode ordered(SqlNode key, SqlNode value) {
        if (key == plain(key)) {
            return value;
        }
        SqlCall order = (SqlCall) key;
        return order.getOperator()
                .createCall(order.getParserPosition(), ordered(order.operand(0), value));
    }

    private void mark(SqlNodeList items) {
        for (int i = 0; i < items.size(); i++) {
            SqlNode item = items.get(i);
            SqlNode value = SqlUtil.stripAs(item);
            if (!isJsonb("DISTINCT", value)) {
                continue;
            }
            SqlNode marked = ComparedJson.of(value);
            validator.deriveType(scope, marked);
            if (item == value) {
                items.set(i, marked);
            } else {
                ((SqlCall) item).setOperand(0, marked);
            }
        }
    }

    /// Has a list have the keys of what is jsonb.
    private void byKeys(String use, SqlNodeList list) {
        for (int i = 0; i < list.size(); i++) {
            SqlNode value = plain(list.get(i));
            if (isJsonb(use, value)) {
                list.set(i, ordered(list.get(i), keys.key(value, scope)));
            }
        }
    }

    private void operation(SqlCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        switch (call) {
            case SqlCall set when set.getOperator() instanceof SqlSetOperator all ->
                    set(set, name, all);
            case SqlCall aggregate
                    when aggregate.getFunctionQuantifier() instanceof SqlLiteral quantifier
                            && quantifier.getValue() == SqlSelectKeyword.DISTINCT -> {
                distinct(aggregate, name + "(DISTINCT …)");
            }
            case SqlCall once when once.getOperator() == ArrayAgg.EACH ->
                    demandNone("array_agg(DISTINCT …)", once.operand(0));
            case SqlCall element when element.getOperator() == ELEMENT -> subscripts(element);
            case SqlCall choice when CHOICES.contains(name) ->
                    choice.getOperandList()
                            .forEach(operand -> demandNone(name.toLowerCase(Locale.ROOT), operand));
            case SqlCall aggregate when aggregate.getOperator() instanceof SqlAggFunction ->
                    aggregate.getOperandList().stream()
                            .filter(SqlNodeList.class::isInstance)
                            .forEach(order -> byKeys("ORDER BY", (SqlNodeList) order));
            case SqlCall ordered when ordered.getKind() == SqlKind.WITHIN_GROUP ->
                    byKeys("ORDER BY", ordered.operand(1));
            case SqlCall comparison
                    when JsonKeys.compares(comparison)
                            && comparison.getOperandList().stream().anyMatch(JsonUses::isMany) ->
                    comparison.getOperandList().forEach(side -> rows(name, side, comparison));
            default -> {}
        }
    }

    /// Only arrays have elements, and jsonb has parts.
    private void subscripts(SqlCall element) {
        SqlNode whole = element.operand(0);
        RelDataType type = validator.getValidatedNodeType(whole);
        String declared = types.item(whole, scope);
        if (SqlTypeUtil.inCharFamily(type) && !declared.equals(JSONB)) {
            throw TelegraphException.of(
                    SqlState.DATATYPE_MISMATCH,
                    "types do not fit at "
                            + Places.position(element.getParserPosition())
                            + ": an element of "
                            + (declared.isEmpty() ? "text" : declared)
                            + ". Cast it to an array, or to jsonb");
        }
    }

    private void set(SqlCall set, String name, SqlSetOperator operator) {
        boolean all = operator.isAll();
        if (all && operator.getKind() == SqlKind.UNION) {
            return;
        }
        for (SqlNode query : set.getOperandList()) {
            for (String type : columns(query)) {
                if (all || !type.equals(JSONB)) {
                    refuse(name, type, set);
                }
            }
        }
    }

    /// Only a count does not show what it has found to be one.
    private void distinct(SqlCall aggregate, String use) {
        boolean counts = aggregate.getKind() == SqlKind.COUNT;
        for (int i = 0; i < aggregate.operandCount(); i++) {
            SqlNode operand = aggregate.operand(i);
            switch (operand) {
                case null -> {}
                case SqlNodeList order -> byKeys(use, order);
                default -> {
                    if (!counts) {
                        demandNone(use, operand);
                    } else if (isJsonb(use, operand)) {
                        aggregate.setOperand(i, keys.key(operand, scope));
                    }
                }
            }
        }
    }

    /// Whether an operand is a query or a row, whose values are compared one by one.
    private static boolean isMany(SqlNode operand) {
        return operand != null && (operand.getKind() == SqlKind.ROW || JsonKeys.isRows(operand));
    }

    private void rows(String use, SqlNode side, SqlCall where) {
        switch (side) {
            case null -> {}
            case SqlCall row when row.getKind() == SqlKind.ROW ->
                    row.getOperandList().forEach(value -> demandNone(use, value));
            case SqlNode query when JsonKeys.isRows(query) ->
                    columns(query).forEach(type -> refuse(use, type, where));
            default -> demandNone(use, side);
        }
    }

    /// The types of a query's columns, those of arrays of intervals too.
    private List<String> columns(SqlNode query) {
        List<String> declared = new ArrayList<>(types.columns(query));
        RelDataType row = validator.getValidatedNodeTypeIfKnown(query);
        if (row != null && row.isStruct()) {
            row.getFieldList().stream()
                    .map(RelDataTypeField::getType)
                    .filter(ArrayUses::isOfIntervals)
                    .forEach(_ -> declared.add(INTERVALS));
        }
        return declared;
    }

    private void groups(List<SqlNode> nodes) {
        for (SqlNode node : nodes) {
            switch (node) {
                case SqlNodeList list -> groups(list);
                case SqlCall grouping when isGrouping(grouping) ->
                        groups(grouping.getOperandList());
                default -> isJsonb("GROUP BY", node);
            }
        }
    }

    private static boolean isGrouping(SqlCall call) {
        return switch (call.getKind()) {
            case ROLLUP, CUBE, GROUPING_SETS, ROW -> true;
            default -> false;
        };
    }

    private String type(SqlNode node) {
        RelDataType type = validator.getValidatedNodeTypeIfKnown(node);
        boolean intervals = type != null && ArrayUses.isOfIntervals(type);
        return intervals ? INTERVALS : types.item(node, scope);
    }

    /// Whether it is jsonb; what cannot be compared is refused.
    private boolean isJsonb(String use, SqlNode node) {
        String type = type(node);
        if (!type.equals(JSONB)) {
            refuse(use, type, node);
        }
        return type.equals(JSONB);
    }

    private void demandNone(String use, SqlNode node) {
        if (node != null) {
            refuse(use, type(node), node);
        }
    }

    private static void refuse(String use, String type, SqlNode where) {
        refuse(use, type, " at " + Places.position(where.getParserPosition()));
    }

    /// @param place where it is written, after a blank, or ""
    /// @throws TelegraphException if values of a type are not compared
    public static void refuse(String use, String type, String place) {
        if (!type.equals(INTERVALS) && !isJson(type.replaceFirst("\\[]$", ""))) {
            return;
        }
        String what =
                place + ": " + use + " of " + type + ", which compares its values. Cast it to ";
        throw type.equals("json")
                ? TelegraphException.of(
                        SqlState.UNDEFINED_FUNCTION,
                        "types do not fit" + what + "jsonb to have it compared by what it means")
                : TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "not supported" + what + "text to have it compared as one");
    }
}
