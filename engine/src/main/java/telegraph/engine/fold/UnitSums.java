package telegraph.engine.fold;

import java.util.Arrays;
import telegraph.engine.Aggregate;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;

/// Sums of the rows of each group in each sampling unit, or in each pair of units if two inputs are
/// sampled: what intervals are made of.
///
/// Open addressing; a *cell* is a group and a unit of either side, `sums` holds its components.
/// Rows come in runs of one unit, so a group's last cell is tried first.
///
/// It must never cost a query its life: when it would grow beyond its limit it gives everything up,
/// and there will be no intervals.
///
/// Threads: one at a time. Memory: on the heap, charged to the account.
public final class UnitSums {
    private final Components components;
    private final Aggregate[] aggregates;
    private final Account account;
    private final long bytesMax;
    private final double[] shifts;
    private final boolean[] shifted;
    private final int[] cellOf = new int[Batch.ROWS_MAX];
    private int[] slots = new int[64];
    private int[] group = new int[32];
    private int[] unitA = new int[32];
    private int[] unitB = new int[32];
    private double[] sums;
    private int[] recent = new int[16];
    private int size;
    private boolean full;

    public UnitSums(Components components, Aggregate[] aggregates, Account account, long bytesMax) {
        this(
                components,
                aggregates,
                account,
                bytesMax,
                new double[aggregates.length],
                new boolean[aggregates.length]);
    }

    private UnitSums(
            Components components,
            Aggregate[] aggregates,
            Account account,
            long bytesMax,
            double[] shifts,
            boolean[] shifted) {
        this.components = components;
        this.aggregates = aggregates;
        this.account = account;
        this.bytesMax = bytesMax;
        this.shifts = shifts;
        this.shifted = shifted;
        this.sums = new double[32 * components.size()];
        account.grow(bytes(32));
        Arrays.fill(recent, -1);
    }

    /// Empty sums of values less the same constants, so that both can be added to each other.
    public UnitSums sibling() {
        return new UnitSums(components, aggregates, account, bytesMax, shifts, shifted);
    }

    private long bytes(int cells) {
        return cells * (8L * components.size() + 12 + 8);
    }

    /// Whether it has given up.
    public boolean isFull() {
        return full;
    }

    public int size() {
        return size;
    }

    public int group(int cell) {
        return group[cell];
    }

    public int unitA(int cell) {
        return unitA[cell];
    }

    public int unitB(int cell) {
        return unitB[cell];
    }

    public double sum(int cell, int component) {
        return sums[cell * components.size() + component];
    }

    /// Finds the cells of the selected rows, and counts them.
    ///
    /// @param unitsA, unitsB the units of the rows by position; null for unit 0
    public void locate(int[] groupOf, int[] unitsA, int[] unitsB, int[] selection, int count) {
        int width = components.size();
        for (int i = 0; i < count && !full; i++) {
            int at = selection[i];
            int cell =
                    cell(
                            groupOf[at],
                            unitsA == null ? 0 : unitsA[at],
                            unitsB == null ? 0 : unitsB[at]);
            cellOf[at] = cell;
            if (cell >= 0) {
                sums[cell * width]++;
            }
        }
    }

    /// Adds the values of an aggregate to the cells found last.
    void add(int aggregate, Vector values, int[] selection, int count) {
        int offset = components.first(aggregate);
        int width = components.width(aggregate);
        if (width == 0 || full) {
            return;
        }
        if (width == 1) {
            addCounts(offset, values, selection, count);
        } else if (width == 2) {
            addSums(aggregate, offset, values, selection, count);
        } else {
            addSquares(aggregate, offset, values, selection, count);
        }
    }

