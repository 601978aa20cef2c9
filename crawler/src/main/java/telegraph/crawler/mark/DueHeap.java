package telegraph.crawler.mark;

import java.util.Arrays;

/// Things by the time they are due, the earliest first; each knows its place, so that it can leave
/// from anywhere.
///
/// Threads: the frontier's.
public final class DueHeap<T extends DueHeap.Item> {
    private static final int OUT = -1;

    private Item[] items = new Item[1];
    private int size;

    /// What may be in one heap at a time.
    public abstract static class Item {
        private long key;
        private int place = OUT;

        final boolean isIn() {
            return place != OUT;
        }
    }

    int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /// When the first is due.
    public long firstDue() {
        return items[0].key;
    }

    @SuppressWarnings("unchecked")
    public T first() {
        return (T) items[0];
    }

    /// Puts a thing in, or to another place if it is in.
    public void put(T item, long due) {
        Item moved = item;
        moved.key = due;
        if (moved.place == OUT) {
            if (size == items.length) {
                items = Arrays.copyOf(items, 2 * size);
            }
            moved.place = size++;
        }
        up(moved);
        down(moved);
    }

    public void remove(T item) {
        Item leaving = item;
        if (leaving.place == OUT) {
            return;
        }
        int place = leaving.place;
        leaving.place = OUT;
        Item last = items[--size];
        items[size] = null;
        if (last != leaving) {
            last.place = place;
            up(last);
            down(last);
        }
    }

    private void up(Item item) {
        int place = item.place;
        while (place > 0) {
            int parent = place - 1 >>> 1;
            if (items[parent].key <= item.key) {
                break;
            }
            set(items[parent], place);
            place = parent;
        }
        set(item, place);
    }

    private void down(Item item) {
        int place = item.place;
        while (2 * place + 1 < size) {
            int child = 2 * place + 1;
            if (child + 1 < size && items[child + 1].key < items[child].key) {
                child++;
            }
            if (items[child].key >= item.key) {
                break;
            }
            set(items[child], place);
            place = child;
        }
        set(item, place);
    }

    private void set(Item item, int place) {
        items[place] = item;
        item.place = place;
    }
}
