package telegraph.memory;

import java.math.BigInteger;

/// The 128-bit unscaled values of decimals, as two words.
public final class Decimals {
    private Decimals() {}

    /// The integer whose two's complement words these are.
    public static BigInteger unscaled(long high, long low) {
        if (high == low >> 63) {
            return BigInteger.valueOf(low);
        }
        byte[] bytes = new byte[16];
        for (int i = 0; i < 8; i++) {
            bytes[i] = (byte) (high >>> (56 - 8 * i));
            bytes[8 + i] = (byte) (low >>> (56 - 8 * i));
        }
        return new BigInteger(bytes);
    }

    /// The high word of a value that fits 128 bits; its low word is `longValue()`.
    public static long high(BigInteger unscaled) {
        return unscaled.shiftRight(64).longValue();
    }
}
