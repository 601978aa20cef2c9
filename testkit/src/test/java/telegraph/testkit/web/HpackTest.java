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
            Map<String, String> headers = Hpack.read(octets(hex));
            assertEquals("www.example.com", headers.get(":authority"), hex);
            assertEquals("/", headers.get(":path"), hex);
        }
    }

    @Test
    void packedTextsOfTheStandardAreRead() throws IOException {
        // RFC 7541, appendices C.4 and C.6.
        Map.of(
                        "a8eb 1064 9cbf", "no-cache",
                        "25a8 49e9 5bb8 e8b4 bf", "custom-value",
                        "aec3 771a 4b", "private",
                        "d07a be94 1054 d444 a820 0595 040b 8166 e082 a62d 1bff",
                                "Mon, 21 Oct 2013 20:13:21 GMT",
                        "9d29 ad17 1863 c78f 0b97 c8e9 ae82 ae43 d3", "https://www.example.com")
                .forEach((hex, text) -> {
                    byte[] packed = octets(hex);
                    try {
                        assertEquals(text, Huffman.read(packed, 0, packed.length));
                    } catch (IOException e) {
                        throw new AssertionError(text, e);
                    }
                });
    }

    @Test
    void whatIsWrittenCanBeRead() throws IOException {
        String value = "x".repeat(70_000);
        byte[] block = Hpack.write("HTTP/1.1 404 Not Found\r\nX-Long: " + value + "\r\n\r\n");
        assertEquals(value, Hpack.read(block).get("x-long"));
    }

    @Test
    void whatIsBrokenIsRefused() {
        for (String hex : new String[] {"80", "be", "400a", "7f", "41ff", "0085ffffffffff"}) {
            assertThrows(IOException.class, () -> Hpack.read(octets(hex)), hex);
        }
    }
}
