package telegraph.query.validate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlSetOperator;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.syntax.Places;

/// Refuses what compares values of `json` or `jsonb`, or arrays of them, without saying so, as `=`
/// is refused: they are texts here, and PostgreSQL's `jsonb` is equal and ordered by what it means,
/// its `json` not at all. Arrays of intervals are refused with them.
///
/// ```
/// DISTINCT   count(DISTINCT j)   GROUP BY j   ORDER BY j   PARTITION BY j   min(j)   greatest(j, k)
/// UNION   INTERSECT   EXCEPT     j IN (SELECT …)           (a, j) = (b, k)  JOIN … USING (j)
/// ```
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

    private static final String INTERVALS = "interval[]";

    private static final Set<SqlKind> COMPARISONS = EnumSet.copyOf(SqlKind.COMPARISON);

    static {
        COMPARISONS.addAll(EnumSet.of(SqlKind.IN, SqlKind.NOT_IN, SqlKind.SOME, SqlKind.ALL));
        COMPARISONS.addAll(EnumSet.of(SqlKind.IS_DISTINCT_FROM, SqlKind.IS_NOT_DISTINCT_FROM));
    }

    private final QueryValidator validator;
    private final DeclaredTypes types;

    /// Of the query that is looked through.
    private SqlValidatorScope scope;

    private JsonUses(QueryValidator validator, DeclaredTypes types) {
        this.validator = validator;
        this.types = types;
    }

    /// @throws TelegraphException of 0A000 if a query, which the validator has found valid, does
    public static void demandNone(SqlNode valid, QueryValidator validator, DeclaredTypes types) {
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
                demandAll("PARTITION BY", window.getPartitionList());
                demandAll("ORDER BY", window.getOrderList());
                super.visit(window);
            }
            case SqlJoin join -> {
                join(join);
                super.visit(join);
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
        if (select.isDistinct()) {
            demandAll("DISTINCT", select.getSelectList());
        }
        if (select.getGroup() != null) {
            demandAll("GROUP BY", select.getGroup());
        }
        if (select.getOrderList() != null) {
            for (SqlNode key : select.getOrderList()) {
                demand("ORDER BY", validator.expandOrderExpr(select, plain(key)), key);
            }
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

    private void join(SqlJoin join) {
        for (String name : validator.merged(join)) {
            refuse("JOIN USING", column(join.getLeft(), name), join);
            refuse("JOIN USING", column(join.getRight(), name), join);
        }
    }

    private String column(SqlNode table, String name) {
        if (table instanceof SqlJoin join) {
            String left = column(join.getLeft(), name);
            return left.isEmpty() ? column(join.getRight(), name) : left;
        }
        return types.column(validator.getNamespace(table), name);
    }

    private void operation(SqlCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        switch (call) {
            case SqlCall set
                    when set.getOperator() instanceof SqlSetOperator all
                            && !(all.isAll() && all.getKind() == SqlKind.UNION) -> {
                set.getOperandList().forEach(query -> demandQuery(name, query, set));
            }
            case SqlCall aggregate
                    when aggregate.getFunctionQuantifier() instanceof SqlLiteral quantifier
                            && quantifier.getValue() == SqlSelectKeyword.DISTINCT -> {
                demandAll(name + "(DISTINCT …)", aggregate.getOperandList());
            }
            case SqlCall choice when CHOICES.contains(name) ->
                    demandAll(name.toLowerCase(Locale.ROOT), choice.getOperandList());
            case SqlCall aggregate when aggregate.getOperator() instanceof SqlAggFunction ->
                    aggregate.getOperandList().stream()
                            .filter(SqlNodeList.class::isInstance)
                            .forEach(order -> demandAll("ORDER BY", List.of(order)));
            case SqlCall ordered when ordered.getKind() == SqlKind.WITHIN_GROUP ->
                    demandAll("ORDER BY", ordered.operand(1));
            case SqlCall comparison
                    when COMPARISONS.contains(comparison.getKind())
                            && comparison.getOperandList().stream().anyMatch(JsonUses::isMany) ->
                    comparison.getOperandList().forEach(side -> demandQuery(name, side, call));
            default -> {}
        }
    }

    /// Whether an operand is a query or a row, whose values are compared one by one.
    private static boolean isMany(SqlNode operand) {
        return operand != null
                && (operand.getKind().belongsTo(SqlKind.QUERY) || operand.getKind() == SqlKind.ROW);
    }

    private void demandQuery(String use, SqlNode side, SqlNode where) {
        switch (side) {
            case null -> {}
            case SqlCall row when row.getKind() == SqlKind.ROW ->
                    demandAll(use, row.getOperandList());
            case SqlCall query when query.getKind().belongsTo(SqlKind.QUERY) ->
                    columns(query).forEach(type -> refuse(use, type, where));
            default -> demand(use, side, side);
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

    private void demandAll(String use, List<SqlNode> nodes) {
        for (SqlNode node : nodes) {
            switch (node) {
                case null -> {}
                case SqlNodeList list -> demandAll(use, list);
                case SqlCall grouping when isGrouping(grouping) ->
                        demandAll(use, grouping.getOperandList());
                default -> demand(use, plain(node), node);
            }
        }
    }

    private static boolean isGrouping(SqlCall call) {
        return switch (call.getKind()) {
            case ROLLUP, CUBE, GROUPING_SETS, ROW -> true;
            default -> false;
        };
    }

    private void demand(String use, SqlNode node, SqlNode where) {
        RelDataType type = validator.getValidatedNodeTypeIfKnown(node);
        boolean intervals = type != null && ArrayUses.isOfIntervals(type);
        refuse(use, intervals ? INTERVALS : types.item(node, scope), where);
    }

    private static void refuse(String use, String type, SqlNode where) {
        if (type.equals(INTERVALS) || isJson(type.replaceFirst("\\[]$", ""))) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "not supported at "
                            + Places.position(where.getParserPosition())
                            + ": "
                            + use
                            + " of "
                            + type
                            + ", which compares its values. Cast it to text to have it compared as"
                            + " one");
        }
    }
}
