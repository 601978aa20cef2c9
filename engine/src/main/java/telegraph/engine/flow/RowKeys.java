package telegraph.engine.flow;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// Which values of lookups name a row, beside a scan of the same input: those that wait for it, and
/// those whose row the scan has brought.
///
/// A pattern names rows if its columns hold the declared key. Then a row with the values asked for
/// is all that a lookup could find. Values are compared as rows have them: an INTEGER like a
/// BIGINT.
///
/// Threads: those that hold the lock of the [Lookups]; [#of] by any. Memory: charged to the input's
/// region, for rows that were brought as long as half of it is free; what is forgotten is only
/// looked up again.
final class RowKeys {
    private static final int BYTES_PER_KEY = 160;
    private static final int BROUGHT_MAX = 1 << 16;

    private final int[][] columns;
    private final Region region;

    /// By the value as a row has it the value as it was asked for.
    private final Map<Lookups.Key, Lookups.Key> unanswered = new HashMap<>();

    /// What the rows are part of.
    private final Map<Lookups.Key, UnitLedger.Entry> brought = new HashMap<>();

    /// @param columns by pattern the columns of a scan's batches that have its values, or null if
    ///   they name no row
    RowKeys(int[][] columns, Region region) {
        this.columns = columns;
        this.region = region;
    }

    private boolean isNamed(int bind) {
        return bind < columns.length && columns[bind] != null;
    }

    /// What the row is part of that the scan has brought for a value, or null.
    UnitLedger.Entry bringer(Lookups.Key key) {
        return isNamed(key.bind()) ? brought.get(plain(key)) : null;
    }

    /// A value waits for its row from now on.
    void wants(Lookups.Key key) {
        if (isNamed(key.bind())) {
            region.charge(BYTES_PER_KEY);
            unanswered.put(plain(key), key);
        }
    }

    /// A value waits no longer.
    void over(Lookups.Key key) {
        if (isNamed(key.bind())) {
            unanswered.remove(plain(key));
        }
    }

    /// The values that rows of a scan answer. There is one for each row; but these are pages of a
    /// site, which take longer to come.
    List<Lookups.Key> of(Batch batch) {
        List<Lookups.Key> all = new ArrayList<>();
        for (int bind = 0; bind < columns.length; bind++) {
            for (int row = 0; isNamed(bind) && row < batch.rows(); row++) {
                List<Object> values = new ArrayList<>();
                for (int column : columns[bind]) {
                    values.add(plain(batch.valueAt(column, row)));
                }
                all.add(new Lookups.Key(bind, values));
            }
        }
        return all;
    }

    /// The scan has brought a value's row; returns the value as it was asked for if it waited for
    /// it, else null.
    ///
    /// @param plain as [#of] has it
    /// @param by what the row is part of
    Lookups.Key bring(Lookups.Key plain, UnitLedger.Entry by) {
        if (brought.size() < BROUGHT_MAX && region.room() > region.limit() / 2) {
            region.charge(BYTES_PER_KEY);
            brought.put(plain, by);
        }
        return unanswered.remove(plain);
    }

    void forget() {
        unanswered.clear();
        brought.clear();
    }

    private static Lookups.Key plain(Lookups.Key key) {
        return new Lookups.Key(key.bind(), key.values().stream().map(RowKeys::plain).toList());
    }

    private static Object plain(Object value) {
        return switch (value) {
            case Integer number -> number.longValue();
            case BigDecimal number -> number.stripTrailingZeros();
            case Double number -> number + 0.0;
            case null, default -> value;
        };
    }
}
