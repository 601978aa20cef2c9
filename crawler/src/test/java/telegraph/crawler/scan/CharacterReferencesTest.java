package telegraph.crawler.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CharacterReferencesTest {
    private final CharacterReferences references = new CharacterReferences();

    @Test
    void eachNameMeansWhatItMeansToJsoup() {
        List<String> names = names();
        for (String name : names) {
            String reference = "&" + name + ";";
            assertEquals(reference.length(), read(reference, true), reference);
            assertEquals(Parser.unescapeEntities(reference, true), text(), reference);
            assertEquals(0, read("&x" + name.substring(1) + "x;", true), name);
        }
        assertEquals(2125, Set.copyOf(names).size());
    }

    @Test
    void eachNameThatJsoupTakesWithoutASemicolonIsTakenSoAndNoOther() {
        int old = 0;
        for (String name : names()) {
            String reference = "&" + name;
            boolean isOld = Parser.unescapeEntities(reference, false).length() == 1;
            if (isOld) {
                old++;
                assertEquals(reference.length(), read(reference, false), reference);
                assertEquals(Parser.unescapeEntities(reference, false), text(), reference);
            } else if (read(reference, false) == reference.length()) {
                throw new AssertionError(reference);
            }
        }
        assertEquals(106, old);
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (String line : CharacterReferences.table().split("\n")) {
            String[] words = line.split(" ");
            for (int i = 1; i < words.length; i++) {
                names.add(words[i].replace("?", ""));
            }
        }
        return names;
    }

    private String text() {
        byte[] written = new byte[2 * Utf8Encoder.LONGEST];
        return new String(written, 0, references.write(written, 0), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "&amp, 4, 38", "&ampx, 4, 38", "&notin;, 7, 8713", "&notit;, 4, 172", "&#65;, 5, 65",
        "&#65, 4, 65", "&#x41;, 6, 65", "&#X41 , 5, 65", "&#128;, 6, 8364", "&#129;, 6, 129",
        "&#0;, 4, 65533", "&#xD800;, 8, 65533", "&#99999999999;, 14, 65533", "&#x1F600;, 9, 128512"
    })
    void aReferenceInTextIsRead(String text, int length, int code) {
        assertEquals(length, read(text, false));
        assertEquals(code, references.code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"&", "&;", "&#", "&#;", "&#x;", "&x;", "& amp;", "&alpha", "&1;"})
    void whatIsNoneIsLeftAsItIs(String text) {
        assertEquals(0, read(text, false));
    }

    @Test
    void inAnAttributeAnOldNameEndsBeforeASignOnly() {
        assertEquals(0, read("&copy=", true));
        assertEquals(0, read("&copyx", true));
        assertEquals(5, read("&copy-", true));
        assertEquals(5, read("&copy", true));
        assertEquals(6, read("&copy;=", true));
    }

    private int read(String text, boolean inAttribute) {
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        return references.read(octets, 0, octets.length, inAttribute);
    }
}
