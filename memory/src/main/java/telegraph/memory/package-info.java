/// Who may hold how many off-heap bytes, and batches of rows in columns.
///
/// A batch passes through here so: a reader fills a [telegraph.memory.BatchBuilder] in the region
/// of its source; the batch it builds is pinned by whoever keeps it and goes back to the region's
/// free pages with its last unpin. What must be kept for long goes into a
/// [telegraph.memory.BatchStore]. When a request passes a limit, the store, being a
/// [telegraph.memory.Holder], writes batches nobody has pinned to the query's
/// [telegraph.memory.SpillFile], and reads them back when they are wanted. When the query ends, its
/// [telegraph.memory.Region] closes: memory and file are gone in one step.
package telegraph.memory;
