package telegraph.query.function;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import telegraph.query.value.Allowance;
import telegraph.query.value.Bytea;
import telegraph.query.value.Evaluation;

/// Holds the functions of bytes, which work on digits, against the same over arrays.
final class ByteaFunctionsTest {
    private static final int CASES = 20_000;

    private final Allowance allowance = new Evaluation(Evaluation.TEXT_MAX).allowance();

    @Test
    void placesAreThoseOfBytes() {
        SplittableRandom random = new SplittableRandom(20261124);
        for (int i = 0; i < CASES; i++) {
            byte[] whole = bytes(random, 6);
            byte[] part = bytes(random, 3);
            long from = random.nextLong(-2, 9);
            long count = random.nextLong(0, 5);
            String shown = HexFormat.of().formatHex(whole) + " " + from + " " + count;
            assertEquals(
                    Bytea.of(cut(whole, from, from + count)),
                    ByteaFunctions.substring(Bytea.of(whole), from, count),
                    shown);
            assertEquals(
                    indexOf(whole, part) + 1,
                    ByteaFunctions.position(Bytea.of(part), Bytea.of(whole)),
                    shown + " " + HexFormat.of().formatHex(part));
            if (from > 0) {
                ByteArrayOutputStream over = new ByteArrayOutputStream();
                over.writeBytes(cut(whole, 1, from));
                over.writeBytes(part);
                over.writeBytes(cut(whole, from + count, Integer.MAX_VALUE));
                assertEquals(
                        Bytea.of(over.toByteArray()),
                        ByteaFunctions.overlay(Bytea.of(whole), Bytea.of(part), from, count),
                        shown);
            }
        }
    }

    @Test
    void orderIsThatOfBytes() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < CASES; i++) {
            byte[] a = bytes(random, 4);
            byte[] b = bytes(random, 4);
            assertEquals(
                    Integer.signum(Arrays.compareUnsigned(a, b)),
                    Integer.signum(Bytea.of(a).compareTo(Bytea.of(b))));
        }
    }

    @Test
    void whatIsEncodedIsDecoded() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < CASES / 10; i++) {
            String value = Bytea.of(bytes(random, 200));
            for (String format : new String[] {"hex", "base64", "escape"}) {
                String text = ByteaFunctions.encode(allowance, value, format);
                assertEquals(value, ByteaFunctions.decode(text, format), format + " " + value);
            }
        }
    }

    /// Few values, so that parts are found.
    private static byte[] bytes(SplittableRandom random, int most) {
        byte[] bytes = new byte[random.nextInt(most + 1)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = new byte[] {0, 1, 16, 17, '\\', 'x', -1}[random.nextInt(7)];
        }
        return bytes;
    }

    /// The bytes at the places from one to before another, of those that there are.
    private static byte[] cut(byte[] bytes, long from, long to) {
        int start = Math.clamp(from - 1, 0, bytes.length);
        return Arrays.copyOfRange(bytes, start, Math.clamp(to - 1, start, bytes.length));
    }

    private static int indexOf(byte[] whole, byte[] part) {
        for (int i = 0; i + part.length <= whole.length; i++) {
            if (Arrays.equals(whole, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        return -1;
    }
}
