package telegraph.query.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;
import telegraph.query.value.Texts;

/// Holds the lengths that are counted eight bytes at a time against Java's.
final class TextLengthTest {
    private static final int CASES = 20_000;
    private static final int[] POINTS = {'a', 0x7f, 0xe9, 0x7ff, 0x20ac, 0xffff, 0x1f600, 0x10ffff};

    @Test
    void charactersAreThoseOfJava() {
        SplittableRandom random = new SplittableRandom(20261124);
        for (int i = 0; i < CASES; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(30);
            for (int c = 0; c < length; c++) {
                text.appendCodePoint(POINTS[random.nextInt(POINTS.length)]);
            }
            assertEquals(
                    length, measured(TextLength::characters, text.toString()), text.toString());
            assertEquals(
                    text.toString().getBytes(StandardCharsets.UTF_8).length,
                    measured(TextLength::octets, text.toString()));
        }
    }

    @Test
    void bytesAreHalfTheDigits() {
        assertEquals(0, measured(TextLength::bytes, "\\x"));
        assertEquals(3, measured(TextLength::bytes, "\\x0102ff"));
    }

    private static long measured(Kernel.Body body, String text) {
        Vector from = new Vector(Type.TEXT, 1);
        Constant.setText(from, text);
        Vector to = new Vector(Type.INTEGER, 1);
        body.compute(new Vector[] {from}, to, new int[] {0}, 1, new Texts());
        return to.longs[0];
    }
}
