/// The B+-tree: sorted pages, descent by optimistic latches, splits and merges, large values.
package telegraph.store.tree;
