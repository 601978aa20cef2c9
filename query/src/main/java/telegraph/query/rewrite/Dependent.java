package telegraph.query.rewrite;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import telegraph.query.sets.LogicalProjectSet;
import telegraph.query.value.Interrupts;

/// What a query gives for all values at once of the outer columns that it names.
///
/// ```
/// [Rows]   its own columns | … a key for each outer column that it names
/// ```
///
/// For each combination of values that the outer columns have, the rows with these keys are what
/// the query gives for them. For others there may be any rows: nothing is joined to them. A key is
/// *strict* if it comes from `own = outer column`, so that there is no row where it is NULL; other
/// keys are joined from the outer rows.
///
/// | node        | for all values at once                                                       |
/// |-------------|------------------------------------------------------------------------------|
/// | projection  | the keys are columns more, windows are partitioned by them                   |
/// | sets        | beside the keys                                                              |
/// | aggregate   | grouped by the keys too; without groups joined to the outer values           |
/// | join        | by the keys of both sides; a side that is kept whole has all keys            |
/// | union, …    | each input has all keys                                                      |
/// | limit       | the first rows in order of each combination of keys                          |
///
/// Threads: one.
final class Dependent {
    private final CorrelationId outer;
    private final RelNode left;
    private final RelBuilder builder;
    private final RexBuilder rex;

    /// Whether the aggregate above gathers rows in their order.
    private boolean gathered;

    private final Correlations correlations;

    Dependent(Correlate correlate, RelBuilder builder, Correlations correlations) {
        this.outer = correlate.getCorrelationId();
        this.left = correlate.getLeft();
        this.builder = builder;
        this.correlations = correlations;
        this.rex = builder.getRexBuilder();
    }

    /// A column that holds a value of an outer one.
    ///
    /// @param column of the rows
    /// @param strict whether there is no row where it is NULL
    record Key(int column, boolean strict) {
        RexNode of(RelNode rel) {
            return RexInputRef.of(column, rel.getRowType());
        }
    }

    /// The rows of a node, whose own columns come first.
    ///
    /// @param keys by the position of the outer column
    record Rows(RelNode rel, NavigableMap<Integer, Key> keys) {}

    /// Whether a node, or one beneath it, names the outer query.
    boolean depends(RelNode node) {
        return correlations.free(node).contains(outer);
    }

    /// Whether all that names the outer query is of the kinds that have a rule.
    boolean isKnown(RelNode node) {
        Interrupts.check();
        if (!depends(node)) {
            return true;
        }
        boolean own =
                switch (node) {
                    case Filter filter -> isPlain(List.of(filter.getCondition()));
                    case Project project -> isPlain(project.getProjects());
                    case Join join -> isPlain(List.of(join.getCondition()));
                    case Aggregate aggregate ->
                            aggregate.getGroupCount() == 0
                                    ? aggregate.getAggCallList().stream()
                                            .allMatch(Dependent::isKnown)
                                    : aggregate.getGroupSets().stream()
                                            .noneMatch(ImmutableBitSet::isEmpty);
                    case LogicalProjectSet set -> isPlain(set.sets());
                    case Sort _, SetOp _ -> true;
                    default -> false;
                };
        return own && node.getInputs().stream().allMatch(this::isKnown);
    }

    private static boolean isPlain(List<RexNode> nodes) {
        return nodes.stream().allMatch(node -> RexUtil.SubQueryFinder.find(node) == null);
    }

    /// Whether it is known what it comes to of nothing.
    private static boolean isKnown(AggregateCall call) {
        return call.getType().isNullable()
                || call.getAggregation().getKind() == SqlKind.COUNT
                || call.getAggregation().getKind() == SqlKind.SUM0
                || call.getAggregation().getKind() == SqlKind.LITERAL_AGG;
    }

