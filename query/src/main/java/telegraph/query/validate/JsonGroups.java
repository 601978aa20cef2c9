package telegraph.query.validate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSetOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.AggregatingSelectScope;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import telegraph.query.operator.ComparedJson;

/// A converter of queries that groups values of jsonb by their keys, of which each has many values:
/// of a group the plan has that which is the least as a text, in whichever order they come.
///
/// ```
/// GROUP BY j              group by $JSONB_KEY(j): min(j)
/// SELECT DISTINCT j       likewise, of what is marked as [ComparedJson]
/// q UNION r               likewise, of q UNION ALL r
/// q INTERSECT r, EXCEPT   likewise, of rows that say where they are from: those from both, from q
/// ```
///
/// Threads: one, for one query.
public final class JsonGroups extends SqlToRelConverter {
    private final SqlValidator validator;
    private final DeclaredTypes types;

    /// Whose GROUP BY is converted, so that what comes next is their DISTINCT.
    private final Set<Blackboard> grouped = Collections.newSetFromMap(new IdentityHashMap<>());

    public JsonGroups(
            RelOptTable.ViewExpander views,
            SqlValidator validator,
            DeclaredTypes types,
            Prepare.CatalogReader reader,
            RelOptCluster cluster,
            SqlRexConvertletTable convertlets,
            Config config) {
        super(views, validator, reader, cluster, convertlets, config);
        this.validator = validator;
        this.types = types;
    }

    @Override
    protected RelNode createAggregate(
            Blackboard board,
            ImmutableBitSet groupSet,
            ImmutableList<ImmutableBitSet> groupSets,
            List<AggregateCall> calls) {
        RelNode input = board.root();
        SqlSelect select = (SqlSelect) board.scope.getNode();
        if (validator.isAggregate(select) && grouped.add(board)) {
            ImmutableBitSet json = grouped(select);
            return json.isEmpty()
                    ? super.createAggregate(board, groupSet, groupSets, calls)
                    : byKeys(input, json, groupSet, groupSets, calls);
        }
        ImmutableBitSet json = marked(input);
        return json.isEmpty()
                ? super.createAggregate(board, groupSet, groupSets, calls)
                : byKeys(unmarked((Project) input), json, groupSet, groupSets, calls);
    }

    /// The expressions of a GROUP BY that are jsonb; they are the first of what is aggregated.
    private ImmutableBitSet grouped(SqlSelect select) {
        if (!(validator.getSelectScope(select) instanceof AggregatingSelectScope scope)) {
            return ImmutableBitSet.of();
        }
        List<SqlNode> groups = scope.resolved.get().groupExprList;
        return json(groups.stream().map(group -> types.item(group, scope)).toList());
    }

    private static ImmutableBitSet json(List<String> declared) {
        return ImmutableBitSet.of(
                IntStream.range(0, declared.size())
                        .filter(c -> declared.get(c).equals("jsonb"))
                        .toArray());
    }

    private static boolean isMarked(RexNode column) {
        return column instanceof RexCall call && call.getOperator() == ComparedJson.INSTANCE;
    }

    private static ImmutableBitSet marked(RelNode input) {
        if (!(input instanceof Project project)) {
            return ImmutableBitSet.of();
        }
        List<RexNode> columns = project.getProjects();
        return ImmutableBitSet.of(
                IntStream.range(0, columns.size()).filter(c -> isMarked(columns.get(c))).toArray());
    }

    private static RelNode unmarked(Project project) {
        List<RexNode> columns =
                project.getProjects().stream()
                        .map(column ->
                                isMarked(column)
                                        ? ((RexCall) column).getOperands().getFirst()
                                        : column)
                        .toList();
        return LogicalProject.create(
                project.getInput(),
                project.getHints(),
                columns,
                project.getRowType().getFieldNames(),
                project.getVariablesSet());
    }

    @Override
    protected RelNode convertSetOp(SqlCall call) {
        RelNode plan = super.convertSetOp(call);
        if (((SqlSetOperator) call.getOperator()).isAll()) {
            return plan;
        }
        List<String> declared = types.columns(call);
        ImmutableBitSet json = json(declared);
        if (json.isEmpty()) {
            return plan;
        }
        if (call.getKind() != SqlKind.UNION) {
            return ofSides(plan, json, call.getKind() == SqlKind.INTERSECT);
        }
        ImmutableBitSet all = ImmutableBitSet.range(declared.size());
        return byKeys(
                LogicalUnion.create(plan.getInputs(), true),
                json,
                all,
                ImmutableList.of(all),
                List.of());
    }

    /// An aggregate with the same columns, which has keys in the places of some that it groups by.
    private RelNode byKeys(
            RelNode input,
            ImmutableBitSet json,
            ImmutableBitSet groupSet,
            ImmutableList<ImmutableBitSet> groupSets,
            List<AggregateCall> calls) {
        RelDataType shape = aggregate(input, groupSet, groupSets, calls).getRowType();
        RelNode rows = withKeys(input, json);
        Keys keys = new Keys(json, input.getRowType().getFieldCount());
        ImmutableBitSet keySet = keys.of(groupSet);
        List<ImmutableBitSet> keySets = groupSets.stream().map(keys::of).toList();
        List<AggregateCall> all = new ArrayList<>();
        for (AggregateCall call : calls) {
            boolean asks = call.getAggregation().getKind() == SqlKind.GROUPING;
            all.add(asks ? call.withArgList(keys.of(call.getArgList())) : call);
        }
        boolean empty = keySets.contains(ImmutableBitSet.of());
        for (int column : json) {
            all.add(call(SqlStdOperatorTable.MIN, column, -1, rows, empty));
        }
        RelNode groups = aggregate(rows, keySet, keySets, all);
        List<RexNode> columns = new ArrayList<>();
        for (int column : groupSet) {
            int key = keySet.indexOf(keys.of(column));
            columns.add(
                    json.get(column)
                            ? ofGroup(
                                    groups,
                                    key,
                                    keySet.cardinality() + calls.size() + json.indexOf(column),
                                    keySets.size() > 1)
                            : rexBuilder.makeInputRef(groups, key));
        }
        for (int c = 0; c < calls.size(); c++) {
            columns.add(rexBuilder.makeInputRef(groups, keySet.cardinality() + c));
        }
        return shaped(groups, columns, shape);
    }

