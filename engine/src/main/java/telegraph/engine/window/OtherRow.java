package telegraph.engine.window;

import telegraph.engine.WindowSpec.Function;
import telegraph.engine.operator.Pinned;
import telegraph.engine.vector.Vector;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The value of a column in another row of the partition: so many rows before or after, or at a
/// place of the frame.
final class OtherRow implements WindowCall {
    private final Function function;
    private final int[] arguments;
    private final WindowPart part;
    private final WindowRows.Cursor here;
    private final WindowRows.Cursor there;

    OtherRow(Function function, int[] arguments, WindowPart part, WindowRows rows) {
        this.function = function;
        this.arguments = arguments;
        this.part = part;
        this.here = rows.cursor(true);
        this.there = rows.cursor(true);
    }

    @Override
    public void put(Vector to, int at) {
        switch (function) {
            case LAG -> shifted(-1, to, at);
            case LEAD -> shifted(1, to, at);
            case FIRST_VALUE -> inFrame(part.counted(0), to, at);
            case LAST_VALUE -> inFrame(last(), to, at);
            case NTH_VALUE -> nth(to, at);
            default -> throw new IllegalStateException("no value of a row: function=" + function);
        }
    }

    private void shifted(int direction, Vector to, int at) {
        here.to(part.row);
        long offset = 1;
        if (arguments.length > 1) {
            if (here.isNull(arguments[1])) {
                to.nulls[at] = true;
                return;
            }
            offset = WholeNumbers.at(here, arguments[1]);
        }
        // Further than any partition is long, whatever is added.
        long row = part.row + direction * Math.clamp(offset, -1L << 60, 1L << 60);
        if (row >= part.start && row < part.end) {
            there.to(row);
            Pinned.put(there.batch, arguments[0], there.place, to, at);
        } else if (arguments.length > 2) {
            Pinned.put(here.batch, arguments[2], here.place, to, at);
        } else {
            to.nulls[at] = true;
        }
    }

    private void nth(Vector to, int at) {
        here.to(part.row);
        if (here.isNull(arguments[1])) {
            to.nulls[at] = true;
            return;
        }
        long number = WholeNumbers.at(here, arguments[1]);
        if (number <= 0) {
            throw TelegraphException.of(
                    SqlState.INVALID_ARGUMENT_FOR_NTH_VALUE,
                    "NTH_VALUE counts from 1: number=" + number);
        }
        inFrame(part.counted(number - 1), to, at);
    }

    private long last() {
        return part.counted(part.counted() - 1);
    }

    private void inFrame(long row, Vector to, int at) {
        if (row < part.frameStart || row >= part.frameEnd) {
            to.nulls[at] = true;
            return;
        }
        there.to(row);
        Pinned.put(there.batch, arguments[0], there.place, to, at);
    }
}
