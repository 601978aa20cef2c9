package telegraph.memory;

import java.math.BigInteger;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The 128-bit unscaled values of decimals, as two words.
///
/// The greatest value of 128 bits is NaN. It lies beyond the 38 digits that decimals have, so what
/// orders, compares, groups or hashes words has NaN equal to itself and above all numbers, without
/// knowing of it. Whoever computes looks for it first; who does not is stopped by [#unscaled].
public final class Decimals {
    /// The words of NaN.
    public static final long NAN_HIGH = Long.MAX_VALUE;

    public static final long NAN_LOW = -1;

    private Decimals() {}

    public static boolean isNaN(long high, long low) {
        return high == NAN_HIGH && low == NAN_LOW;
    }

    /// Whether an object that stands for a value is NaN, which is a Double, as no BigDecimal is.
    public static boolean isNaN(Object value) {
        return value instanceof Double real && real.isNaN();
    }

    /// The integer whose two's complement words these are.
    ///
    /// @throws TelegraphException of kind INPUT if they are those of NaN
    public static BigInteger unscaled(long high, long low) {
        if (high == low >> 63) {
            return BigInteger.valueOf(low);
        }
        if (isNaN(high, low)) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "NaN of type numeric is not taken here. Cast it to double precision");
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

    /// The refusal of NaN by a type whose values are of one word.
    public static TelegraphException noNaN(Type type) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "NaN needs NUMERIC without digits, or with more than 18: type=" + type);
    }
}
