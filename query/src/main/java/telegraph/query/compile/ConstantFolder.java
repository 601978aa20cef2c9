package telegraph.query.compile;

import java.time.LocalDate;
import java.util.List;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.Micros;
import telegraph.query.kernel.Constant;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.Bytea;
import telegraph.query.value.ByteaLiterals;
import telegraph.query.value.MomentLiterals;
import telegraph.query.value.Texts;
import telegraph.query.value.Values;

/// Computes constants while a query is planned, with the means that would compute them while it
/// runs, so that planning never changes an answer.
///
/// What fails stays as it is and fails, if at all, when it runs.
final class ConstantFolder implements RexExecutor {
    /// Characters of a text that is written into the plan; rules compare plans by their texts.
    private static final int TEXT_MAX = 1_000;

    private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

    private final Compiler compiler;

    ConstantFolder(Compiler compiler) {
        this.compiler = compiler;
    }

    @Override
    public void reduce(RexBuilder builder, List<RexNode> constants, List<RexNode> reduced) {
        for (RexNode node : constants) {
            reduced.add(reduce(builder, node));
        }
    }

    private RexNode reduce(RexBuilder builder, RexNode node) {
        if (node instanceof RexLiteral
                || !compiler.supports(node)
                || !RexUtil.isDeterministic(node)
                || CatalogCalls.areIn(node)) {
            return node;
        }
        Expression expression = compiler.expression(node, ConstantFolder::noColumn);
        return expression instanceof Constant constant ? literal(builder, node, constant) : node;
    }

    private static telegraph.engine.vector.ColumnRef noColumn(int index) {
        throw TelegraphException.bug("a constant reads no column: column=" + index, null);
    }

    private static RexNode literal(RexBuilder builder, RexNode node, Constant constant) {
        Vector vector = constant.vector();
        boolean isLiteral =
                switch (vector.type.kind()) {
                    case DOUBLE -> Double.isFinite(vector.doubles[0]);
                    case DECIMAL -> vector.nulls[0] || !vector.isNaN(0);
                    default -> true;
                };
        if (!isLiteral) {
            return node;
        }
        if (vector.segments != null && !vector.nulls[0] && vector.lengths[0] > TEXT_MAX) {
            return node;
        }
        if (node.getType().getSqlTypeName() == SqlTypeName.CHAR) {
            // A literal of that type would be padded.
            return node;
        }
        if (ArrayArguments.isArray(node.getType())) {
            return node; // there are no literals of arrays
        }
        if (SqlTypeUtil.isInterval(node.getType()) && !vector.nulls[0]) {
            return node; // rules would take its code for a number
        }
        if (isPastFourDigits(vector)) {
            return node; // a literal would lose digits of its year
        }
        if (ByteaLiterals.isBytea(node.getType()) && !vector.nulls[0]) {
            byte[] bytes = Bytea.bytes(Texts.string(vector, 0));
            return builder.makeLiteral(new ByteString(bytes), node.getType(), true);
        }
        return builder.makeLiteral(
                MomentLiterals.written(
                        Values.toInternal(vector, 0, node.getType()), node.getType()),
                node.getType(),
                true);
    }

    private static boolean isPastFourDigits(Vector vector) {
        if (vector.nulls[0]) {
            return false;
        }
        long days =
                switch (vector.type.kind()) {
                    case DATE -> vector.longs[0];
                    case TIMESTAMP, INSTANT -> Math.floorDiv(vector.longs[0], Micros.DAY);
                    default -> 0;
                };
        return days > LAST_DAY || days < FIRST_DAY;
    }
}
