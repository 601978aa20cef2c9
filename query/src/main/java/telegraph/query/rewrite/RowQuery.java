package telegraph.query.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.compile.Compiler;

/// The columns of a query over one row, as expressions.
///
/// The row's columns are those of the tables of its FROM, one after the other, all of input 0.
///
/// @param lasting whether the values depend on the row alone
public record RowQuery(List<Expression> expressions, boolean lasting) {
    public RowQuery {
        expressions = List.copyOf(expressions);
    }

    /// @throws TelegraphException if a column of the query looks at other rows
    public static RowQuery of(RelNode query, Compiler compiler) {
        List<Expression> expressions = new ArrayList<>();
        boolean lasting = true;
        for (RexNode node : columns(query)) {
            if (!compiler.supports(node)) {
                throw refused();
            }
            expressions.add(compiler.expression(node, i -> new ColumnRef(0, i)));
            lasting &= RexUtil.isDeterministic(node) && !isDynamic(node);
        }
        return new RowQuery(expressions, lasting);
    }

    private static List<RexNode> columns(RelNode query) {
        if (query instanceof Project project && isRow(project.getInput())) {
            return project.getProjects();
        }
        if (!isRow(query)) {
            throw refused();
        }
        if (query instanceof Values values) {
            return List.copyOf(values.getTuples().getFirst());
        }
        RexBuilder rex = query.getCluster().getRexBuilder();
        List<RexNode> all = new ArrayList<>();
        for (int i = 0; i < query.getRowType().getFieldCount(); i++) {
            all.add(rex.makeInputRef(query, i));
        }
        return all;
    }

    private static boolean isRow(RelNode rel) {
        return switch (rel) {
            case TableScan _ -> true;
            case Values values -> values.getTuples().size() == 1;
            case Join join ->
                    join.getCondition().isAlwaysTrue()
                            && isRow(join.getLeft())
                            && isRow(join.getRight());
            default -> false;
        };
    }

    /// Whether it depends on when it is asked, as CURRENT_DATE does.
    private static boolean isDynamic(RexNode node) {
        boolean[] found = new boolean[1];
        node.accept(
                new RexVisitorImpl<Void>(true) {
                    @Override
                    public Void visitCall(RexCall call) {
                        found[0] |= call.getOperator().isDynamicFunction();
                        return super.visitCall(call);
                    }
                });
        return found[0];
    }

    private static TelegraphException refused() {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "an expression over one row has no subquery, aggregate or window");
    }
}
