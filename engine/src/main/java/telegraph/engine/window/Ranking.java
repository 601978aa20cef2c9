package telegraph.engine.window;

import telegraph.engine.WindowSpec.Function;
import telegraph.engine.vector.Vector;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// What a row's place in its partition says.
final class Ranking implements WindowCall {
    private final Function function;
    private final WindowPart part;
    private final int argument;
    private final WindowRows.Cursor here;

    /// @param argument for NTILE the column of the number of buckets
    Ranking(Function function, WindowPart part, int argument, WindowRows rows) {
        this.function = function;
        this.part = part;
        this.argument = argument;
        this.here = function == Function.NTILE ? rows.cursor(false) : null;
    }

    @Override
    public void put(Vector to, int at) {
        to.nulls[at] = false;
        switch (function) {
            case ROW_NUMBER -> to.longs[at] = part.row - part.start + 1;
            case RANK -> to.longs[at] = part.peerStart - part.start + 1;
            case DENSE_RANK -> to.longs[at] = part.peerGroup + 1;
            case PERCENT_RANK ->
                    to.doubles[at] =
                            part.rows() == 1
                                    ? 0
                                    : (double) (part.peerStart - part.start) / (part.rows() - 1);
            case CUME_DIST -> to.doubles[at] = (double) (part.peerEnd - part.start) / part.rows();
            case NTILE -> tile(to, at);
            default -> throw new IllegalStateException("no ranking: function=" + function);
        }
    }

    /// The first buckets have one row more if they cannot be even.
    private void tile(Vector to, int at) {
        here.to(part.row);
        if (here.isNull(argument)) {
            to.nulls[at] = true;
            return;
        }
        long buckets = WholeNumbers.at(here, argument);
        if (buckets <= 0) {
            throw TelegraphException.of(
                    SqlState.INVALID_ARGUMENT_FOR_NTILE,
                    "NTILE takes a number of buckets greater than 0: buckets=" + buckets);
        }
        long size = part.rows() / buckets;
        long large = part.rows() % buckets;
        long row = part.row - part.start;
        long inLarge = large * (size + 1);
        to.longs[at] = 1 + (row < inLarge ? row / (size + 1) : large + (row - inLarge) / size);
    }
}
