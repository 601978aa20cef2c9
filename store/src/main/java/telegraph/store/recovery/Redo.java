package telegraph.store.recovery;

import java.lang.foreign.MemorySegment;
import telegraph.store.tree.LeafChange;

/// Repeats a change on a leaf that is as it was before the change.
@FunctionalInterface
public interface Redo {
    void apply(LeafChange change, MemorySegment memory, long at);
}
