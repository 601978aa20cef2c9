package telegraph.sql.plan;

import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.memory.Type;
import telegraph.sql.expression.Types;

/// Casts that change how a value is called and not what it is.
final class Casts {
    private Casts() {}

    /// The expression without outer casts that leave every value as it lies in a batch.
    static RexNode strip(RexNode node) {
        RexNode inner = node;
        while (inner instanceof RexCall call
                && call.getKind() == SqlKind.CAST
                && keepsValues(call.getOperands().get(0), call)) {
            inner = call.getOperands().get(0);
        }
        return inner;
    }

    private static boolean keepsValues(RexNode from, RexNode to) {
        Type a = Types.physical(from.getType()).orElse(null);
        Type b = Types.physical(to.getType()).orElse(null);
        if (a == null || !a.equals(b)) {
            return false;
        }
        if (a.kind() != Type.Kind.TEXT) {
            return from.getType().getSqlTypeName() == to.getType().getSqlTypeName();
        }
        int precision = to.getType().getPrecision();
        return to.getType().getSqlTypeName() == SqlTypeName.VARCHAR
                && (precision < 0
                        || precision >= Short.MAX_VALUE
                        || precision >= from.getType().getPrecision()
                                && from.getType().getPrecision() >= 0);
    }
}
