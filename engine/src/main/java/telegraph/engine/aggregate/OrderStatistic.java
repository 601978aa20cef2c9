package telegraph.engine.aggregate;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import telegraph.engine.Aggregate;
import telegraph.engine.Vector;
import telegraph.memory.BatchBuilder;

/// Percentiles and MODE. Keeps all values of each group, and finds the one wanted when it is asked
/// for.
///
/// With `n` values, numbered from 0 in order, and the fraction `q`:
///
/// | function        | result                                                                    |
/// |-----------------|---------------------------------------------------------------------------|
/// | PERCENTILE_CONT | at position `q(n - 1)`, in proportion between the two values next to it    |
/// | PERCENTILE_DISC | value number `ceil(qn) - 1`, the first one for `q = 0`                     |
/// | MODE            | the value that comes most often, of several the first                     |
///
/// Positions are computed exactly: the 0.07 of 100 values is the seventh, although 0.07 · 100 > 7
/// in binary.
///
/// Threads: one at a time; finding a value moves others about. Memory: 8 bytes a value and the
/// slack of a growing array, and texts and decimals over 18 digits once each; 4 bytes more with
/// units.
final class OrderStatistic implements Accumulator {
    private final Aggregate.Function function;
    private final Aggregate.Place place;
    private final ValueCode code;
    private final ValueLists lists;

    /// @param unitsKept whether to keep of each value the sampling unit it comes from; MODE never
    ///   does
    OrderStatistic(Aggregate aggregate, Account account, boolean unitsKept) {
        this.function = aggregate.function();
        this.place = aggregate.place().orElseThrow();
        this.code = new ValueCode(aggregate.argument().orElseThrow().type(), account);
        this.lists = new ValueLists(account, unitsKept && function != Aggregate.Function.MODE);
    }

    @Override
    public void groups(int groups) {
        lists.groups(groups);
    }

    @Override
    public void add(int[] groupOf, Vector values, int[] selection, int count) {
        add(groupOf, values, null, selection, count);
    }

    /// Adds the values at the selected positions, each with its unit.
    ///
    /// @param unitOf by position; null for unit 0
    void add(int[] groupOf, Vector values, int[] unitOf, int[] selection, int count) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            if (!values.nulls[at]) {
                lists.add(groupOf[at], code.encode(values, at), unitOf == null ? 0 : unitOf[at]);
            }
        }
    }

    @Override
    public void merge(Accumulator other, int[] groupOf, int groups) {
        OrderStatistic from = (OrderStatistic) other;
        int[] codes = code.codesOf(from.code);
        for (int g = 0; g < groups; g++) {
            int group = groupOf[g];
            int before = lists.size(group);
            lists.addAll(group, from.lists, g);
            if (codes != null) {
                long[] values = lists.values(group);
                for (int i = before; i < lists.size(group); i++) {
                    values[i] = codes[(int) values[i]];
                }
            }
        }
    }

    @Override
    public void write(int group, BatchBuilder to, int column) {
        int size = lists.size(group);
        if (size == 0) {
            return;
        }
        switch (function) {
            case PERCENTILE_CONT -> writeContinuous(group, size, to, column);
            case PERCENTILE_DISC -> code.write(find(group, discrete(size)), to, column);
            case MODE -> code.write(mode(group, size), to, column);
            default -> throw new IllegalStateException("no order statistic: " + function);
        }
    }

    private int discrete(int size) {
        BigDecimal rows = place.fraction().multiply(BigDecimal.valueOf(size));
        return Math.max(0, rows.setScale(0, RoundingMode.CEILING).intValueExact() - 1);
    }

    private void writeContinuous(int group, int size, BatchBuilder to, int column) {
        BigDecimal position = place.fraction().multiply(BigDecimal.valueOf(size - 1L));
        int first = position.intValue();
        double share = position.subtract(BigDecimal.valueOf(first)).doubleValue();
        long before = find(group, first);
        long after = share == 0 ? before : find(group, first + 1);
        code.writeBetween(before, after, share, to, column);
    }

    /// The value of a group at a place in the order asked for, from 0.
    private long find(int group, int at) {
        int size = lists.size(group);
        int ascending = place.descending() ? size - 1 - at : at;
        long[] values = lists.values(group);
        new Selection(values, lists.units(group), code).select(size, ascending);
        return values[ascending];
    }

    /// Equal values have equal codes, so any order brings them together.
    private long mode(int group, int size) {
        long[] sorted = lists.values(group);
        Arrays.sort(sorted, 0, size);
        long best = sorted[0];
        int most = 0;
        int start = 0;
        for (int end = 1; end <= size; end++) {
            if (end < size && sorted[end] == sorted[start]) {
                continue;
            }
            int times = end - start;
            if (times > most || times == most && earlier(sorted[start], best)) {
                most = times;
                best = sorted[start];
            }
            start = end;
        }
        return best;
    }

    private boolean earlier(long value, long than) {
        int compared = code.compare(value, than);
        return place.descending() ? compared > 0 : compared < 0;
    }

    /// How many values a group has that are not NULL.
    int size(int group) {
        return lists.size(group);
    }

    /// One of a group's values, in no particular order, as the nearest number.
    double value(int group, int index) {
        return code.real(lists.values(group)[index]);
    }

    /// The unit that value comes from; asked only where units are kept.
    int unit(int group, int index) {
        return lists.units(group)[index];
    }
}
