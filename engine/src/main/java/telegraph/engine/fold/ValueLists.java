package telegraph.engine.fold;

import java.util.Arrays;
import telegraph.ground.TelegraphException;

/// The values of each group, coded as numbers, in no particular order; beside each, if wanted, the
/// number of the sampling unit it comes from.
///
/// Threads: one at a time. Memory: on the heap, charged to the account before it is taken.
final class ValueLists {
    private static final int CAPACITY_FIRST = 4;
    private static final int CAPACITY_MAX = Integer.MAX_VALUE - 8;

    private final Account account;
    private final boolean unitsKept;
    private long[][] values = new long[0][];
    private int[][] units = new int[0][];
    private int[] sizes = new int[0];

    ValueLists(Account account, boolean unitsKept) {
        this.account = account;
        this.unitsKept = unitsKept;
    }

    void groups(int groups) {
        if (groups <= sizes.length) {
            return;
        }
        int longer = Math.max(groups, sizes.length * 2);
        account.grow((unitsKept ? 20L : 12L) * (longer - sizes.length));
        values = Arrays.copyOf(values, longer);
        sizes = Arrays.copyOf(sizes, longer);
        if (unitsKept) {
            units = Arrays.copyOf(units, longer);
        }
    }

    void add(int group, long value, int unit) {
        int size = sizes[group];
        room(group, size + 1L);
        values[group][size] = value;
        if (unitsKept) {
            units[group][size] = unit;
        }
        sizes[group] = size + 1;
    }

    /// Adds all values of a group of another list of the same kind.
    void addAll(int group, ValueLists from, int other) {
        int more = from.sizes[other];
        if (more == 0) {
            return;
        }
        int size = sizes[group];
        room(group, (long) size + more);
        System.arraycopy(from.values[other], 0, values[group], size, more);
        if (unitsKept) {
            System.arraycopy(from.units[other], 0, units[group], size, more);
        }
        sizes[group] = size + more;
    }

    /// Makes room for `wanted` values, half as much again as there was if that is more.
    private void room(int group, long wanted) {
        int capacity = values[group] == null ? 0 : values[group].length;
        if (wanted <= capacity) {
            return;
        }
        if (wanted > CAPACITY_MAX) {
            throw TelegraphException.resource(
                    "a percentile is taken of at most "
                            + CAPACITY_MAX
                            + " values of a group: values="
                            + wanted);
        }
        int longer =
                (int)
                        Math.min(
                                CAPACITY_MAX,
                                Math.max(Math.max(CAPACITY_FIRST, wanted), capacity * 3L / 2));
        account.grow((unitsKept ? 12L : 8L) * (longer - capacity) + (capacity == 0 ? 16 : 0));
        values[group] = capacity == 0 ? new long[longer] : Arrays.copyOf(values[group], longer);
        if (unitsKept) {
            units[group] = capacity == 0 ? new int[longer] : Arrays.copyOf(units[group], longer);
        }
    }

    int size(int group) {
        return sizes[group];
    }

    /// The array whose first [#size] numbers are the group's values; they may change places.
    long[] values(int group) {
        return values[group];
    }

    /// The units at the same positions, or null if none are kept.
    int[] units(int group) {
        return unitsKept ? units[group] : null;
    }
}
