package telegraph.crawler.visit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import telegraph.http.Octets;

class BodyDigestTest {
    private final BodyDigest digest = new BodyDigest();

    private String hex(Octets body) {
        digest.read(body);
        return String.format("%016x%016x", digest.high(), digest.low());
    }

    @Test
    void itIsTheFirstHalfOfWhatSha256SumSays() throws Exception {
        assertEquals("ba7816bf8f01cfea414140de5dae2223", hex(Octets.of("abc")));
        for (int length = 1; length < 300; length += 7) {
            byte[] body = "x".repeat(length).getBytes(StandardCharsets.UTF_8);
            byte[] expected = MessageDigest.getInstance("SHA-256").digest(body);
            Octets longer = Octets.of("x".repeat(length) + "behind").length(length);
            assertEquals(HexFormat.of().formatHex(Arrays.copyOf(expected, 16)), hex(longer));
        }
    }
}
