package telegraph.crawler.scan;

import java.util.Arrays;
import telegraph.ground.Utf8;
import telegraph.http.Octets;
import telegraph.http.url.Hashes;

/// A fingerprint of 64 bits of which texts that are nearly the same share nearly all (Charikar,
/// *Similarity estimation techniques from rounding algorithms*, 2002).
///
/// Each three words in a row are hashed, and bit `i` of the fingerprint is what most of the hashes
/// have in bit `i`. Words are what stands between spaces, letters of ASCII taken as small; within
/// what is not ASCII each character of three octets or more is a word, too, because Chinese and
/// other writings have no spaces.
///
/// Hashes are gathered and counted 255 at a time: lane `k` is a long of eight counters, of which
/// counter `j` counts bit `8j + k`, so that a shift, a mask and an addition count eight bits.
///
/// Threads: one.
final class Simhash {
    /// As many as a counter of eight bits can count.
    private static final int GATHERED_MAX = 255;

    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long SMALL = 0x2020202020202020L;
    private static final int FOREIGN_LEAD = 0xE0;

    private final long[] gathered = new long[GATHERED_MAX];
    private final int[] counts = new int[Long.SIZE];
    private int count;
    private int features;
    private long before;
    private long twoBefore;

    /// The fingerprint of a text in UTF-8 with single spaces; 0 if it has no word.
    long of(Octets text) {
        if (text.isEmpty()) {
            return 0;
        }
        Arrays.fill(counts, 0);
        count = 0;
        features = 0;
        before = 0;
        twoBefore = 0;
        byte[] a = text.array();
        int length = text.length();
        int at = 0;
        while (at < length) {
            at = word(a, at, length) + 1;
        }
        add();
        long fingerprint = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            if (2 * counts[bit] > features) {
                fingerprint |= 1L << bit;
            }
        }
        return fingerprint == 0 ? 1 : fingerprint;
    }

    /// Takes the word that begins at an offset and returns where it ends.
    private int word(byte[] a, int start, int length) {
        long hash = 0;
        int at = start;
        while (at + Long.BYTES <= length) {
            long octets = Ascii.eight(a, at);
            if (Ascii.isForeign(octets)) {
                return foreign(a, at, length, hash);
            }
            int octetsBefore = Ascii.before(octets, ' ');
            if (octetsBefore < Long.BYTES) {
                long kept = (octets | SMALL) & (1L << 8 * octetsBefore) - 1;
                end(hash + kept);
                return at + octetsBefore;
            }
            hash = Hashes.mix(hash + (octets | SMALL));
            at += Long.BYTES;
        }
        return foreign(a, at, length, hash);
    }

    /// Takes the rest of a word octet by octet.
    private int foreign(byte[] a, int start, int length, long begun) {
        long hash = begun;
        long octets = 0;
        int shift = 0;
        int at = start;
        while (at < length && a[at] != ' ') {
            int character = (a[at] & 0xFF) >= FOREIGN_LEAD ? Utf8.length(a, at, length) : 1;
            if (character > 1) {
                end(Hashes.of(a, at, at + character));
                at += character;
                continue;
            }
            octets |= (a[at] & 0xFFL | 0x20) << shift;
            shift += 8;
            at++;
            if (shift == Long.SIZE) {
                hash = Hashes.mix(hash + octets);
                octets = 0;
                shift = 0;
            }
        }
        if (hash + octets != 0) {
            end(hash + octets);
        }
        return at;
    }

    private void end(long word) {
        if (count == GATHERED_MAX) {
            add();
        }
        gathered[count++] =
                Hashes.mix(word + Long.rotateLeft(before, 21) + Long.rotateLeft(twoBefore, 42));
        twoBefore = before;
        before = word;
    }

    /// Counts the bits of what was gathered.
    private void add() {
        long lane0 = 0;
        long lane1 = 0;
        long lane2 = 0;
        long lane3 = 0;
        long lane4 = 0;
        long lane5 = 0;
        long lane6 = 0;
        long lane7 = 0;
        for (int i = 0; i < count; i++) {
            long hash = gathered[i];
            lane0 += hash & LOW_BITS;
            lane1 += hash >>> 1 & LOW_BITS;
            lane2 += hash >>> 2 & LOW_BITS;
            lane3 += hash >>> 3 & LOW_BITS;
            lane4 += hash >>> 4 & LOW_BITS;
            lane5 += hash >>> 5 & LOW_BITS;
            lane6 += hash >>> 6 & LOW_BITS;
            lane7 += hash >>> 7 & LOW_BITS;
        }
        features += count;
        count = 0;
        add(lane0, 0);
        add(lane1, 1);
        add(lane2, 2);
        add(lane3, 3);
        add(lane4, 4);
        add(lane5, 5);
        add(lane6, 6);
        add(lane7, 7);
    }

    private void add(long lane, int k) {
        for (int j = 0; j < Long.BYTES; j++) {
            counts[8 * j + k] += (int) (lane >>> 8 * j) & 0xFF;
        }
    }
}
