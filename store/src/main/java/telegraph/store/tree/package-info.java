/// The B+-tree: sorted pages, descent by optimistic latches, splits and merges, large values.
///
/// The life of a key. Its transaction has X on it already. [telegraph.store.tree.BTree] goes down
/// from the root by versions and finds no such key on leaf 7, nor room for it. `Structure` goes
/// down once more, latches the parent and the leaf, takes page 12 from `Space`, moves the upper
/// half of the leaf there and puts a separator into the parent; one record has the images of all of
/// them and of the header. The search starts again and ends at leaf 12, which
/// [telegraph.store.tree.TreeWriter] takes exclusively by the version it was read under. A
/// [telegraph.store.tree.LeafChange] goes to the [telegraph.store.tree.ChangeJournal], is made on
/// the page, and the latch goes. From now on readers find the key, and see by its lock that it is
/// not yet committed.
///
/// Its value grows over 2,000 bytes: `LargeValues` writes it to pages of its own, and the leaf only
/// says where. The former value's few bytes are in the log, for an undo.
///
/// Another transaction deletes the key: it becomes a ghost, so that the gap before it keeps its
/// name and an undo its place. When that transaction has committed, and nobody else has a lock on
/// the key, the ghost is purged, and the pages of its value go to the free list. Little is left on
/// leaf 12, so `Structure` merges it with its right sibling, and a page is free.
package telegraph.store.tree;
