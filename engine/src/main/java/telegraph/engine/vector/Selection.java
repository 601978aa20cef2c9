package telegraph.engine.vector;

/// Finds the k-th value of an unsorted array by dividing it again and again (Hoare, 1961), in time
/// linear in its length; sorts it if need be.
///
/// Values are divided in three, so that equal ones cost nothing; the pivot is the median of three
/// places that a fixed generator draws, so that no order of values is a bad one for long.
public final class Selection {
    /// An order of values that are coded as numbers.
    public interface Order {
        int compare(long left, long right);
    }

    private final long[] values;
    private final int[] companions;
    private final Order order;
    private int less;
    private int greater;
    private long state = 0x9E3779B97F4A7C15L;

    /// @param companions moved along with the values, or null
    public Selection(long[] values, int[] companions, Order order) {
        this.values = values;
        this.companions = companions;
        this.order = order;
    }

    /// Puts the k-th value of the first `size`, from 0, into position k, none greater before it and
    /// none less after it.
    public void select(int size, int k) {
        int from = 0;
        int to = size;
        while (to - from > 1) {
            divide(from, to);
            if (k < less) {
                to = less;
            } else if (k >= greater) {
                from = greater;
            } else {
                return;
            }
        }
    }

    /// Sorts the first `size` values.
    public void sort(int size) {
        sort(0, size);
    }

    private void sort(int start, int end) {
        int from = start;
        int to = end;
        while (to - from > 1) {
            divide(from, to);
            int lessEnd = less;
            int greaterStart = greater;
            // The shorter part by recursion, which is never deep then.
            if (lessEnd - from < to - greaterStart) {
                sort(from, lessEnd);
                from = greaterStart;
            } else {
                sort(greaterStart, to);
                to = lessEnd;
            }
        }
    }

    /// Divides a range into what is less than a pivot, equal and greater: at `less` and `greater`.
    private void divide(int from, int to) {
        long pivot = median(draw(from, to), draw(from, to), draw(from, to));
        less = from;
        greater = to;
        for (int i = from; i < greater; ) {
            int compared = order.compare(values[i], pivot);
            if (compared < 0) {
                swap(i++, less++);
            } else if (compared > 0) {
                swap(i, --greater);
            } else {
                i++;
            }
        }
    }

    private long draw(int from, int to) {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        return values[from + (int) ((state >>> 33) * (to - from) >>> 31)];
    }

    private long median(long a, long b, long c) {
        if (order.compare(a, b) > 0) {
            long swapped = a;
            a = b;
            b = swapped;
        }
        return order.compare(c, a) < 0 ? a : order.compare(c, b) > 0 ? b : c;
    }

    private void swap(int i, int j) {
        long value = values[i];
        values[i] = values[j];
        values[j] = value;
        if (companions != null) {
            int companion = companions[i];
            companions[i] = companions[j];
            companions[j] = companion;
        }
    }
}
