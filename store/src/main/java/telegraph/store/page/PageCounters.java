package telegraph.store.page;

/// What a page cache did since it was made.
///
/// @param read pages read from disk, or tried to
/// @param prefetchesFailed pages that could not be read ahead; who wanted them then was told
/// @param written pages written
/// @param evicted pages that lost their frame to others
/// @param latchWaits how often somebody had to wait for a latch
public record PageCounters(
        long read, long prefetchesFailed, long written, long evicted, long latchWaits) {}
