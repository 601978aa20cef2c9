package telegraph.store.tree;

import java.lang.foreign.MemorySegment;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.store.Bytes;

/// One change of one key on one leaf: what the log keeps, redoes and undoes.
///
/// | kind   | redo                                     | undo                  |
/// |--------|------------------------------------------|-----------------------|
/// | INSERT | put the key with `after`, ghost or not    | DELETE                |
/// | UPDATE | put the key with `after`                  | UPDATE, with `before` |
/// | DELETE | make a ghost of the key, keeping its cell | INSERT, with `before` |
/// | PURGE  | take the cell away                        | never                 |
///
/// A payload is a short value, or where the pages of a large one are. The object is used again for
/// the next change, so whoever keeps anything copies it.
///
/// Threads: one at a time.
public final class LeafChange {
    /// What happens to the key.
    public enum Kind {
        INSERT,
        UPDATE,
        DELETE,
        PURGE
    }

    private Kind kind;
    private boolean largeBefore;
    private boolean largeAfter;
    private final Bytes key = new Bytes();
    private final Bytes before = new Bytes();
    private final Bytes after = new Bytes();

    /// Starts over, with an empty key and empty payloads.
    public LeafChange start(Kind of) {
        kind = of;
        largeBefore = false;
        largeAfter = false;
        key.clear();
        before.clear();
        after.clear();
        return this;
    }

    public Kind kind() {
        return kind;
    }

    public Bytes key() {
        return key;
    }

    /// The payload that the change replaces; counts for UPDATE and DELETE.
    public Bytes before() {
        return before;
    }

    /// The payload that the change puts; counts for INSERT and UPDATE.
    public Bytes after() {
        return after;
    }

    /// Whether `before` says where the pages of a large value are.
    public boolean isLargeBefore() {
        return largeBefore;
    }

    /// Whether `after` says where the pages of a large value are.
    public boolean isLargeAfter() {
        return largeAfter;
    }

    public void large(boolean isBefore, boolean isAfter) {
        largeBefore = isBefore;
        largeAfter = isAfter;
    }

    /// Makes the change on the leaf at `at`, which has room for it; the first time and as redo.
    ///
    /// @throws TelegraphException of kind CORRUPT if the leaf has no key to delete
    public void apply(MemorySegment memory, long at) {
        int found = SortedPage.search(memory, at, key);
        switch (kind) {
            case INSERT, UPDATE -> SortedPage.put(memory, at, found, key, after, largeAfter);
            case DELETE -> SortedPage.ghost(memory, at, there(memory, at, found));
            case PURGE -> SortedPage.remove(memory, at, there(memory, at, found));
        }
    }

    private int there(MemorySegment memory, long at, int found) {
        if (found < 0) {
            throw TelegraphException.of(
                    SqlState.CORRUPT,
                    "a key that is deleted is on its leaf: container="
                            + PageLayout.container(memory, at)
                            + " page="
                            + PageLayout.number(memory, at)
                            + " change="
                            + kind
                            + ". Restore from a backup.");
        }
        return found;
    }

    /// Makes this the change that undoes `done`.
    ///
    /// @throws IllegalArgumentException if that is a purge, which is never undone
    void inverse(LeafChange done) {
        start(
                switch (done.kind) {
                    case INSERT -> Kind.DELETE;
                    case UPDATE -> Kind.UPDATE;
                    case DELETE -> Kind.INSERT;
                    case PURGE -> throw new IllegalArgumentException("a purge is never undone");
                });
        key.set(done.key);
        before.set(done.after);
        after.set(done.before);
        large(done.largeAfter, done.largeBefore);
    }
}
