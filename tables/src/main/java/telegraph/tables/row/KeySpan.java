package telegraph.tables.row;

import java.util.ArrayList;
import java.util.List;
import telegraph.store.Bytes;

/// Keys from `low` on, it included, up to `high`, it excluded; null is no end.
public record KeySpan(Bytes low, Bytes high) implements Comparable<KeySpan> {
    public static final KeySpan ALL = new KeySpan(null, null);

    /// The keys that begin with a prefix.
    public static KeySpan of(Bytes prefix) {
        return new KeySpan(prefix, after(prefix));
    }

    /// The first key after all that begin with `prefix`, or null if there is none.
    public static Bytes after(Bytes prefix) {
        Bytes end = new Bytes().set(prefix);
        while (end.length() > 0 && end.array()[end.length() - 1] == (byte) 0xff) {
            end.length(end.length() - 1);
        }
        if (end.length() == 0) {
            return null;
        }
        end.array()[end.length() - 1]++;
        return end;
    }

    /// Whether a key is in it, not as its first.
    public boolean isInside(Bytes key) {
        return (low == null || low.compareTo(key) < 0) && (high == null || key.compareTo(high) < 0);
    }

    /// How many keys of some are in it, not as its first.
    ///
    /// @param keys in order
    public int inside(List<Bytes> keys) {
        int before = low == null ? 0 : below(keys, low, true);
        return Math.max(0, (high == null ? keys.size() : below(keys, high, false)) - before);
    }

    /// How many keys are less than one, or as great as it if that counts.
    private static int below(List<Bytes> keys, Bytes key, boolean same) {
        int from = 0;
        int to = keys.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            int order = keys.get(middle).compareTo(key);
            if (order < 0 || same && order == 0) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /// The parts that some keys cut it into, in order.
    public List<KeySpan> cut(List<Bytes> cuts) {
        List<Bytes> inside = cuts.stream().filter(this::isInside).toList();
        List<KeySpan> parts = new ArrayList<>();
        Bytes from = low;
        for (Bytes cut : inside) {
            parts.add(new KeySpan(from, cut));
            from = cut;
        }
        parts.add(new KeySpan(from, high));
        return parts;
    }

    /// By where they begin.
    @Override
    public int compareTo(KeySpan other) {
        if (low == null || other.low == null) {
            return Boolean.compare(low != null, other.low != null);
        }
        return low.compareTo(other.low);
    }
}
