package telegraph.query.compile;

import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLambda;
import org.apache.calcite.rex.RexLambdaRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.fun.SqlInternalOperators;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.query.value.Types;

/// Tells which expressions the engine can run.
final class Support extends RexVisitorImpl<Void> {
    private boolean supported = true;

    private Support() {
        super(true);
    }

    static boolean of(RexNode node) {
        Support support = new Support();
        if (Types.physical(node.getType()).isEmpty()) {
            return false;
        }
        node.accept(support);
        return support.supported;
    }

    private Void refuse() {
        supported = false;
        return null;
    }

    private Void typed(RexNode node) {
        return Types.physical(node.getType()).isEmpty() ? refuse() : null;
    }

    @Override
    public Void visitInputRef(RexInputRef ref) {
        return typed(ref);
    }

    @Override
    public Void visitLiteral(RexLiteral literal) {
        // Symbols, such as the unit of EXTRACT, are part of the operator.
        return literal.getTypeName() == SqlTypeName.SYMBOL ? null : typed(literal);
    }

    @Override
    public Void visitCall(RexCall call) {
        if (!executable(call)) {
            return refuse();
        }
        typed(call);
        return super.visitCall(call);
    }

    private static boolean executable(RexCall call) {
        return switch (call.getKind()) {
            case CASE, SEARCH -> true;
            case CURSOR, ARRAY_QUERY_CONSTRUCTOR, MAP_QUERY_CONSTRUCTOR -> false;
            default ->
                    call.getOperator() != SqlInternalOperators.THROW_UNLESS
                            && RexImpTable.INSTANCE.get(call.getOperator()) != null;
        };
    }

    @Override
    public Void visitOver(RexOver over) {
        return refuse();
    }

    @Override
    public Void visitCorrelVariable(RexCorrelVariable variable) {
        return refuse();
    }

    @Override
    public Void visitDynamicParam(RexDynamicParam parameter) {
        return typed(parameter);
    }

    @Override
    public Void visitFieldAccess(RexFieldAccess access) {
        return refuse();
    }

    @Override
    public Void visitSubQuery(RexSubQuery subQuery) {
        return refuse();
    }

    @Override
    public Void visitLambda(RexLambda lambda) {
        return refuse();
    }

    @Override
    public Void visitLambdaRef(RexLambdaRef ref) {
        return refuse();
    }
}