    private void addCounts(int offset, Vector values, int[] selection, int count) {
        int width = components.size();
        double[] to = sums;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            if (values == null || !values.nulls[at]) {
                to[cellOf[at] * width + offset]++;
            }
        }
    }

    private void addSums(int aggregate, int offset, Vector values, int[] selection, int count) {
        int width = components.size();
        int scale = scale(aggregate);
        double[] to = sums;
        int[] cells = cellOf;
        boolean[] nulls = values.nulls;
        double[] reals = values.doubles;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            if (!nulls[at]) {
                int base = cells[at] * width + offset;
                to[base]++;
                to[base + 1] += reals != null ? reals[at] : Numbers.real(values, at, scale);
            }
        }
    }

    private void addSquares(int aggregate, int offset, Vector values, int[] selection, int count) {
        int width = components.size();
        int scale = scale(aggregate);
        double[] to = sums;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            if (!values.nulls[at]) {
                double value = Numbers.real(values, at, scale);
                value -= shift(aggregate, value);
                int base = cellOf[at] * width + offset;
                to[base]++;
                to[base + 1] += value;
                to[base + 2] += value * value;
            }
        }
    }

    private int scale(int aggregate) {
        return aggregates[aggregate].argument().map(a -> a.type().scale()).orElse(0);
    }

    private double shift(int aggregate, double value) {
        if (!shifted[aggregate]) {
            shifted[aggregate] = true;
            shifts[aggregate] = Double.isFinite(value) ? value : 0;
        }
        return shifts[aggregate];
    }

    /// Adds a cell of another, as group `to` and other units, multiplied.
    public void addCell(UnitSums from, int cell, int to, int a, int b, double factor) {
        int own = cell(to, a, b);
        if (own < 0) {
            return;
        }
        int width = components.size();
        for (int c = 0; c < width; c++) {
            sums[own * width + c] += factor * from.sums[cell * width + c];
        }
        for (int g = 0; g < aggregates.length; g++) {
            if (components.width(g) > 2 && from.shifted[g]) {
                reshift(own, g, cell, from, factor);
            }
        }
    }

    /// Corrects sums just added for the difference of the two constants: with d = theirs - ours, x
    /// - ours = (x - theirs) + d.
    private void reshift(int own, int aggregate, int cell, UnitSums from, double factor) {
        double difference = from.shifts[aggregate] - shift(aggregate, from.shifts[aggregate]);
        if (difference == 0) {
            return;
        }
        int at = components.first(aggregate);
        double count = from.sum(cell, at);
        double sum = from.sum(cell, at + 1);
        int base = own * components.size() + at;
        sums[base + 1] += factor * difference * count;
        sums[base + 2] += factor * (2 * difference * sum + difference * difference * count);
    }

    /// The cell of a group and units, or -1 when full.
    private int cell(int of, int a, int b) {
        if (full) {
            return -1;
        }
        if (of < recent.length && recent[of] >= 0) {
            int last = recent[of];
            if (unitA[last] == a && unitB[last] == b) {
                return last;
            }
        }
        int mask = slots.length - 1;
        int slot = hash(of, a, b) & mask;
        while (slots[slot] != 0) {
            int cell = slots[slot] - 1;
            if (group[cell] == of && unitA[cell] == a && unitB[cell] == b) {
                return remember(of, cell);
            }
            slot = slot + 1 & mask;
        }
        if (size == group.length && !grow()) {
            return -1;
        }
        if (2 * size >= slots.length) {
            rehash();
            return cell(of, a, b);
        }
        slots[slot] = size + 1;
        group[size] = of;
        unitA[size] = a;
        unitB[size] = b;
        return remember(of, size++);
    }

    private int remember(int of, int cell) {
        if (of >= recent.length) {
            int before = recent.length;
            recent = Arrays.copyOf(recent, Math.max(of + 1, 2 * before));
            Arrays.fill(recent, before, recent.length, -1);
        }
        recent[of] = cell;
        return cell;
    }

    private boolean grow() {
        int longer = 2 * group.length;
        if (full || bytes(longer) > bytesMax || !account.tryGrow(bytes(longer - group.length))) {
            giveUp();
            return false;
        }
        group = Arrays.copyOf(group, longer);
        unitA = Arrays.copyOf(unitA, longer);
        unitB = Arrays.copyOf(unitB, longer);
        sums = Arrays.copyOf(sums, longer * components.size());
        return true;
    }

    /// Forgets all, for good.
    public void giveUp() {
        if (full) {
            return;
        }
        full = true;
        account.shrink(bytes(group.length));
        size = 0;
        slots = new int[0];
        group = new int[0];
        unitA = new int[0];
        unitB = new int[0];
        sums = new double[0];
        recent = new int[0];
    }

    private void rehash() {
        slots = new int[4 * group.length];
        int mask = slots.length - 1;
        for (int cell = 0; cell < size; cell++) {
            int slot = hash(group[cell], unitA[cell], unitB[cell]) & mask;
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = cell + 1;
        }
    }

    private static int hash(int of, int a, int b) {
        long mixed = ((long) of << 32 | a & 0xFFFFFFFFL) * 0x9E3779B97F4A7C15L + b;
        mixed = (mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L;
        return (int) (mixed >>> 32);
    }
}
