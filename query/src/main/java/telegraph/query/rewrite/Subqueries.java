package telegraph.query.rewrite;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelShuttleImpl;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/// Makes joins of the conditions of a WHERE that ask whether another query has a fitting row.
///
/// | condition              | becomes                                                          |
/// |------------------------|------------------------------------------------------------------|
/// | EXISTS, by equalities  | an inner join with the distinct keys                             |
/// | EXISTS, by more        | a semijoin                                                       |
/// | NOT EXISTS             | an antijoin                                                      |
/// | x NOT IN               | an antijoin, after a look whether there are rows, or NULLs       |
///
/// Whatever else there is of subqueries, and whatever names the outer query elsewhere than in its
/// WHERE, stays for Calcite's rules.
///
/// Threads: one, once.
public final class Subqueries extends RelShuttleImpl {
    private final RelBuilder builder;
    private final RexBuilder rex;

    public Subqueries(RelBuilder builder) {
        this.builder = builder;
        this.rex = builder.getRexBuilder();
    }

    @Override
    public RelNode visit(LogicalFilter original) {
        RelNode visited = super.visit(original);
        if (!(visited instanceof LogicalFilter filter)
                || RexUtil.SubQueryFinder.find(filter.getCondition()) == null) {
            return visited;
        }
        List<RexNode> others = new ArrayList<>();
        List<Question> questions = new ArrayList<>();
        for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
            question(conjunct, filter).ifPresentOrElse(questions::add, () -> others.add(conjunct));
        }
        if (questions.isEmpty()) {
            return visited;
        }
        // What is no question goes first, so that the joins have fewer rows.
        RelNode result = filter.getInput();
        if (!others.isEmpty()) {
            result =
                    LogicalFilter.create(
                            result,
                            RexUtil.composeConjunction(rex, others),
                            ImmutableSet.copyOf(filter.getVariablesSet()));
        }
        for (Question question : questions) {
            result = answered(result, question);
        }
        return result;
    }

    /// Whether a left row has a partner.
    ///
    /// @param not whether it must have none
    /// @param right among which rows
    /// @param on what a partner fulfils, over the left columns and then the right ones
    /// @param needle for NOT IN what is compared, over the left columns; else null
    private record Question(boolean not, RelNode right, List<RexNode> on, RexNode needle) {}

    private Optional<Question> question(RexNode conjunct, Filter filter) {
        boolean not = conjunct.getKind() == SqlKind.NOT;
        RexNode asked = not ? ((RexCall) conjunct).getOperands().getFirst() : conjunct;
        if (!(asked instanceof RexSubQuery query)) {
            return Optional.empty();
        }
        return switch (query.getKind()) {
            case EXISTS -> exists(query, not, filter);
            case IN -> not ? notIn(query, filter) : Optional.empty();
            default -> Optional.empty();
        };
    }

    /// EXISTS of a query that names the outer one in its WHERE alone.
    private Optional<Question> exists(RexSubQuery query, boolean not, Filter filter) {
        if (filter.getVariablesSet().size() != 1) {
            return Optional.empty();
        }
        CorrelationId outer = filter.getVariablesSet().iterator().next();
        RelNode node = query.rel;
        while (node instanceof Project project) {
            node = project.getInput();
        }
        List<RexNode> on = new ArrayList<>();
        List<RexNode> own = new ArrayList<>();
        Set<CorrelationId> bound = new HashSet<>();
        while (node instanceof Filter where) {
            RelOptUtil.conjunctions(where.getCondition())
                    .forEach(c -> (used(c).contains(outer) ? on : own).add(c));
            bound.addAll(where.getVariablesSet());
            node = where.getInput();
        }
        RelNode right =
                own.isEmpty()
                        ? node
                        : LogicalFilter.create(
                                node,
                                RexUtil.composeConjunction(rex, own),
                                ImmutableSet.copyOf(bound));
        Set<CorrelationId> open = new HashSet<>(RelOptUtil.getVariablesUsed(right));
        open.removeAll(bound);
        if (on.isEmpty()
                || !open.isEmpty()
                || on.stream().anyMatch(c -> !used(c).equals(Set.of(outer)) || asks(c))) {
            return Optional.empty();
        }
        int split = filter.getRowType().getFieldCount();
        return Optional.of(
                new Question(
                        not,
                        right.accept(this),
                        on.stream().map(c -> c.accept(new Apart(outer, split))).toList(),
                        null));
    }

    /// `x NOT IN (query)` of a query with one column that does not name the outer one.
    private Optional<Question> notIn(RexSubQuery query, Filter filter) {
        RexNode needle = query.getOperands().getFirst();
        if (query.getOperands().size() > 1
                || asks(needle)
                || !used(needle).isEmpty()
                || !RexUtil.isDeterministic(needle)
                || !RelOptUtil.getVariablesUsed(query.rel).isEmpty()) {
            return Optional.empty();
        }
        int split = filter.getRowType().getFieldCount();
        RexNode found =
                new RexInputRef(split, query.rel.getRowType().getFieldList().getFirst().getType());
        return Optional.of(
                new Question(
                        true,
                        query.rel.accept(this),
                        List.of(rex.makeCall(SqlStdOperatorTable.EQUALS, needle, found)),
                        needle));
    }

    private static boolean asks(RexNode node) {
        return RexUtil.SubQueryFinder.find(node) != null;
    }

    /// The outer queries that a condition names, be it in a query of its own.
    private static Set<CorrelationId> used(RexNode node) {
        Set<CorrelationId> used = new HashSet<>();
        node.accept(
                new RexVisitorImpl<Void>(true) {
                    @Override
                    public Void visitCorrelVariable(RexCorrelVariable variable) {
                        used.add(variable.id);
                        return null;
                    }

                    @Override
                    public Void visitSubQuery(RexSubQuery query) {
                        used.addAll(RelOptUtil.getVariablesUsed(query.rel));
                        return super.visitSubQuery(query);
                    }
                });
        return used;
    }

    /// Makes columns of the outer query the left ones, and the others the right ones.
    private static final class Apart extends RexShuttle {
        private final CorrelationId outer;
        private final int split;

        Apart(CorrelationId outer, int split) {
            this.outer = outer;
            this.split = split;
        }

        @Override
        public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(ref.getIndex() + split, ref.getType());
        }

        @Override
        public RexNode visitFieldAccess(RexFieldAccess access) {
            return access.getReferenceExpr() instanceof RexCorrelVariable variable
                            && variable.id.equals(outer)
                    ? new RexInputRef(access.getField().getIndex(), access.getType())
                    : super.visitFieldAccess(access);
        }
    }

    private RelNode answered(RelNode left, Question question) {
        if (question.needle != null) {
            return joined(comparable(left, question), question, JoinRelType.ANTI);
        }
        if (question.not) {
            return joined(left, question, JoinRelType.ANTI);
        }
        return byKeys(left, question).orElseGet(() -> joined(left, question, JoinRelType.SEMI));
    }

    private RelNode joined(RelNode left, Question question, JoinRelType type) {
        LogicalJoin join =
                LogicalJoin.create(
                        left,
                        question.right,
                        List.of(),
                        RexUtil.composeConjunction(rex, question.on),
                        Set.of(),
                        type);
        return RelOptUtil.pushDownJoinConditions(join, builder);
    }

    /// An inner join with the distinct keys of the right side, if they say it all.
    private Optional<RelNode> byKeys(RelNode left, Question question) {
        int split = left.getRowType().getFieldCount();
        List<RexNode> leftKeys = new ArrayList<>();
        List<RexNode> rightKeys = new ArrayList<>();
        for (RexNode conjunct : question.on) {
            if (!(conjunct instanceof RexCall call) || call.getKind() != SqlKind.EQUALS) {
                return Optional.empty();
            }
            for (int side = 0; side < 2; side++) {
                RexNode one = call.getOperands().get(side);
                RexNode other = call.getOperands().get(1 - side);
                ImmutableBitSet ones = RelOptUtil.InputFinder.bits(one);
                ImmutableBitSet others = RelOptUtil.InputFinder.bits(other);
                if (!ones.isEmpty()
                        && !others.isEmpty()
                        && ones.length() <= split
                        && others.nth(0) >= split) {
                    leftKeys.add(one);
                    rightKeys.add(RexUtil.shift(other, -split));
                }
            }
        }
        if (leftKeys.size() != question.on.size()) {
            return Optional.empty();
        }
        RelNode distinct = builder.push(question.right).project(rightKeys).distinct().build();
        List<RexNode> conditions = new ArrayList<>();
        for (int k = 0; k < leftKeys.size(); k++) {
            conditions.add(
                    rex.makeCall(
                            SqlStdOperatorTable.EQUALS,
                            leftKeys.get(k),
                            new RexInputRef(split + k, rightKeys.get(k).getType())));
        }
        builder.push(left).push(distinct).join(JoinRelType.INNER, conditions);
        return Optional.of(fields(split));
    }

    /// The left rows of which it can be known that they are not among the right ones: all if there
    /// are none, else those that are not NULL, unless there is a NULL among the right ones.
    private RelNode comparable(RelNode left, Question question) {
        int split = left.getRowType().getFieldCount();
        builder.push(left).push(question.right);
        builder.aggregate(
                builder.groupKey(),
                builder.countStar("rows"),
                builder.count(false, "values", builder.field(0)));
        RexNode all = builder.field(2, 1, 0);
        RexNode values = builder.field(2, 1, 1);
        builder.join(
                JoinRelType.INNER,
                builder.or(
                        builder.equals(all, builder.literal(0)),
                        builder.and(
                                builder.equals(all, values), builder.isNotNull(question.needle))));
        return fields(split);
    }

    /// The first columns of what the builder has.
    private RelNode fields(int count) {
        List<RexNode> fields = new ArrayList<>();
        for (int c = 0; c < count; c++) {
            fields.add(builder.field(c));
        }
        return builder.project(fields).build();
    }
}
