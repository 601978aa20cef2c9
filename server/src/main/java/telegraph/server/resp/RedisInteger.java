package telegraph.server.resp;

/// Whole numbers as texts, in the one form that Redis takes: no sign but a minus, no blank, no zero
/// in front.
public final class RedisInteger {
    /// Of the least one.
    static final int LENGTH_MAX = 20;

    private RedisInteger() {}

    /// Reads one.
    ///
    /// @throws RedisRefusal if it is none, or has more than 64 bits
    public static long of(byte[] text) {
        boolean negative = text.length > 1 && text[0] == '-';
        int start = negative ? 1 : 0;
        int digits = text.length - start;
        boolean zeroInFront = digits > 0 && text[start] == '0' && text.length > 1;
        if (digits == 0 || text.length > LENGTH_MAX || zeroInFront) {
            throw RedisRefusal.NOT_WHOLE;
        }
        // Negative, since there is one more of those.
        long sum = 0;
        for (int i = start; i < text.length; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9 || sum < Long.MIN_VALUE / 10) {
                throw RedisRefusal.NOT_WHOLE;
            }
            long next = sum * 10 - digit;
            if (next > 0) {
                throw RedisRefusal.NOT_WHOLE;
            }
            sum = next;
        }
        if (!negative && sum == Long.MIN_VALUE) {
            throw RedisRefusal.NOT_WHOLE;
        }
        return negative ? sum : -sum;
    }
}
