package telegraph.http.url;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Hashes of octets: XXH64 (Collet, *xxHash fast digest algorithm*), without garbage.
///
/// A hash of 64 bits names a URL or a site; among `n` URLs two differ and yet share one with a
/// probability of about `n² / 2⁶⁵` (of 10 million: one in 370,000). It does not withstand somebody
/// who looks for two texts with the same hash: what is at stake is only which of his own URLs this
/// crawl takes for the same.
///
/// Threads: any.
public final class Hashes {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long P1 = 0x9E3779B185EBCA87L;
    private static final long P2 = 0xC2B2AE3D27D4EB4FL;
    private static final long P3 = 0x165667B19E3779F9L;
    private static final long P4 = 0x85EBCA77C2B2AE63L;
    private static final long P5 = 0x27D4EB2F165667C5L;

    private Hashes() {}

    /// The 64-bit hash of `a[start, end)` with seed 0.
    public static long of(byte[] a, int start, int end) {
        return of(a, start, end, 0);
    }

    /// Spreads what differs in few bits of a number over all of them, one to one.
    public static long mix(long number) {
        long h = number;
        h ^= h >>> 33;
        h *= P2;
        h ^= h >>> 29;
        h *= P3;
        h ^= h >>> 32;
        return h;
    }

    /// The hash with a seed of one's own.
    public static long of(byte[] a, int start, int end, long seed) {
        int at = start;
        long h;
        if (end - start >= 32) {
            long v1 = seed + P1 + P2;
            long v2 = seed + P2;
            long v3 = seed;
            long v4 = seed - P1;
            for (int last = end - 32; at <= last; at += 32) {
                v1 = round(v1, (long) LONG.get(a, at));
                v2 = round(v2, (long) LONG.get(a, at + 8));
                v3 = round(v3, (long) LONG.get(a, at + 16));
                v4 = round(v4, (long) LONG.get(a, at + 24));
            }
            h =
                    Long.rotateLeft(v1, 1)
                            + Long.rotateLeft(v2, 7)
                            + Long.rotateLeft(v3, 12)
                            + Long.rotateLeft(v4, 18);
            h = merge(merge(merge(merge(h, v1), v2), v3), v4);
        } else {
            h = seed + P5;
        }
        return mix(tail(h + (end - start), a, at, end));
    }

    private static long round(long lane, long input) {
        return Long.rotateLeft(lane + input * P2, 31) * P1;
    }

    private static long merge(long h, long lane) {
        return (h ^ round(0, lane)) * P1 + P4;
    }

    private static long tail(long before, byte[] a, int start, int end) {
        long h = before;
        int at = start;
        for (; at + 8 <= end; at += 8) {
            h = Long.rotateLeft(h ^ round(0, (long) LONG.get(a, at)), 27) * P1 + P4;
        }
        if (at + 4 <= end) {
            h = Long.rotateLeft(h ^ ((int) INT.get(a, at) & 0xFFFFFFFFL) * P1, 23) * P2 + P3;
            at += 4;
        }
        for (; at < end; at++) {
            h = Long.rotateLeft(h ^ (a[at] & 0xFFL) * P5, 11) * P1;
        }
        return h;
    }
}
