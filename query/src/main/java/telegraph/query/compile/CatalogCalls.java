package telegraph.query.compile;

import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import telegraph.query.function.Routine;

/// Finds calls of functions that tell something of the catalog or the session: they are no
/// constants, whatever their arguments are, since plans are kept for other statements.
///
/// Threads: one; an instance looks once.
public final class CatalogCalls extends RexShuttle {
    private Optional<String> found = Optional.empty();

    private CatalogCalls() {}

    public static boolean areIn(RexNode node) {
        CatalogCalls calls = new CatalogCalls();
        node.accept(calls);
        return calls.found.isPresent();
    }

    /// The name of the function that is called in a plan, or empty.
    public static Optional<String> first(RelNode plan) {
        CatalogCalls calls = new CatalogCalls();
        calls.look(plan);
        return calls.found;
    }

    private void look(RelNode node) {
        node.accept(this);
        node.getInputs().forEach(this::look);
    }

    @Override
    public RexNode visitCall(RexCall call) {
        if (found.isEmpty() && Routine.asks(call.getOperator())) {
            found = Optional.of(call.getOperator().getName().toLowerCase(Locale.ROOT));
        }
        return super.visitCall(call);
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subquery) {
        look(subquery.rel);
        return super.visitSubQuery(subquery);
    }
}
