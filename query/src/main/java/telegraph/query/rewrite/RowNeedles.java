package telegraph.query.rewrite;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Writes out whether a row is among those of a query, where it makes a difference that this may
/// not be known.
///
/// ```
/// (x, y) IN (query)   →   CASE WHEN EXISTS (query WHERE a = x AND b = y) THEN true
///                              WHEN EXISTS (query WHERE (a = x) IS NOT FALSE AND (b = y) IS NOT FALSE) THEN NULL
///                              ELSE false END
/// WHERE (x, y) NOT IN (query)   →   WHERE NOT EXISTS (query WHERE (a = x) IS NOT FALSE AND …)
/// WHERE (x, y) IN (query) OR …  →   WHERE EXISTS (query WHERE a = x AND b = y) OR …
/// ```
///
/// A row is surely not among others if one of its values is surely another, whatever the rest is.
///
/// Threads: one, once.
public final class RowNeedles extends RelHomogeneousShuttle {
    private final RexBuilder rex;

    public RowNeedles(RexBuilder rex) {
        this.rex = rex;
    }

    @Override
    public RelNode visit(RelNode original) {
        RelNode node = super.visit(original);
        return switch (node) {
            case Project project when asks(project.getProjects()) -> written(project);
            case Filter filter when asks(List.of(filter.getCondition())) -> written(filter);
            default -> node.accept(new Refusing());
        };
    }

    private static boolean asks(List<RexNode> nodes) {
        return nodes.stream().anyMatch(node -> RexUtil.SubQueryFinder.find(node) != null);
    }

    private RelNode written(Project project) {
        Writing writing = new Writing(project);
        List<RexNode> written = writing.apply(project.getProjects());
        return LogicalProject.create(
                project.getInput(),
                project.getHints(),
                written,
                project.getRowType(),
                writing.variables());
    }

    private RelNode written(Filter filter) {
        Writing writing = new Writing(filter);
        RexNode written = writing.condition(filter.getCondition());
        return LogicalFilter.create(
                filter.getInput(), written, ImmutableSet.copyOf(writing.variables()));
    }

    private static boolean isOfRows(RexNode node) {
        return node instanceof RexSubQuery query
                && query.getKind() == SqlKind.IN
                && query.getOperands().size() > 1;
    }

    /// Of an expression over the rows of one node.
    private final class Writing extends RexShuttle {
        private final RelNode input;
        private final Set<CorrelationId> given;
        private CorrelationId own;

        Writing(RelNode node) {
            this.input = node.getInput(0);
            this.given = node.getVariablesSet();
            this.own = given.size() == 1 ? given.iterator().next() : null;
        }

        /// The variables that the node has now.
        Set<CorrelationId> variables() {
            return own == null ? given : Set.of(own);
        }

        /// A condition of which matters only whether it is true.
        RexNode condition(RexNode node) {
            if (node.getKind() == SqlKind.AND) {
                return each(node, this::condition);
            }
            return isOfRows(node) ? nested((RexSubQuery) node) : alternative(node);
        }

        /// The same of one of several that may hold: for such Calcite joins a row with all that are
        /// equal in what is not NULL, and would have it as often.
        private RexNode alternative(RexNode node) {
            if (node.getKind() == SqlKind.AND || node.getKind() == SqlKind.OR) {
                return each(node, this::alternative);
            }
            if (isOfRows(node)) {
                return exists(nested((RexSubQuery) node), false);
            }
            if (node.getKind() == SqlKind.NOT
                    && ((RexCall) node).getOperands().getFirst() instanceof RexSubQuery query
                    && isOfRows(query)) {
                return rex.makeCall(SqlStdOperatorTable.NOT, exists(nested(query), true));
            }
            return node.accept(this);
        }

        private RexNode each(RexNode node, UnaryOperator<RexNode> written) {
            RexCall call = (RexCall) node;
            return call.clone(call.getType(), call.getOperands().stream().map(written).toList());
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery original) {
            RexSubQuery query = nested(original);
            if (!isOfRows(query)) {
                return super.visitSubQuery(query);
            }
            RexNode surely = exists(query, false);
            return query.getType().isNullable()
                    ? rex.makeCall(
                            SqlStdOperatorTable.CASE,
                            surely,
                            rex.makeLiteral(true),
                            exists(query, true),
                            rex.makeNullLiteral(query.getType()),
                            rex.makeLiteral(false))
                    : surely;
        }

        private RexSubQuery nested(RexSubQuery query) {
            return query.clone(query.rel.accept(RowNeedles.this));
        }

        /// Whether a row of the query is equal, or may be.
        private RexNode exists(RexSubQuery query, boolean maybe) {
            if (given.size() > 1 || asks(query.getOperands())) {
                throw refused();
            }
            List<RexNode> conditions = new ArrayList<>();
            for (int column = 0; column < query.getOperands().size(); column++) {
                if (RexUtil.isNullLiteral(query.getOperands().get(column), true)) {
                    if (!maybe) {
                        return rex.makeLiteral(false);
                    }
                    continue;
                }
                RexNode equal =
                        rex.makeCall(
                                SqlStdOperatorTable.EQUALS,
                                outside(query.getOperands().get(column)),
                                rex.makeInputRef(query.rel, column));
                conditions.add(
                        maybe ? rex.makeCall(SqlStdOperatorTable.IS_NOT_FALSE, equal) : equal);
            }
            return RexSubQuery.exists(
                    conditions.isEmpty()
                            ? query.rel
                            : LogicalFilter.create(
                                    query.rel, RexUtil.composeConjunction(rex, conditions)));
        }

        /// A value of the node's rows as a query within it names it.
        private RexNode outside(RexNode needle) {
            return needle.accept(
                    new RexShuttle() {
                        @Override
                        public RexNode visitInputRef(RexInputRef ref) {
                            if (own == null) {
                                own = input.getCluster().createCorrel();
                            }
                            return rex.makeFieldAccess(
                                    rex.makeCorrel(input.getRowType(), own), ref.getIndex());
                        }
                    });
        }
    }

    /// For what is neither a projection nor a filter.
    private final class Refusing extends RexShuttle {
        @Override
        public RexNode visitSubQuery(RexSubQuery query) {
            if (isOfRows(query)) {
                throw refused();
            }
            return super.visitSubQuery(query.clone(query.rel.accept(RowNeedles.this)));
        }
    }

    private static TelegraphException refused() {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "(x, y) IN (query) is looked for in WHERE, HAVING and what is selected, and of values"
                        + " that are no queries themselves. Write EXISTS (SELECT … WHERE a = x AND b"
                        + " = y)");
    }
}
