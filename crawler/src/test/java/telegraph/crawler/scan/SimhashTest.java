package telegraph.crawler.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import telegraph.http.Octets;

class SimhashTest {
    private static final int TEXTS = 300;

    private final Random random = new Random(20);
    private final Simhash simhash = new Simhash();

    @Test
    void noTextHasNoneAndAnyTextHasOne() {
        assertEquals(0, of(""));
        assertNotEquals(0, of("a"));
        assertNotEquals(0, of("a b"));
        assertNotEquals(of("a b"), of("b a"));
    }

    @Test
    void lettersCountAsSmall() {
        for (int words = 1; words < 40; words++) {
            String text = String.join(" ", words(words));
            assertEquals(of(text), of(text.toUpperCase(Locale.ROOT)));
        }
    }

    @Test
    void aWordIsTheSameWhereverItStands() {
        String word = "abcdefghijklmnopq";
        for (int letters = 1; letters <= word.length(); letters++) {
            String text = word.substring(0, letters);
            byte[] alone = (text + "        ").getBytes(StandardCharsets.UTF_8);
            Octets front = new Octets(0).append(alone, 0, alone.length);
            assertEquals(simhash.of(front), of(text), "letters=" + letters);
        }
    }

    @Test
    void textsWithOneWordChangedAreNearAndOthersAreFar() {
        int near = 0;
        int farthestOfNear = 0;
        int nearestOfOthers = Long.SIZE;
        for (int i = 0; i < TEXTS; i++) {
            List<String> words = words(600);
            long one = of(String.join(" ", words));
            words.set(random.nextInt(words.size()), "changed");
            int distance = Long.bitCount(one ^ of(String.join(" ", words)));
            near += distance <= 3 ? 1 : 0;
            farthestOfNear = Math.max(farthestOfNear, distance);
            long other = of(String.join(" ", words(600)));
            nearestOfOthers = Math.min(nearestOfOthers, Long.bitCount(one ^ other));
        }
        assertTrue(near >= TEXTS * 4 / 5, "near=" + near);
        assertTrue(farthestOfNear <= 8, "farthest=" + farthestOfNear);
        assertTrue(nearestOfOthers >= 12, "nearest=" + nearestOfOthers);
    }

    @Test
    void textsWithoutSpacesAreCompared() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 600; i++) {
            text.append((char) (0x4E00 + random.nextInt(2000)));
        }
        long one = of(text.toString());
        text.setCharAt(300, '\u3042');
        assertTrue(Long.bitCount(one ^ of(text.toString())) <= 8);
    }

    private List<String> words(int count) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(Integer.toString(1000 + random.nextInt(30_000), 36));
        }
        return words;
    }

    private long of(String text) {
        return simhash.of(Octets.of(text));
    }
}
