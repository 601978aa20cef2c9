package telegraph.query.compile;

import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.query.operator.Functions;

/// Keeps conditions that are compared as what they are: TRUE, FALSE or NULL.
///
/// Of `WHERE least(TRUE, x IN (1, NULL))` Calcite makes a search of a range of truths, and
/// simplifies the condition in it as if its NULL were FALSE, as in a condition of WHERE itself.
/// Within a function of the same value it does not.
///
/// Threads: one, once.
public final class ComparedTruths extends RelHomogeneousShuttle {
    private final RexBuilder rex;

    public ComparedTruths(RexBuilder rex) {
        this.rex = rex;
    }

    @Override
    public RelNode visit(RelNode node) {
        return super.visit(node).accept(new Conditions());
    }

    private final class Conditions extends RexShuttle {
        @Override
        public RexNode visitSubQuery(RexSubQuery query) {
            RexSubQuery visited = (RexSubQuery) super.visitSubQuery(query);
            return visited.clone(visited.rel.accept(ComparedTruths.this));
        }

        @Override
        public RexNode visitCall(RexCall call) {
            RexCall visited = (RexCall) super.visitCall(call);
            if (!visited.isA(SqlKind.COMPARISON) && visited.getKind() != SqlKind.SEARCH) {
                return visited;
            }
            List<RexNode> kept = visited.getOperands().stream().map(this::kept).toList();
            return kept.equals(visited.getOperands())
                    ? visited
                    : visited.clone(visited.getType(), kept);
        }

        private RexNode kept(RexNode operand) {
            return operand instanceof RexCall
                            && operand.getType().getSqlTypeName() == SqlTypeName.BOOLEAN
                    ? rex.makeCall(operand.getType(), Functions.own("$TRUTH"), List.of(operand))
                    : operand;
        }
    }
}
