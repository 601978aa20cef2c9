package telegraph.query.rewrite;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import telegraph.query.syntax.WrittenOut;
import telegraph.query.value.Interrupts;

/// What a plan names of the queries around it, and how many tables it reads when these are asked
/// for their values again.
///
/// A subquery that finds its rows by `its own = outer column` is joined by that. Any other is
/// computed for each distinct value of the outer columns that it names, and these come from a copy
/// of the outer query: of n such subqueries in one another, each over what the one around it
/// chooses, the innermost is copied 2ⁿ times.
///
/// Threads: one.
public final class Correlations {
    private final Map<RelNode, Set<CorrelationId>> free = new IdentityHashMap<>();
    private long tables;

    public Correlations(RelNode plan) {
        tables = tables(plan);
    }

    /// Counts a copy of a part.
    ///
    /// @throws telegraph.ground.TelegraphException of kind INPUT if the tables are too many
    void demandFew(RelNode copy) {
        tables += tables(copy);
        if (tables > WrittenOut.TABLES_MAX) {
            throw WrittenOut.tooMany(
                    new WrittenOut.Extent(tables, 0),
                    "this one, whose subqueries compare more than columns for equality with the"
                            + " query around them,",
                    "Compare columns for equality, or write joins");
        }
    }

    private static long tables(RelNode plan) {
        long tables = 0;
        Deque<RelNode> left = new ArrayDeque<>();
        left.push(plan);
        while (!left.isEmpty()) {
            Interrupts.check();
            RelNode node = left.pop();
            tables += node.getInputs().isEmpty() ? 1 : 0;
            node.getInputs().forEach(left::push);
        }
        return tables;
    }

    /// The outer queries that a part names and that are not in it.
    Set<CorrelationId> free(RelNode part) {
        Interrupts.check();
        Set<CorrelationId> known = free.get(part);
        if (known == null) {
            known = new HashSet<>();
            for (RelNode input : part.getInputs()) {
                known.addAll(free(input));
            }
            known.addAll(named(part));
            known.removeAll(part.getVariablesSet());
            free.put(part, known);
        }
        return known;
    }

    private static Set<CorrelationId> named(RelNode node) {
        Set<CorrelationId> named = new HashSet<>();
        node.accept(
                new RexShuttle() {
                    @Override
                    public RexNode visitCorrelVariable(RexCorrelVariable variable) {
                        named.add(variable.id);
                        return variable;
                    }

                    @Override
                    public RexNode visitSubQuery(RexSubQuery query) {
                        named.addAll(RelOptUtil.getVariablesUsed(query.rel));
                        return super.visitSubQuery(query);
                    }
                });
        return named;
    }
}
