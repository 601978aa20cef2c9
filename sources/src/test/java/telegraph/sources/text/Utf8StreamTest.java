package telegraph.sources.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;

/// Holds what is taken for UTF-8 against the JDK's decoder, on random text with some bytes changed,
/// read in pieces of random sizes. The seed of a failing case is in its message.
class Utf8StreamTest {
    private static final int CASES = 20_000;
    private static final int[] POINTS_MAX = {0x7f, 0x7ff, 0xffff, 0x10ffff};

    @Test
    void takesWhatTheDecoderTakes() throws IOException {
        int refused = 0;
        for (long seed = 1; seed <= CASES; seed++) {
            Random random = new Random(seed * 0x9e3779b97f4a7c15L);
            byte[] bytes = text(random).getBytes(StandardCharsets.UTF_8);
            for (int changes = random.nextInt(3); changes > 0 && bytes.length > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            boolean whole = isUtf8(bytes);
            refused += whole ? 0 : 1;
            assertEquals(whole, isTaken(bytes, random), "seed=" + seed);
        }
        assertTrue(refused > CASES / 10 && refused < CASES, "refused=" + refused);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int count = random.nextInt(60); count > 0; count--) {
            int point = random.nextInt(POINTS_MAX[random.nextInt(4)] + 1);
            boolean half = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
            text.appendCodePoint(half ? 'x' : point);
        }
        return text.toString();
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static boolean isTaken(byte[] bytes, Random random) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] piece = new byte[32];
        try (Utf8Stream in = new Utf8Stream(new ByteArrayInputStream(bytes), "t.json", 0)) {
            while (true) {
                int offset = random.nextInt(8);
                int count = in.read(piece, offset, 1 + random.nextInt(24));
                if (count < 0) {
                    break;
                }
                read.write(piece, offset, count);
            }
        } catch (TelegraphException e) {
            assertTrue(e.getMessage().contains("file=t.json byte="), e.getMessage());
            return false;
        }
        assertArrayEquals(bytes, read.toByteArray());
        return true;
    }
}
