package telegraph.query.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.Allowance;
import telegraph.query.value.Evaluation;
import telegraph.testkit.Seeds;

/// Patterns made to try more ways than anybody can wait for end all the same.
@Timeout(600)
final class PatternFunctionsTest {
    private static final String TEXT = "a".repeat(5_000);
    private static final String LIKE = "%a".repeat(10) + "%b";
    private static final String REGEX = "a*".repeat(8) + "b$";

    /// No text of odd length is made of three texts, each twice.
    private static final String ODD = "a".repeat(5_001);

    private static final String REFERENCES = "^(a+)(a+)(a+)\\1\\2\\3$";

    private final PatternFunctions functions = new PatternFunctions();
    private final Allowance counted = new Evaluation(Evaluation.TEXT_MAX).allowance();

    @AfterEach
    void interruptionIsTakenBack() {
        Thread.interrupted();
    }

    @Test
    void likeWithManyPercentSignsIsQuick() {
        assertFalse(functions.like(TEXT, LIKE));
        assertFalse(functions.ilike(TEXT, LIKE));
        assertTrue(functions.ilike(TEXT + "B", LIKE));
    }

    @Test
    void manyWaysToFitAreTriedTogether() {
        String longer = "a".repeat(1_000_000);
        for (String regex :
                List.of(REGEX, "(a+)+$b", "(a|a)*(a|a)*b", "(?:(a|aa)+)+[^a]", "((a?){50}){50}b")) {
            assertFalse(functions.regexpLike(TEXT, regex));
            assertEquals(TEXT, functions.regexpReplace(counted, TEXT, regex, "\\1"));
        }
        assertFalse(functions.regexpLike(longer, "(a|a)*(a|a)*b"));
        assertTrue(functions.regexpLike(longer, "^(a+)+$"));
        assertEquals("a", functions.substring(longer, "^(a|aa)+$"));
    }

    @Test
    void referencesWithTooManyWaysAreRefused() {
        for (Runnable search :
                new Runnable[] {
                    () -> functions.regexpLike(ODD, REFERENCES),
                    () -> functions.regexpReplace(counted, ODD, REFERENCES, ""),
                    () -> functions.regexpCount(ODD, REFERENCES)
                }) {
            TelegraphException refused = assertThrows(TelegraphException.class, search::run);
            assertEquals(SqlState.TOO_COMPLEX, refused.state(), refused.getMessage());
        }
    }

    @Test
    void anExpressionWithTooManyStatesIsRefused() {
        for (String regex :
                List.of(
                        "((a{255}){255}){255}",
                        "(".repeat(1_000) + ")".repeat(1_000),
                        "()".repeat(401),
                        "(a)" + "\\1".repeat(5_000))) {
            TelegraphException refused =
                    assertThrows(TelegraphException.class, () -> functions.regexpLike(TEXT, regex));
            assertEquals(SqlState.INVALID_REGULAR_EXPRESSION, refused.state());
            assertTrue(refused.getMessage().contains("too complex"), refused.getMessage());
        }
    }

    @Test
    void asManyGroupsAsThereMayBeNeedNoMoreOfTheStackThanThereIs() throws InterruptedException {
        AtomicReference<String> found = new AtomicReference<>();
        Runnable search =
                () ->
                        found.set(
                                functions.regexpReplace(
                                        counted, TEXT, "^(?:" + "(a)".repeat(400) + "|b)", "\\9"));
        Thread small = new Thread(null, search, "small", 512 << 10);
        small.start();
        small.join();
        assertEquals("a".repeat(5_000 - 400 + 1), found.get());
    }

    @Test
    void anInterruptedThreadStopsSearching() {
        Thread.currentThread().interrupt();
        TelegraphException ended =
                assertThrows(TelegraphException.class, () -> functions.regexpLike(ODD, REFERENCES));
        assertEquals(TelegraphException.Kind.CANCELLED, ended.kind());
        String longer = "a".repeat(100_000);
        assertThrows(TelegraphException.class, () -> functions.regexpLike(longer, "b"));
        assertThrows(TelegraphException.class, () -> functions.like(longer, "%" + longer + "b"));
    }

    @Test
    void likeIsWhatAnExpressionWithTheSameMeaningFinds() {
        Seeds.run(
                20,
                (_, random) -> {
                    int fits = 0;
                    for (int i = 0; i < 500; i++) {
                        String text = some(random, "abAé😀\n", 8);
                        String pattern = some(random, "ab%_%é😀", 5);
                        boolean anyCase = random.nextBoolean();
                        int flags = anyCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0;
                        String regex = pattern.replace("%", ".*").replace("_", ".");
                        boolean expected =
                                Pattern.compile(regex, flags | Pattern.DOTALL)
                                        .matcher(text)
                                        .matches();
                        boolean found =
                                anyCase
                                        ? functions.ilike(text, pattern)
                                        : functions.like(text, pattern);
                        assertEquals(expected, found, () -> text + " LIKE " + pattern);
                        fits += found ? 1 : 0;
                    }
                    assertTrue(fits > 0);
                });
    }

    private static String some(RandomGenerator random, String of, int most) {
        int[] points = of.codePoints().toArray();
        StringBuilder some = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            some.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return some.toString();
    }
}
