package telegraph.query.block;

import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.memory.Type;
import telegraph.query.value.Types;

/// Casts that change how a value is called and not what it is.
public final class RenamingCasts {
    private RenamingCasts() {}

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

    /// The node without casts that give each of its values an equal one, in the same order: also
    /// from one type of exact numbers to a wider one.
    public static RexNode stripWidening(RexNode node) {
        RexNode inner = strip(node);
        while (inner instanceof RexCall call
                && call.getKind() == SqlKind.CAST
                && widens(call.getOperands().get(0), call)) {
            inner = strip(call.getOperands().get(0));
        }
        return inner;
    }

    private static boolean widens(RexNode from, RexNode to) {
        Type a = Types.physical(from.getType()).orElse(null);
        Type b = Types.physical(to.getType()).orElse(null);
        if (a == null || b == null) {
            return false;
        }
        return switch (b.kind()) {
            case BIGINT, DOUBLE -> a.kind() == Type.Kind.INTEGER;
            case DECIMAL ->
                    digits(a) > 0
                            && b.scale() >= a.scale()
                            && b.precision() - b.scale() >= digits(a) - a.scale();
            case BOOLEAN, INTEGER, DATE, TIME, TIMESTAMP, INSTANT, TEXT -> false;
        };
    }

    /// How many digits a type of exact numbers has, or 0 if it is none.
    private static int digits(Type type) {
        return switch (type.kind()) {
            case INTEGER -> 10;
            case BIGINT -> 19;
            case DECIMAL -> type.precision();
            case BOOLEAN, DOUBLE, DATE, TIME, TIMESTAMP, INSTANT, TEXT -> 0;
        };
    }

    private static boolean keepsValues(RexNode from, RexNode to) {
        Type a = Types.physical(from.getType()).orElse(null);
        Type b = Types.physical(to.getType()).orElse(null);
        if (a == null || !a.equals(b)) {
            return false;
        }
        if (a.kind() != Type.Kind.TEXT) {
            return from.getType().getSqlTypeName() == to.getType().getSqlTypeName()
                    && (!SqlTypeUtil.isDatetime(to.getType())
                            || to.getType().getPrecision() >= from.getType().getPrecision());
        }
        int precision = to.getType().getPrecision();
        return to.getType().getSqlTypeName() == SqlTypeName.VARCHAR
                && (precision < 0
                        || precision >= Short.MAX_VALUE
                        || precision >= from.getType().getPrecision()
                                && from.getType().getPrecision() >= 0);
    }
}
