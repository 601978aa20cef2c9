package telegraph.query.plan;

import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/// Which constants of a query's text its plans leave open, by the shape of the text: what they left
/// open the last time, which a plan can be looked for by.
///
/// Invariants: at most so many bytes; those asked for last stay.
///
/// Threads: one at a time.
final class Openings {
    /// The part of the bytes that one shape may have.
    private static final int SHARE_MAX = 8;

    private static final BitSet NONE = new BitSet();

    private final long bytesMax;
    private final Map<String, BitSet> byShape = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    Openings(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /// None for a shape that is not known.
    BitSet of(String shape) {
        return byShape.getOrDefault(shape, NONE);
    }

    /// Remembers, unless the shape would take the place of many.
    void put(String shape, BitSet open) {
        long size = Footprint.ofText(shape);
        if (size > bytesMax / SHARE_MAX) {
            return;
        }
        if (byShape.put(shape, open) == null) {
            bytes += size;
        }
        Iterator<String> eldest = byShape.keySet().iterator();
        while (bytes > bytesMax) {
            bytes -= Footprint.ofText(eldest.next());
            eldest.remove();
        }
    }

    long bytes() {
        return bytes;
    }
}
