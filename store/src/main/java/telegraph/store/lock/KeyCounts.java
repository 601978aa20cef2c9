package telegraph.store.lock;

import java.util.Arrays;

/// How many keys of each container an owner holds, and from how many on it tries to lock the whole.
///
/// After a try in vain the number doubles, so that tries stay few.
///
/// Threads: one at a time.
final class KeyCounts {
    private int[] containers = new int[4];
    private int[] counts = new int[4];
    private int[] limits = new int[4];
    private int used;
    private int last;

    /// Counts one more key: whether it is time to lock the whole container, if locks are scarce.
    boolean add(int container, int limitFirst, boolean scarce) {
        if (last >= used || containers[last] != container) {
            last = indexOf(container, limitFirst);
        }
        int count = ++counts[last];
        if (count < limits[last] || !scarce) {
            return false;
        }
        limits[last] = (int) Math.min(2L * limits[last], Integer.MAX_VALUE);
        return true;
    }

    private int indexOf(int container, int limitFirst) {
        for (int i = 0; i < used; i++) {
            if (containers[i] == container) {
                return i;
            }
        }
        if (used == containers.length) {
            containers = Arrays.copyOf(containers, 2 * used);
            counts = Arrays.copyOf(counts, 2 * used);
            limits = Arrays.copyOf(limits, 2 * used);
        }
        containers[used] = container;
        counts[used] = 0;
        limits[used] = limitFirst;
        return used++;
    }

    void clear() {
        used = 0;
        last = 0;
    }
}
