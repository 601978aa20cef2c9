package telegraph.sources.http;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import telegraph.memory.Region;

/// The keys of the rows of a list that have come, so that a row that moved from page to page counts
/// once, and a second reading adds only what the first missed.
///
/// Of a list of more than [#KEYS_MAX] rows, or one whose keys have no room, nothing is kept: then
/// all rows are new.
///
/// Threads: any. Memory: heap, charged to the query.
final class SeenKeys {
    private static final int KEYS_MAX = 1_000_000;

    /// What a key takes up, about.
    private static final int KEY_BYTES = 160;

    /// Keys that are charged at once.
    private static final int STEP = 1_024;

    private final int[] columns;
    private final Region memory;
    private final Optional<SeenKeys> before;

    /// All guarded by `this`.
    private final Set<List<Object>> keys = new HashSet<>();

    private boolean full;
    private boolean pinned;
    private long charged;
    private long repeats;
    private long added;

    /// @param columns of the key
    SeenKeys(int[] columns, Region memory) {
        this(columns, memory, Optional.empty());
    }

    private SeenKeys(int[] columns, Region memory, Optional<SeenKeys> before) {
        this.columns = columns;
        this.memory = memory;
        this.before = before;
    }

    /// Those of a second reading, which needs all of these.
    synchronized SeenKeys again() {
        pinned = true;
        return new SeenKeys(columns, memory, Optional.of(this));
    }

    int[] columns() {
        return columns;
    }

    /// Whether a row is the first with its key, in the reading before too; one without a key is.
    ///
    /// @param row values of all columns of the source
    boolean add(Object[] row) {
        List<Object> key = new ArrayList<>(columns.length);
        for (int column : columns) {
            key.add(row[column]);
        }
        if (key.contains(null)) {
            return true;
        }
        if (!put(key)) {
            return false;
        }
        boolean isNew = before.isEmpty() || before.get().put(key);
        if (isNew) {
            count();
        }
        return isNew;
    }

    private synchronized void count() {
        added++;
    }

    private synchronized boolean put(List<Object> key) {
        if (full) {
            return true;
        }
        if (!keys.add(key)) {
            repeats++;
            return false;
        }
        if (!pinned && (keys.size() > KEYS_MAX || !hasRoom())) {
            full = true;
            forget();
        } else {
            charge();
        }
        return true;
    }

    private boolean hasRoom() {
        return memory.room() > 2L * STEP * KEY_BYTES;
    }

    private void charge() {
        if (keys.size() * (long) KEY_BYTES > charged) {
            memory.charge(STEP * (long) KEY_BYTES);
            charged += STEP * (long) KEY_BYTES;
        }
    }

    /// Whether the keys of all rows are known.
    synchronized boolean isWhole() {
        return !full;
    }

    /// How many rows came whose key had come before in the same reading.
    synchronized long repeats() {
        return repeats;
    }

    /// How many rows were new.
    synchronized long added() {
        return added;
    }

    /// Gives the memory back.
    synchronized void forget() {
        keys.clear();
        memory.discharge(charged);
        charged = 0;
    }
}
