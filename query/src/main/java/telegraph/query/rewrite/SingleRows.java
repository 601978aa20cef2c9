package telegraph.query.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/// Writes a scalar subquery that reads no table as the expression that it is.
///
/// ```
/// SELECT a.u, (WITH c(y) AS (VALUES (a.u)) SELECT (SELECT y FROM c)) FROM a   →   SELECT a.u, a.u FROM a
/// ```
///
/// Threads: one, once.
public final class SingleRows extends RelHomogeneousShuttle {
    private final RexBuilder rex;

    public SingleRows(RexBuilder rex) {
        this.rex = rex;
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode visited = super.visit(node);
        return visited.accept(new Written(visited.getVariablesSet()));
    }

    private final class Written extends RexShuttle {
        private final Set<CorrelationId> own;

        Written(Set<CorrelationId> own) {
            this.own = own;
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery original) {
            RexSubQuery query = original.clone(original.rel.accept(SingleRows.this));
            if (query.getKind() != SqlKind.SCALAR_QUERY) {
                return super.visitSubQuery(query);
            }
            return columns(query.rel)
                    .map(columns -> columns.getFirst().accept(new Outside(own)))
                    .map(value -> rex.makeCast(query.getType(), value, true, false))
                    .orElseGet(() -> super.visitSubQuery(query));
        }
    }

    /// The one row that a plan gives, over variables of the queries around it.
    private static Optional<List<RexNode>> columns(RelNode node) {
        if (node instanceof Values values && values.getTuples().size() == 1) {
            return Optional.of(new ArrayList<>(values.getTuples().getFirst()));
        }
        if (!(node instanceof Project project)
                || !project.getVariablesSet().isEmpty()
                || project.getProjects().stream().anyMatch(SingleRows::isMore)) {
            return Optional.empty();
        }
        return columns(project.getInput())
                .map(below -> {
                    RexShuttle within =
                            new RexShuttle() {
                                @Override
                                public RexNode visitInputRef(RexInputRef ref) {
                                    return below.get(ref.getIndex());
                                }
                            };
                    return within.apply(project.getProjects());
                });
    }

    private static boolean isMore(RexNode expression) {
        return RexOver.containsOver(expression) || !RexUtil.isDeterministic(expression);
    }

    /// The row of the query around a subquery, whose columns are at hand there.
    private static final class Outside extends RexShuttle {
        private final Set<CorrelationId> own;

        Outside(Set<CorrelationId> own) {
            this.own = own;
        }

        @Override
        public RexNode visitFieldAccess(RexFieldAccess access) {
            return access.getReferenceExpr() instanceof RexCorrelVariable variable
                            && own.contains(variable.id)
                    ? new RexInputRef(access.getField().getIndex(), access.getType())
                    : super.visitFieldAccess(access);
        }
    }
}
