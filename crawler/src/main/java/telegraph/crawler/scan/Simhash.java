package telegraph.crawler.scan;

import java.util.Arrays;
import telegraph.crawler.Octets;
import telegraph.crawler.url.Hashes;

/// A fingerprint of 64 bits of which texts that are nearly the same share nearly all (Charikar,
/// *Similarity estimation techniques from rounding algorithms*, 2002).
///
/// Each three words in a row are hashed, and bit `i` of the fingerprint is what most of the hashes
/// have in bit `i`. A word is a run of ASCII letters and digits in small letters, or one character
/// of three octets or more in UTF-8 (of Chinese and other writings without spaces), or a run of
/// others that are no ASCII.
///
/// The 64 counts are kept in lanes of one octet each, eight to a number, that are added to all at
/// once and emptied into ints before they overflow.
///
/// Threads: one.
final class Simhash {
    private static final int LANES_MAX = 255;
    private static final long WORD_SEED = 0x9E3779B97F4A7C15L;

    /// For an octet, a lane of 1 for each of its bits.
    private static final long[] SPREAD = new long[256];

    static {
        for (int octet = 0; octet < SPREAD.length; octet++) {
            for (int bit = 0; bit < 8; bit++) {
                SPREAD[octet] |= (long) (octet >> bit & 1) << 8 * bit;
            }
        }
    }

    private final long[] lanes = new long[8];
    private final int[] counts = new int[64];
    private int inLanes;
    private int features;
    private long before;
    private long twoBefore;
    private int words;

    /// The fingerprint of a text in UTF-8; 0 if it has no word.
    long of(Octets text) {
        Arrays.fill(lanes, 0);
        Arrays.fill(counts, 0);
        inLanes = 0;
        features = 0;
        words = 0;
        before = 0;
        twoBefore = 0;
        words(text.array(), text.length());
        if (words == 0) {
            return 0;
        }
        if (features == 0) {
            count(Hashes.mix(before + Long.rotateLeft(twoBefore, 21)));
        }
        empty();
        long fingerprint = 0;
        for (int bit = 0; bit < counts.length; bit++) {
            if (2 * counts[bit] > features) {
                fingerprint |= 1L << bit;
            }
        }
        return fingerprint == 0 ? 1 : fingerprint;
    }

    private void words(byte[] a, int length) {
        long word = 0;
        int at = 0;
        while (at < length) {
            byte c = a[at];
            if (Ascii.isLetterOrDigit(c)) {
                word = (word + (c | 0x20)) * WORD_SEED;
                at++;
                continue;
            }
            int octets = c >= 0 ? 1 : Utf8.length(a, at, length);
            if (octets == 2) {
                word = (word + (c << 8 | a[at + 1] & 0xFF)) * WORD_SEED;
            } else {
                end(word);
                word = 0;
                if (octets > 2 && c != (byte) 0xE2) {
                    end(Hashes.of(a, at, at + octets));
                }
            }
            at += Math.max(1, octets);
        }
        end(word);
    }

    private void end(long word) {
        if (word == 0) {
            return;
        }
        words++;
        if (words > 2) {
            count(Hashes.mix(word + Long.rotateLeft(before, 21) + Long.rotateLeft(twoBefore, 42)));
        }
        twoBefore = before;
        before = word;
    }

    private void count(long hash) {
        features++;
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] += SPREAD[(int) (hash >>> 8 * i) & 0xFF];
        }
        if (++inLanes == LANES_MAX) {
            empty();
        }
    }

    private void empty() {
        for (int bit = 0; bit < counts.length; bit++) {
            counts[bit] += (int) (lanes[bit >> 3] >>> 8 * (bit & 7)) & 0xFF;
        }
        Arrays.fill(lanes, 0);
        inLanes = 0;
    }
}