    /// The value of a group; NULL where another grouping set's row has no key.
    private RexNode ofGroup(RelNode groups, int key, int value, boolean isPartial) {
        RexNode one = rexBuilder.makeInputRef(groups, value);
        if (!isPartial) {
            return one;
        }
        return rexBuilder.makeCall(
                SqlStdOperatorTable.CASE,
                rexBuilder.makeCall(
                        SqlStdOperatorTable.IS_NOT_NULL, rexBuilder.makeInputRef(groups, key)),
                one,
                rexBuilder.makeNullLiteral(one.getType()));
    }

    /// The rows that two queries have both, or that only the first one has, each once.
    private RelNode ofSides(RelNode plan, ImmutableBitSet json, boolean both) {
        RelDataType shape = plan.getRowType();
        int width = shape.getFieldCount();
        List<RelNode> sides = new ArrayList<>();
        for (int side = 0; side < 2; side++) {
            RelNode query = plan.getInput(side);
            List<RexNode> columns =
                    new ArrayList<>(rexBuilder.identityProjects(query.getRowType()));
            columns.add(rexBuilder.makeExactLiteral(BigDecimal.valueOf(side)));
            columns.add(rexBuilder.makeLiteral(side == 0));
            sides.add(project(query, columns));
        }
        RelNode rows = withKeys(LogicalUnion.create(sides, true), json);
        Keys keys = new Keys(json, width + 2);
        ImmutableBitSet keySet = keys.of(ImmutableBitSet.range(width));
        List<AggregateCall> calls = new ArrayList<>();
        calls.add(call(SqlStdOperatorTable.MIN, width, -1, rows, false));
        calls.add(call(SqlStdOperatorTable.MAX, width, -1, rows, false));
        for (int column : json) {
            calls.add(call(SqlStdOperatorTable.MIN, column, width + 1, rows, false));
        }
        RelNode groups = aggregate(rows, keySet, List.of(keySet), calls);
        RexNode first = isSide(groups, width, 0);
        RexNode last = isSide(groups, width + 1, both ? 1 : 0);
        RelNode wanted =
                LogicalFilter.create(
                        groups, rexBuilder.makeCall(SqlStdOperatorTable.AND, first, last));
        List<RexNode> columns = new ArrayList<>();
        for (int column = 0; column < width; column++) {
            int at =
                    json.get(column)
                            ? width + 2 + json.indexOf(column)
                            : keySet.indexOf(keys.of(column));
            columns.add(rexBuilder.makeInputRef(wanted, at));
        }
        return shaped(wanted, columns, shape);
    }

    private RexNode isSide(RelNode groups, int column, int side) {
        return rexBuilder.makeCall(
                SqlStdOperatorTable.EQUALS,
                rexBuilder.makeInputRef(groups, column),
                rexBuilder.makeExactLiteral(BigDecimal.valueOf(side)));
    }

    private RelNode aggregate(
            RelNode rows,
            ImmutableBitSet set,
            List<ImmutableBitSet> sets,
            List<AggregateCall> calls) {
        RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(cluster, null);
        builder.push(rows);
        return builder.aggregate(builder.groupKey(set, sets), calls).build();
    }

    private RelNode withKeys(RelNode input, ImmutableBitSet json) {
        List<RexNode> columns = new ArrayList<>(rexBuilder.identityProjects(input.getRowType()));
        for (int column : json) {
            columns.add(rexBuilder.makeCall(JsonKeys.KEY, rexBuilder.makeInputRef(input, column)));
        }
        return project(input, columns);
    }

    private static RelNode project(RelNode input, List<RexNode> columns) {
        return LogicalProject.create(
                input, List.of(), columns, (List<String>) null, ImmutableSet.of());
    }

    private RelNode shaped(RelNode input, List<RexNode> columns, RelDataType shape) {
        List<RexNode> fit = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            RelDataType type = shape.getFieldList().get(c).getType();
            fit.add(rexBuilder.ensureType(type, columns.get(c), true));
        }
        return LogicalProject.create(
                input, List.of(), fit, shape.getFieldNames(), ImmutableSet.of());
    }

    private static AggregateCall call(
            SqlAggFunction function, int argument, int filter, RelNode rows, boolean empty) {
        return AggregateCall.create(
                function,
                false,
                false,
                false,
                List.of(),
                List.of(argument),
                filter,
                null,
                RelCollations.EMPTY,
                empty,
                rows,
                null,
                null);
    }

    /// Where the keys of columns lie, behind all columns.
    private record Keys(ImmutableBitSet json, int width) {
        int of(int column) {
            return json.get(column) ? width + json.indexOf(column) : column;
        }

        ImmutableBitSet of(ImmutableBitSet columns) {
            return ImmutableBitSet.of(of(columns.asList()));
        }

        List<Integer> of(List<Integer> columns) {
            return columns.stream().map(this::of).toList();
        }
    }
}
