package telegraph.testkit.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HpackTest {
    private static byte[] octets(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    @Test
    void theRequestsOfTheStandardAreRead() throws IOException {
        // RFC 7541, appendices C.3.1 and C.4.1: the first plain, the second packed.
        String plain = "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d";
        String packed = "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff";
        for (String hex : new String[] {plain, packed}) {
            Map<String, String> headers = new Hpack().read(octets(hex));
            assertEquals("www.example.com", headers.get(":authority"), hex);
            assertEquals("/", headers.get(":path"), hex);
        }
    }

    @Test
    void whatIsWrittenCanBeReadByWhoeverSawNothingElse() throws IOException {
        String value = "x".repeat(70_000);
        Hpack writer = new Hpack();
        for (int i = 0; i < 2; i++) {
            byte[] block = writer.write("HTTP/1.1 404 Not Found\r\nX-Long: " + value + "\r\n\r\n");
            Map<String, String> headers = new Hpack().read(block);
            assertEquals("404", headers.get(":status"));
            assertEquals(value, headers.get("x-long"));
        }
    }

    @Test
    void whatIsBrokenIsRefused() {
        for (String hex : new String[] {"80", "be", "400a", "7f", "41ff", "0085ffffffffff"}) {
            assertThrows(IOException.class, () -> new Hpack().read(octets(hex)), hex);
        }
    }
}
