package telegraph.crawler.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CharacterReferencesTest {
    private final CharacterReferences references = new CharacterReferences();

    @Test
    void eachNameMeansWhatItMeansToJsoup() {
        List<String> names = new ArrayList<>(List.of(CharacterReferences.LATIN.split(" ")));
        for (String pair : CharacterReferences.NEWER.split(" ")) {
            names.add(pair.substring(0, pair.indexOf('=')));
        }
        names.addAll(List.of("amp", "AMP", "lt", "gt", "quot", "COPY", "REG", "Tab", "NewLine"));
        for (String name : names) {
            String reference = "&" + name + ";";
            assertEquals(reference.length(), read(reference, false), reference);
            String expected = Parser.unescapeEntities(reference, false);
            assertEquals(expected, Character.toString(references.code()), reference);
        }
        assertTrue(names.size() > 300, "names=" + names.size());
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
