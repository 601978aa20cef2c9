package telegraph.http.url;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HashesTest {
    @Test
    void theHashIsXxh64() {
        assertEquals(0xEF46DB3751D8E999L, of(""));
        assertEquals(0xD24EC4F1A98C6E5BL, of("a"));
        assertEquals(0x44BC2CF5AD770999L, of("abc"));
        assertEquals(0xFBCEA83C8A378BF1L, of("Nobody inspects the spammish repetition"));
    }

    @Test
    void eachOctetAndTheLengthCount() {
        Set<Long> seen = new HashSet<>();
        int lengths = 200;
        byte[] octets = new byte[lengths];
        for (int length = 0; length < lengths; length++) {
            seen.add(Hashes.of(octets, 0, length));
            for (int i = 0; i < length; i++) {
                octets[i] = 1;
                seen.add(Hashes.of(octets, 0, length));
                octets[i] = 0;
            }
        }
        assertEquals(lengths + lengths * (lengths - 1) / 2, seen.size());
    }

    @Test
    void aPieceHashesAsItWouldAlone() {
        byte[] octets =
                "xx the quick brown fox jumps over the lazy dog, twice"
                        .getBytes(StandardCharsets.UTF_8);
        byte[] alone = Arrays.copyOfRange(octets, 3, octets.length - 2);
        assertEquals(Hashes.of(alone, 0, alone.length), Hashes.of(octets, 3, octets.length - 2));
    }

    private static long of(String text) {
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        return Hashes.of(octets, 0, octets.length);
    }
}
