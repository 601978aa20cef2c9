package telegraph.query.sets;

import telegraph.engine.vector.Expression;
import telegraph.engine.vector.SetFunction;
import telegraph.engine.vector.Vector;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;

/// Whole numbers from one to another, by equal steps. There are none if one of the three is NULL,
/// and none beyond the range of 64 bits.
final class WholeSeries extends OfOperands {
    private long next;
    private long last;
    private long step;
    private boolean left;

    /// @param operands the first, the last and the step: bigints
    /// @param type that of the elements
    WholeSeries(Expression[] operands, Type type) {
        super(operands, type);
    }

    static TelegraphException zeroStep() {
        return TelegraphException.of(
                SqlState.INVALID_PARAMETER_VALUE, "step size cannot equal zero");
    }

    @Override
    public void begin(int position) {
        left = false;
        if (anyNull(position)) {
            return;
        }
        next = in[0].longs[position];
        last = in[1].longs[position];
        step = in[2].longs[position];
        if (step == 0) {
            throw zeroStep();
        }
        left = step > 0 ? next <= last : next >= last;
    }

    @Override
    public int fill(Vector to, int at, int most) {
        int filled = 0;
        while (left && filled < most) {
            to.nulls[at + filled] = false;
            to.longs[at + filled] = next;
            filled++;
            long after = next + step;
            boolean overflows = ((next ^ after) & (step ^ after)) < 0;
            left = !overflows && (step > 0 ? after <= last : after >= last);
            next = after;
        }
        return filled;
    }

    @Override
    SetFunction over(Expression[] others) {
        return new WholeSeries(others, type());
    }
}
