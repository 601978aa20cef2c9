package telegraph.tables.point;

import java.util.function.Supplier;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.tables.row.StatementMoment;

/// The values of a statement's parameters: whole numbers as they are, others as objects.
///
/// Places count from 1.
///
/// Threads: one at a time.
public final class PointValues {
    private static final byte MISSING = 0;
    private static final byte WHOLE = 1;
    private static final byte OBJECT = 2;

    private final byte[] kinds;
    private final long[] wholes;
    private final Object[] objects;

    private Supplier<StatementMoment> asking;
    private StatementMoment asked;

    public PointValues(int count) {
        this.kinds = new byte[count];
        this.wholes = new long[count];
        this.objects = new Object[count];
    }

    /// The statement is carried out now, and not when it was before.
    ///
    /// @param moment tells when that is
    public void again(Supplier<StatementMoment> moment) {
        asking = moment;
        asked = null;
    }

    /// When it is carried out, which is one moment for all of it.
    public StatementMoment asked() {
        if (asked == null) {
            asked = asking.get();
        }
        return asked;
    }

    public int count() {
        return kinds.length;
    }

    /// Gives a whole number.
    ///
    /// @throws TelegraphException if there is no such place
    public void set(int place, long value) {
        demandPlace(place);
        kinds[place - 1] = WHOLE;
        wholes[place - 1] = value;
    }

    /// Gives a value, NULL if it is null.
    ///
    /// @throws TelegraphException if there is no such place
    public void set(int place, Object value) {
        demandPlace(place);
        kinds[place - 1] = OBJECT;
        objects[place - 1] = value;
    }

    private void demandPlace(int place) {
        if (place < 1 || place > kinds.length) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_PARAMETER,
                    "parameters count from 1: parameter=" + place + " parameters=" + kinds.length);
        }
    }

    /// Forgets all values.
    public void clear() {
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = MISSING;
            objects[i] = null;
        }
    }

    /// @throws TelegraphException if a value is missing
    public void demandAll() {
        for (int i = 0; i < kinds.length; i++) {
            if (kinds[i] == MISSING) {
                throw TelegraphException.of(
                        SqlState.UNDEFINED_PARAMETER,
                        "each parameter needs a value: missing=" + (i + 1));
            }
        }
    }

    /// A copy of all values as objects.
    public Object[] toArray() {
        Object[] all = new Object[kinds.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = value(i);
        }
        return all;
    }

    /// Whether the value with an index is a whole number that [#whole] gives.
    boolean isWhole(int index) {
        return kinds[index] == WHOLE;
    }

    long whole(int index) {
        return wholes[index];
    }

    Object value(int index) {
        return kinds[index] == WHOLE ? (Object) narrowed(wholes[index]) : objects[index];
    }

    /// As the literal of it would be.
    static Number narrowed(long whole) {
        if (whole == (int) whole) {
            return (int) whole;
        }
        return whole;
    }
}