    /// What an aggregate gives of no rows, where `value` is NULL for want of a row.
    RexNode ofNone(Aggregate aggregate, int column, RexNode value) {
        AggregateCall call = aggregate.getAggCallList().get(column);
        return switch (call.getAggregation().getKind()) {
            case COUNT, SUM0 -> coalesced(value, rex.makeZeroLiteral(call.getType()));
            case LITERAL_AGG -> coalesced(value, call.rexList.getFirst());
            default -> value;
        };
    }

    private RexNode coalesced(RexNode value, RexNode other) {
        return rex.makeCall(
                SqlStdOperatorTable.CASE,
                rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, value),
                rex.makeCast(other.getType(), value, true, false),
                other);
    }

    /// The rows of a node that [#isKnown].
    Rows pushed(RelNode node) {
        Interrupts.check();
        if (!depends(node)) {
            return new Rows(node, new TreeMap<>());
        }
        return switch (node) {
            case Filter filter -> filtered(pushed(filter.getInput()), filter.getCondition());
            case Project project -> projected(project);
            case LogicalProjectSet set -> beside(set);
            case Join join -> joined(join);
            case Aggregate aggregate -> aggregated(aggregate);
            case Sort sort -> sorted(sort);
            case SetOp operation -> combined(operation);
            default -> throw new IllegalStateException("no rule: node=" + node);
        };
    }

    private Rows aggregated(Aggregate aggregate) {
        boolean above = gathered;
        gathered = Orders.gathers(aggregate);
        try {
            return aggregate.getGroupCount() == 0 ? padded(aggregate) : grouped(aggregate);
        } finally {
            gathered = above;
        }
    }

    private Rows filtered(Rows in, RexNode condition) {
        List<RexNode> conjuncts = new ArrayList<>();
        NavigableMap<Integer, Key> keys = new TreeMap<>(in.keys);
        List<RexNode> columns = new ArrayList<>(refs(in.rel));
        for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
            Binding binding = binding(conjunct, keys);
            if (binding == null) {
                conjuncts.add(conjunct);
                continue;
            }
            int column = binding.own instanceof RexInputRef ref ? ref.getIndex() : columns.size();
            if (column == columns.size()) {
                columns.add(binding.own);
            }
            keys.put(binding.field, new Key(column, true));
            conjuncts.add(rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, binding.own));
        }
        RelNode rel =
                columns.size() == refs(in.rel).size()
                        ? in.rel
                        : LogicalProject.create(
                                in.rel, List.of(), columns, (List<String>) null, Set.of());
        Rows rows = ensured(new Rows(rel, keys), fields(conjuncts));
        List<RexNode> written = written(conjuncts, rows);
        return new Rows(
                LogicalFilter.create(rows.rel, RexUtil.composeConjunction(rex, written)),
                rows.keys);
    }

    /// An equality that says what an outer column must be.
    ///
    /// @param field the outer column
    /// @param own what it equals, of the rows at hand
    private record Binding(int field, RexNode own) {}

    /// What a condition binds of which there is no key yet, or null.
    private Binding binding(RexNode condition, NavigableMap<Integer, Key> keys) {
        if (!(condition instanceof RexCall call) || call.getKind() != SqlKind.EQUALS) {
            return null;
        }
        for (int side = 0; side < 2; side++) {
            RexNode named = call.getOperands().get(side);
            RexNode own = call.getOperands().get(1 - side);
            if (isOuter(named)
                    && !keys.containsKey(field(named))
                    && fields(List.of(own)).isEmpty()
                    && RexUtil.isDeterministic(own)
                    && SqlTypeUtil.equalSansNullability(
                            rex.getTypeFactory(), named.getType(), own.getType())) {
                return new Binding(field(named), own);
            }
        }
        return null;
    }

    private Rows projected(Project project) {
        Rows rows = ensured(pushed(project.getInput()), fields(project.getProjects()));
        return kept(rows, written(project.getProjects(), rows));
    }

    private Rows beside(LogicalProjectSet set) {
        Rows rows = ensured(pushed(set.getInput()), fields(set.sets()));
        int own = set.getInput().getRowType().getFieldCount();
        RelNode rel = set.of(rows.rel, written(set.sets(), rows));
        List<RexNode> columns = new ArrayList<>(refs(rel).subList(0, own));
        columns.addAll(
                refs(rel)
                        .subList(
                                rows.rel.getRowType().getFieldCount(),
                                rel.getRowType().getFieldCount()));
        return kept(new Rows(rel, rows.keys), columns);
    }

    /// Columns over rows, and behind them the keys.
    private Rows kept(Rows rows, List<RexNode> own) {
        List<RexNode> columns = new ArrayList<>(own);
        NavigableMap<Integer, Key> keys = new TreeMap<>();
        rows.keys.forEach((field, key) -> {
            keys.put(field, new Key(columns.size(), key.strict));
            columns.add(key.of(rows.rel));
        });
        return new Rows(
                LogicalProject.create(rows.rel, List.of(), columns, (List<String>) null, Set.of()),
                keys);
    }

    /// The groups of an aggregate; of one without groups those of which there are rows.
    Rows grouped(Aggregate aggregate) {
        Rows rows = pushed(aggregate.getInput());
        ImmutableBitSet more =
                ImmutableBitSet.of(rows.keys.values().stream().map(Key::column).toList());
        ImmutableBitSet groups = aggregate.getGroupSet().union(more);
        boolean all = aggregate.getGroupCount() == 0;
        List<AggregateCall> calls =
                aggregate.getAggCallList().stream()
                        .map(call ->
                                call.adaptTo(
                                        rows.rel, call.getArgList(), call.filterArg, all, false))
                        .toList();
        RelNode rel =
                LogicalAggregate.create(
                        rows.rel,
                        List.of(),
                        groups,
                        ImmutableBitSet.ORDERING.immutableSortedCopy(
                                aggregate.getGroupSets().stream()
                                        .map(set -> set.union(more))
                                        .distinct()
                                        .toList()),
                        calls);
        NavigableMap<Integer, Key> keys = new TreeMap<>();
        rows.keys.forEach(
                (field, key) -> keys.put(field, new Key(groups.indexOf(key.column), key.strict)));
        List<RexNode> own = new ArrayList<>();
        aggregate.getGroupSet().forEach(key -> own.add(rex.makeInputRef(rel, groups.indexOf(key))));
        for (int call = 0; call < calls.size(); call++) {
            own.add(rex.makeInputRef(rel, groups.cardinality() + call));
        }
        return kept(new Rows(rel, keys), own);
    }

    /// An aggregate without groups, which has a row where there is nothing to aggregate.
    private Rows padded(Aggregate aggregate) {
        Rows groups = grouped(aggregate);
        Rows domain = domain(groups.keys.keySet());
        int split = domain.keys.size();
        RelNode rel = join(domain.rel, groups.rel, same(domain, groups), JoinRelType.LEFT, rex);
        List<RexNode> own = new ArrayList<>();
        for (int call = 0; call < aggregate.getAggCallList().size(); call++) {
            own.add(ofNone(aggregate, call, rex.makeInputRef(rel, split + call)));
        }
        return kept(new Rows(rel, domain.keys), own);
    }

    private Rows joined(Join join) {
        Rows one = pushed(join.getLeft());
        Rows two = pushed(join.getRight());
        Set<Integer> all = new TreeSet<>(fields(List.of(join.getCondition())));
        all.addAll(one.keys.keySet());
        all.addAll(two.keys.keySet());
        JoinRelType type = join.getJoinType();
        if (type == JoinRelType.INNER) {
            Rows rows = joined(join, one, two, List.of());
            return filtered(rows, join.getCondition());
        }
        if (type != JoinRelType.RIGHT) {
            one = ensured(one, all);
        }
        if (type == JoinRelType.RIGHT || type == JoinRelType.FULL) {
            two = ensured(two, all);
        }
        return joined(join, one, two, List.of(join.getCondition()));
    }

    /// The rows of both sides whose keys are the same, of what else is a condition over the own
    /// columns of both.
    private Rows joined(Join join, Rows one, Rows two, List<RexNode> conditions) {
        int own = join.getLeft().getRowType().getFieldCount();
        int split = one.rel.getRowType().getFieldCount();
        JoinRelType type = join.getJoinType();
        NavigableMap<Integer, RexNode> keys = new TreeMap<>();
        two.keys.forEach((field, key) -> keys.put(field, RexUtil.shift(key.of(two.rel), split)));
        one.keys.forEach((field, key) ->
                keys.merge(
                        field,
                        key.of(one.rel),
                        (right, left) ->
                                switch (type) {
                                    case RIGHT -> right;
                                    case FULL ->
                                            rex.makeCall(SqlStdOperatorTable.COALESCE, left, right);
                                    default -> left;
                                }));
        RexShuttle apart =
                new RexShuttle() {
                    @Override
                    public RexNode visitInputRef(RexInputRef ref) {
                        return ref.getIndex() < own
                                ? ref
                                : new RexInputRef(ref.getIndex() - own + split, ref.getType());
                    }

                    @Override
                    public RexNode visitFieldAccess(RexFieldAccess access) {
                        return isOuter(access)
                                ? keys.get(field(access))
                                : super.visitFieldAccess(access);
                    }
                };
        List<RexNode> on = same(one, two);
        apart.apply(conditions).forEach(on::add);
        RelNode rel = join(one.rel, two.rel, on, type, rex);
        if (!type.projectsRight()) {
            return new Rows(rel, one.keys);
        }
        List<RexNode> columns = new ArrayList<>(refs(rel).subList(0, own));
        columns.addAll(
                refs(rel).subList(split, split + join.getRight().getRowType().getFieldCount()));
        NavigableMap<Integer, Key> positions = new TreeMap<>();
        keys.forEach((field, value) -> {
            Key left = one.keys.get(field);
            Key right = two.keys.get(field);
            boolean strict =
                    type != JoinRelType.FULL
                            && (left != null && type != JoinRelType.RIGHT
                                    ? left.strict
                                    : right.strict);
            positions.put(field, new Key(columns.size(), strict));
            columns.add(typed(value, rel));
        });
        return new Rows(
                LogicalProject.create(rel, List.of(), columns, (List<String>) null, Set.of()),
                positions);
    }

    /// A value over the columns of a join, which has more NULLs than its sides.
    private static RexNode typed(RexNode value, RelNode rel) {
        return value.accept(
                new RexShuttle() {
                    @Override
                    public RexNode visitInputRef(RexInputRef ref) {
                        return RexInputRef.of(ref.getIndex(), rel.getRowType());
                    }
                });
    }

    private Rows sorted(Sort sort) {
        Rows rows = pushed(sort.getInput());
        if (sort.fetch == null && sort.offset == null) {
            return ordered(rows, sort); // something tells its order, or it were not there
        }
        RelDataType count = rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
        RexNode number =
                rex.makeOver(
                        count,
                        SqlStdOperatorTable.ROW_NUMBER,
                        List.of(),
                        keys(rows),
                        order(sort, rows.rel),
                        RexWindowBounds.UNBOUNDED_PRECEDING,
                        RexWindowBounds.CURRENT_ROW,
                        true,
                        true,
                        false,
                        false,
                        false);
        List<RexNode> columns = new ArrayList<>(refs(rows.rel));
        columns.add(number);
        RelNode numbered =
                LogicalProject.create(rows.rel, List.of(), columns, (List<String>) null, Set.of());
        RexNode place = rex.makeInputRef(numbered, columns.size() - 1);
        RexNode skipped =
                sort.offset == null
                        ? rex.makeZeroLiteral(count)
                        : rex.makeCast(count, sort.offset, true, false);
        List<RexNode> conditions = new ArrayList<>();
        conditions.add(rex.makeCall(SqlStdOperatorTable.GREATER_THAN, place, skipped));
        if (sort.fetch != null) {
            conditions.add(
                    rex.makeCall(
                            SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
                            rex.makeCall(SqlStdOperatorTable.MINUS, place, skipped),
                            rex.makeCast(count, sort.fetch, true, false)));
        }
        RelNode first = LogicalFilter.create(numbered, RexUtil.composeConjunction(rex, conditions));
        Rows limited =
                new Rows(
                        LogicalProject.create(
                                first,
                                List.of(),
                                refs(first).subList(0, columns.size() - 1),
                                (List<String>) null,
                                Set.of()),
                        rows.keys);
        return gathered ? ordered(limited, sort) : limited;
    }

    /// Rows in the order of a sort, whose columns they begin with.
    private static Rows ordered(Rows rows, Sort sort) {
        return new Rows(LogicalSort.create(rows.rel, sort.getCollation(), null, null), rows.keys);
    }

    private ImmutableList<RexFieldCollation> order(Sort sort, RelNode rel) {
        return sort.getCollation().getFieldCollations().stream()
                .map(one -> {
                    ImmutableSet.Builder<SqlKind> marks = ImmutableSet.builder();
                    if (one.getDirection().isDescending()) {
                        marks.add(SqlKind.DESCENDING);
                    }
                    if (one.nullDirection == RelFieldCollation.NullDirection.FIRST) {
                        marks.add(SqlKind.NULLS_FIRST);
                    }
                    if (one.nullDirection == RelFieldCollation.NullDirection.LAST) {
                        marks.add(SqlKind.NULLS_LAST);
                    }
                    return new RexFieldCollation(
                            rex.makeInputRef(rel, one.getFieldIndex()), marks.build());
                })
                .collect(ImmutableList.toImmutableList());
    }

    private Rows combined(SetOp operation) {
        List<Rows> inputs = operation.getInputs().stream().map(this::pushed).toList();
        Set<Integer> all = new TreeSet<>();
        inputs.forEach(input -> all.addAll(input.keys.keySet()));
        int own = operation.getRowType().getFieldCount();
        List<RelNode> whole = new ArrayList<>();
        NavigableMap<Integer, Key> keys = new TreeMap<>();
        for (Rows input : inputs) {
            Rows rows = ensured(input, all);
            Rows kept = kept(rows, refs(rows.rel).subList(0, own));
            whole.add(kept.rel);
            kept.keys.forEach((field, key) ->
                    keys.merge(field, key, (a, b) -> new Key(a.column, a.strict && b.strict)));
        }
        return new Rows(operation.copy(operation.getTraitSet(), whole), keys);
    }

    /// The rows with keys for these outer columns too.
    private Rows ensured(Rows rows, Set<Integer> fields) {
        if (rows.keys.keySet().containsAll(fields)) {
            return rows;
        }
        Set<Integer> all = new TreeSet<>(rows.keys.keySet());
        all.addAll(fields);
        Rows domain = domain(all);
        int split = rows.rel.getRowType().getFieldCount();
        NavigableMap<Integer, Key> keys = new TreeMap<>(rows.keys);
        domain.keys.forEach(
                (field, key) -> keys.putIfAbsent(field, new Key(split + key.column, key.strict)));
        return new Rows(
                join(rows.rel, domain.rel, same(rows, domain), JoinRelType.INNER, rex), keys);
    }

    /// All combinations of values that outer columns have; and maybe more, where that is cheaper.
    private Rows domain(Collection<Integer> fields) {
        RelNode rows = left;
        List<Integer> columns = List.copyOf(fields);
        for (boolean goesOn = true; goesOn; ) {
            goesOn = false;
            if (rows instanceof Project project
                    && columns.stream()
                            .allMatch(c -> project.getProjects().get(c) instanceof RexInputRef)) {
                columns =
                        columns.stream()
                                .map(c -> ((RexInputRef) project.getProjects().get(c)).getIndex())
                                .toList();
                rows = project.getInput();
                goesOn = true;
            } else if (rows instanceof Join join && join.getJoinType() == JoinRelType.LEFT) {
                int split = join.getLeft().getRowType().getFieldCount();
                if (columns.stream().allMatch(c -> c < split)) {
                    rows = join.getLeft();
                    goesOn = true;
                }
            }
        }
        correlations.demandFew(rows);
        builder.push(rows).project(builder.fields(columns), List.of(), true).distinct();
        RelNode distinct = builder.build();
        NavigableMap<Integer, Key> keys = new TreeMap<>();
        for (int field : fields) {
            boolean nullable =
                    distinct.getRowType().getFieldList().get(keys.size()).getType().isNullable();
            keys.put(field, new Key(keys.size(), !nullable));
        }
        return new Rows(distinct, keys);
    }

    /// That the keys which both have are the same, over the columns of one and then of two.
    private List<RexNode> same(Rows one, Rows two) {
        int split = one.rel.getRowType().getFieldCount();
        List<RexNode> same = new ArrayList<>();
        one.keys.forEach((field, key) -> {
            Key other = two.keys.get(field);
            if (other != null) {
                same.add(
                        rex.makeCall(
                                key.strict || other.strict
                                        ? SqlStdOperatorTable.EQUALS
                                        : SqlStdOperatorTable.IS_NOT_DISTINCT_FROM,
                                key.of(one.rel),
                                RexUtil.shift(other.of(two.rel), split)));
            }
        });
        return same;
    }

    static RelNode join(
            RelNode one, RelNode two, List<RexNode> conditions, JoinRelType type, RexBuilder rex) {
        return LogicalJoin.create(
                one, two, List.of(), RexUtil.composeConjunction(rex, conditions), Set.of(), type);
    }

    /// Expressions over the rows instead of over the outer query.
    private List<RexNode> written(List<RexNode> nodes, Rows rows) {
        return new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return RexInputRef.of(ref.getIndex(), rows.rel.getRowType());
            }

            @Override
            public RexNode visitFieldAccess(RexFieldAccess access) {
                return isOuter(access)
                        ? rows.keys.get(field(access)).of(rows.rel)
                        : super.visitFieldAccess(access);
            }

            @Override
            public RexNode visitOver(RexOver original) {
                RexOver over = (RexOver) super.visitOver(original);
                RexWindow window = over.getWindow();
                List<RexNode> partition = new ArrayList<>(window.partitionKeys);
                partition.addAll(keys(rows));
                return rex.makeOver(
                        over.getType(),
                        over.getAggOperator(),
                        over.getOperands(),
                        partition,
                        window.orderKeys,
                        window.getLowerBound(),
                        window.getUpperBound(),
                        window.getExclude(),
                        window.isRows(),
                        true,
                        false,
                        over.isDistinct(),
                        over.ignoreNulls());
            }
        }.apply(nodes);
    }

    private static List<RexNode> keys(Rows rows) {
        return rows.keys.values().stream().map(key -> key.of(rows.rel)).toList();
    }

    private static List<RexNode> refs(RelNode rel) {
        List<RexNode> refs = new ArrayList<>();
        for (RelDataTypeField field : rel.getRowType().getFieldList()) {
            refs.add(new RexInputRef(field.getIndex(), field.getType()));
        }
        return refs;
    }

    /// The outer columns that expressions name.
    private Set<Integer> fields(List<RexNode> nodes) {
        Set<Integer> fields = new TreeSet<>();
        RexVisitorImpl<Void> finding =
                new RexVisitorImpl<>(true) {
                    @Override
                    public Void visitFieldAccess(RexFieldAccess access) {
                        if (isOuter(access)) {
                            fields.add(field(access));
                        }
                        return super.visitFieldAccess(access);
                    }
                };
        nodes.forEach(node -> node.accept(finding));
        return fields;
    }

    private boolean isOuter(RexNode node) {
        return node instanceof RexFieldAccess access
                && access.getReferenceExpr() instanceof RexCorrelVariable variable
                && variable.id.equals(outer);
    }

    private static int field(RexNode access) {
        return ((RexFieldAccess) access).getField().getIndex();
    }
}
