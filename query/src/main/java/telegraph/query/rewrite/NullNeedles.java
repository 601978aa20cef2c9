package telegraph.query.rewrite;

import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/// Writes out what comes of NULL that is looked for among the rows of a query: NULL, but that it is
/// surely not among none.
///
/// ```
/// NULL IN (query), NULL < ANY (query)  →  CASE WHEN EXISTS (query) THEN NULL ELSE FALSE END
/// ```
///
/// Threads: one, once.
public final class NullNeedles extends RelHomogeneousShuttle {
    private final RexBuilder rex;

    public NullNeedles(RexBuilder rex) {
        this.rex = rex;
    }

    @Override
    public RelNode visit(RelNode node) {
        return super.visit(node)
                .accept(
                        new RexShuttle() {
                            @Override
                            public RexNode visitSubQuery(RexSubQuery original) {
                                return written(
                                        original.clone(original.rel.accept(NullNeedles.this)));
                            }
                        });
    }

    private RexNode written(RexSubQuery query) {
        boolean looks = query.getKind() == SqlKind.IN || query.getKind() == SqlKind.SOME;
        return looks
                        && query.getOperands().size() == 1
                        && RexUtil.isNullLiteral(query.getOperands().getFirst(), true)
                ? rex.makeCall(
                        SqlStdOperatorTable.CASE,
                        RexSubQuery.exists(query.rel),
                        rex.makeNullLiteral(query.getType()),
                        rex.makeLiteral(false))
                : query;
    }
}
