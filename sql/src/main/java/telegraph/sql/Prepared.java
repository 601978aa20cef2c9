package telegraph.sql;

import java.util.ArrayList;
import java.util.List;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;
import telegraph.sql.statement.Parameters;

/// A statement with places for values, `?` or `$1`, that is carried out often with others.
///
/// Places count from 1. Values keep until they are set again or cleared.
///
/// Threads: one at a time.
public final class Prepared {
    private final Parameters parameters;
    private final Object[] values;
    private final boolean[] given;

    Prepared(String statement) {
        this.parameters = Parameters.of(statement);
        this.values = new Object[parameters.count()];
        this.given = new boolean[parameters.count()];
    }

    /// How many values it needs.
    public int parameters() {
        return values.length;
    }

    /// Gives a value, or NULL if it is null.
    ///
    /// @throws TelegraphException if there is no such place
    public void set(int place, Object value) {
        if (place < 1 || place > values.length) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_PARAMETER,
                    "parameters count from 1: parameter=" + place + " parameters=" + values.length);
        }
        values[place - 1] = value;
        given[place - 1] = true;
    }

    /// Gives a whole number.
    ///
    /// @throws TelegraphException if there is no such place
    public void set(int place, long value) {
        set(place, (Object) value);
    }

    /// A copy of the values, which [#set] takes back one by one.
    ///
    /// @throws TelegraphException if one is missing
    public Object[] values() {
        demandAll();
        return values.clone();
    }

    private void demandAll() {
        for (int i = 0; i < values.length; i++) {
            if (!given[i]) {
                throw TelegraphException.of(
                        SqlState.UNDEFINED_PARAMETER,
                        "each parameter needs a value: missing=" + (i + 1));
            }
        }
    }

    /// Forgets all values.
    public void clear() {
        for (int i = 0; i < values.length; i++) {
            values[i] = null;
            given[i] = false;
        }
    }

    /// The statement with the values in it, as [Session#start] takes it.
    ///
    /// @throws TelegraphException if a value is missing, or has no type
    public String statement() {
        demandAll();
        List<String> literals = new ArrayList<>(values.length);
        for (Object value : values) {
            literals.add(Parameters.literal(value));
        }
        return parameters.fill(literals);
    }

    /// The statement with NULL in every place, which has the same columns.
    public String shape() {
        return parameters.fill(java.util.Collections.nCopies(values.length, "NULL"));
    }
}
