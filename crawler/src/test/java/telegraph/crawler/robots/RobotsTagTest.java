package telegraph.crawler.robots;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RobotsTagTest {
    @Test
    void rulesAreReadInAnyOrderAndLetters() {
        assertTag(true, true, "noindex, nofollow");
        assertTag(true, false, "NoIndex");
        assertTag(false, true, " nofollow ,noarchive");
        assertTag(true, true, "none");
        assertTag(false, false, "all, index, follow, max-snippet:20, noimageindex");
        assertTag(false, false, "");
        assertTag(false, false, ",,:,");
    }

    @Test
    void whatIsSaidToOthersDoesNotCount() {
        assertTag(false, false, "otherbot: noindex, nofollow");
        assertTag(true, false, "telegraph: noindex, otherbot: nofollow");
        assertTag(true, false, "otherbot: nofollow, Telegraph: noindex");
        assertTag(false, true, "*: nofollow");
        assertTag(false, false, "telegraphic: noindex, nofollow");
        assertTag(false, false, "tele: noindex");
        assertTag(true, false, "unavailable_after: 25-Aug-2030, noindex");
    }

    @Test
    void aPageAsksForAllThatOneOfItsTagsAsksFor() {
        assertEquals(
                new RobotsTag(true, true),
                new RobotsTag(true, false).and(new RobotsTag(false, true)));
        assertEquals(new RobotsTag(true, false), RobotsTag.NONE.and(new RobotsTag(true, false)));
    }

    private static void assertTag(boolean noindex, boolean nofollow, String value) {
        assertEquals(
                new RobotsTag(noindex, nofollow), RobotsTag.parse(value, "Telegraph/1.0"), value);
    }
}
