package telegraph.engine.fold;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import telegraph.engine.Aggregate;
import telegraph.engine.vector.Selection;
import telegraph.engine.vector.Vector;

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
public final class OrderStatistic implements Collected {
    private final Aggregate.Function function;
    private final Aggregate.Place place;
    private final Account account;
    private final ValueCode code;
    private final ValueLists lists;
    private final boolean owner;

    /// @param unitsKept whether to keep of each value the sampling unit it comes from
    OrderStatistic(Aggregate aggregate, Account account, boolean unitsKept) {
        this.function = aggregate.function();
        this.place = aggregate.place().orElseThrow();
        this.account = account;
        this.code = new ValueCode(aggregate.argument().orElseThrow().type(), account);
        this.lists = new ValueLists(account, unitsKept);
        this.owner = true;
    }

    private OrderStatistic(Aggregate aggregate, OrderStatistic of) {
        this.function = aggregate.function();
        this.place = aggregate.place().orElseThrow();
        this.account = of.account;
        this.code = of.code;
        this.lists = of.lists;
        this.owner = false;
    }

    /// Another place in the order of the same values, which are added to this one alone.
    OrderStatistic sharing(Aggregate aggregate) {
        return new OrderStatistic(aggregate, this);
    }

    /// Whether two aggregates are of the same values.
    static boolean share(Aggregate one, Aggregate other) {
        return one.place().isPresent()
                && other.place().isPresent()
                && !one.distinct()
                && !other.distinct()
                && one.argument().equals(other.argument())
                && one.filter().equals(other.filter());
    }

    @Override
    public void groups(int groups) {
        if (owner) {
            lists.groups(groups);
        }
    }

    @Override
    public void add(int[] groupOf, Vector values, int[] selection, int count) {
        add(groupOf, values, null, selection, count);
    }

    /// Adds the values at the selected positions, each with its unit.
    ///
    /// @param unitOf by position; null for unit 0
    void add(int[] groupOf, Vector values, int[] unitOf, int[] selection, int count) {
        if (!owner) {
            return;
        }
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            if (!values.nulls[at]) {
                lists.add(groupOf[at], code.encode(values, at), unitOf == null ? 0 : unitOf[at]);
            }
        }
    }

    @Override
    public void merge(Collected other, int[] groupOf, int groups) {
        if (!owner) {
            return;
        }
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
    public void write(int[] wanted, int count, Vector to) {
        to.mayHaveNulls();
        for (int i = 0; i < count; i++) {
            write(wanted[i], to, i);
        }
    }

    private void write(int group, Vector to, int at) {
        int size = lists.size(group);
        to.nulls[at] = size == 0;
        if (size == 0) {
            return;
        }
        switch (function) {
            case PERCENTILE_CONT -> writeContinuous(group, size, to, at);
            case PERCENTILE_DISC -> code.write(find(group, discrete(size)), to, at);
            case MODE -> code.write(mode(group, size), to, at);
            default -> throw new IllegalStateException("no order statistic: " + function);
        }
    }

    private int discrete(int size) {
        BigDecimal rows = place.fraction().multiply(BigDecimal.valueOf(size));
        return Math.max(0, rows.setScale(0, RoundingMode.CEILING).intValueExact() - 1);
    }

    private void writeContinuous(int group, int size, Vector to, int at) {
        BigDecimal position = place.fraction().multiply(BigDecimal.valueOf(size - 1L));
        int first = position.intValue();
        double share = position.subtract(BigDecimal.valueOf(first)).doubleValue();
        long before = find(group, first);
        long after = share == 0 ? before : find(group, first + 1);
        code.writeBetween(before, after, share, to, at);
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
        if (lists.units(group) == null) {
            Arrays.sort(sorted, 0, size);
        } else {
            new Selection(sorted, lists.units(group), code).sort(size);
        }
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

    /// Whether values are numbers.
    public boolean isNumber() {
        return code.isNumber();
    }

    /// The values of a group that come from units below `units`, as the nearest numbers; asked only
    /// where units are kept. Charged to the account.
    public Sample sample(int group, long units) {
        int size = lists.size(group);
        account.grow(12L * size);
        double[] sorted = new double[size];
        int[] from = new int[size];
        int count = 0;
        if (size > 0) {
            long[] values = lists.values(group);
            int[] all = lists.units(group);
            new Selection(values, all, code).sort(size);
            for (int i = 0; i < size; i++) {
                if (all[i] < units) {
                    sorted[count] = code.real(values[i]);
                    from[count++] = all[i];
                }
            }
        }
        return new Sample(Arrays.copyOf(sorted, count), Arrays.copyOf(from, count));
    }

    @Override
    public void close() {
        // All is on the heap, charged to the account.
    }

    /// Sorted values and the unit of each.
    public record Sample(double[] sorted, int[] units) {}
}
