package telegraph.store;

import java.util.HashSet;
import java.util.Set;
import telegraph.store.tree.BTree;
import telegraph.store.tree.TreeWriter;

/// The keys of which a transaction made ghosts, to be taken away when it has ended.
///
/// It remembers so many bytes of keys; a container with more ghosts is searched for them.
///
/// Threads: the transaction's.
final class Ghosts {
    static final int BYTES_MAX = 4 << 20;
    private static final int BYTES_KEPT = 1 << 16;
    private static final int HEAD_BYTES = 6;

    private Bytes keys = new Bytes();
    private final Bytes key = new Bytes();
    private final Set<Integer> swept = new HashSet<>();

    boolean isEmpty() {
        return keys.length() == 0;
    }

    void add(int container, Bytes ghost) {
        if (keys.length() + HEAD_BYTES + ghost.length() > BYTES_MAX) {
            swept.add(container);
            return;
        }
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            keys.append((byte) (container >>> shift));
        }
        keys.append((byte) ghost.length());
        keys.append((byte) (ghost.length() >>> Byte.SIZE));
        keys.append(ghost.array(), 0, ghost.length());
    }

    /// Takes all ghosts away that nobody else has a lock on.
    void purge(TreeWriter writer, Trees trees) {
        byte[] array = keys.array();
        for (int at = 0; at < keys.length(); ) {
            int container = number(array, at, Integer.BYTES);
            int length = number(array, at + Integer.BYTES, Short.BYTES);
            key.clear().append(array, at + HEAD_BYTES, length);
            BTree tree = trees.find(container);
            if (tree != null) {
                writer.purge(tree, key);
            }
            at += HEAD_BYTES + length;
        }
        for (int container : swept) {
            BTree tree = trees.find(container);
            if (tree != null) {
                writer.sweep(tree);
            }
        }
    }

    private static int number(byte[] array, int at, int bytes) {
        int number = 0;
        for (int i = bytes - 1; i >= 0; i--) {
            number = number << Byte.SIZE | array[at + i] & 0xFF;
        }
        return number;
    }

    void clear() {
        keys.clear();
        if (!swept.isEmpty()) {
            swept.clear();
        }
        if (keys.array().length > BYTES_KEPT) {
            keys = new Bytes();
        }
    }
}
