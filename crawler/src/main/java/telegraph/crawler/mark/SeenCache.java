package telegraph.crawler.mark;

import java.lang.foreign.MemorySegment;
import telegraph.memory.Region;

/// Hashes of URLs seen lately, so that most links need no look at what was seen before.
///
/// ```
/// set of a hash   [ latest | the one before ]      two neighbours, in one line of the processor's cache
/// ```
///
/// A hash that is in it has been seen; of one that is not, nothing is known. The hash 0 is never in
/// it, because 0 is an empty place.
///
/// Threads: the frontier's. Its memory is of the frontier's region.
public final class SeenCache {
    private static final int SET_BYTES = 16;

    private final MemorySegment sets;
    private final int shift;

    /// A cache of `bytes` bytes, a power of two of at least two sets.
    public SeenCache(Region region, long bytes) {
        this.sets = region.allocate(bytes);
        sets.fill((byte) 0);
        this.shift = Long.numberOfLeadingZeros(bytes / SET_BYTES) + 1;
    }

    /// Whether a hash is in it, without a change.
    public boolean holds(long hash) {
        long at = (hash >>> shift) * SET_BYTES;
        return hash != 0
                && (sets.get(FrontierWords.LONG, at) == hash
                        || sets.get(FrontierWords.LONG, at + Long.BYTES) == hash);
    }

    /// Puts a hash in; true if it was there.
    public boolean seen(long hash) {
        long at = (hash >>> shift) * SET_BYTES;
        long latest = sets.get(FrontierWords.LONG, at);
        if (latest == hash) {
            return hash != 0;
        }
        boolean seen = sets.get(FrontierWords.LONG, at + Long.BYTES) == hash;
        sets.set(FrontierWords.LONG, at + Long.BYTES, latest);
        sets.set(FrontierWords.LONG, at, hash);
        return seen && hash != 0;
    }
}
