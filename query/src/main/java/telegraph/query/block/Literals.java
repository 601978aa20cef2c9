package telegraph.query.block;

import java.util.Map;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/// Puts literals in the places of the parameters that a plan left open.
public final class Literals extends RexShuttle {
    private final Map<Integer, RexLiteral> literals;

    /// @param literals by the parameters' numbers; others stay
    public Literals(Map<Integer, RexLiteral> literals) {
        this.literals = literals;
    }

    @Override
    public RexNode visitDynamicParam(RexDynamicParam parameter) {
        RexLiteral literal = literals.get(parameter.getIndex());
        return literal == null ? parameter : literal;
    }
}
