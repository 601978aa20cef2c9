package telegraph.testkit;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// Bytes that were right and are not any more: what a broken or hostile client sends.
///
/// Of a few valid exchanges it makes others by one to four changes each: bits turned over, bytes
/// put in, taken away or repeated, the end cut off, numbers of one, two and four bytes replaced by
/// the least and the largest and those beside them, pieces of one exchange put into another.
///
/// Threads: any, each with a generator of its own.
public final class Mutations {
    private static final int CHANGES_MAX = 4;
    private static final int REPEATED_MAX = 64;
    private static final long[] NUMBERS = {
        0,
        1,
        -1,
        3,
        4,
        5,
        127,
        128,
        255,
        256,
        32_767,
        32_768,
        65_535,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE - 3
    };

    private final List<byte[]> valid;

    /// @param valid exchanges that a well-behaved client could send; none is empty
    public Mutations(List<byte[]> valid) {
        this.valid = valid.stream().map(byte[]::clone).toList();
    }

    /// One more that is probably wrong.
    public byte[] next(RandomGenerator random) {
        byte[] bytes = one(random).clone();
        int changes = 1 + random.nextInt(CHANGES_MAX);
        for (int i = 0; i < changes && bytes.length > 0; i++) {
            bytes = changed(bytes, random);
        }
        return bytes;
    }

    private byte[] one(RandomGenerator random) {
        return valid.get(random.nextInt(valid.size()));
    }

    private byte[] changed(byte[] bytes, RandomGenerator random) {
        int at = random.nextInt(bytes.length);
        return switch (random.nextInt(7)) {
            case 0 -> {
                bytes[at] ^= (byte) (1 << random.nextInt(8));
                yield bytes;
            }
            case 1 -> {
                byte[] some = new byte[1 + random.nextInt(8)];
                random.nextBytes(some);
                yield joined(bytes, at, some, at);
            }
            case 2 ->
                    joined(
                            bytes,
                            at,
                            new byte[0],
                            Math.min(bytes.length, at + 1 + random.nextInt(8)));
            case 3 -> Arrays.copyOf(bytes, at);
            case 4 -> number(bytes, at, random);
            case 5 -> {
                int end = Math.min(bytes.length, at + 1 + random.nextInt(REPEATED_MAX));
                yield joined(bytes, end, Arrays.copyOfRange(bytes, at, end), end);
            }
            default -> {
                byte[] other = one(random);
                int from = random.nextInt(other.length);
                yield joined(
                        bytes, at, Arrays.copyOfRange(other, from, other.length), bytes.length);
            }
        };
    }

    private static byte[] number(byte[] bytes, int at, RandomGenerator random) {
        long value = NUMBERS[random.nextInt(NUMBERS.length)];
        int width = Math.min(1 << random.nextInt(3), bytes.length - at);
        for (int i = 0; i < width; i++) {
            bytes[at + i] = (byte) (value >> 8 * (width - 1 - i));
        }
        return bytes;
    }

    /// The bytes before `end`, then `middle`, then those from `start` on.
    private static byte[] joined(byte[] bytes, int end, byte[] middle, int start) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + middle.length);
        out.write(bytes, 0, end);
        out.writeBytes(middle);
        out.write(bytes, start, bytes.length - start);
        return out.toByteArray();
    }
}
