package telegraph.ground;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
    private static boolean isText(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    @Test
    void agreesWithTheDecoderOfThePlatform() {
        byte[] alphabet = HexFormat.of().parseHex("00417f808fa0bfc0c2e0edefeef0f4f5ff");
        Random random = new Random(5);
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[random.nextInt(14)];
            for (int b = 0; b < bytes.length; b++) {
                bytes[b] = alphabet[random.nextInt(17)];
            }
            byte[] padded = new byte[bytes.length + 16];
            Arrays.fill(padded, (byte) 0x80);
            System.arraycopy(bytes, 0, padded, 8, bytes.length);
            boolean text = isText(bytes);
            String shown = HexFormat.of().formatHex(bytes);
            assertEquals(text, Utf8.isWellFormed(padded, 8, 8 + bytes.length), shown);
            MemorySegment segment = MemorySegment.ofArray(padded);
            assertEquals(text, Utf8.isWellFormed(segment, 8, bytes.length), shown);
            assertEquals(
                    text, Utf8.isWellFormed(MemorySegment.ofArray(bytes), 0, bytes.length), shown);
            assertEquals(text, Utf8.isWellFormed(bytes, 0, bytes.length), shown);
        }
    }
}
