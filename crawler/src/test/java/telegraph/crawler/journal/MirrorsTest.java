package telegraph.crawler.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.crawler.CrawlLimits;
import telegraph.http.url.Hashes;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

class MirrorsTest {
    private final MemoryManager memory = new MemoryManager(64 << 20);
    private final Region region = memory.query("crawl", 64 << 20);
    private final Mirrors mirrors = new Mirrors(CrawlLimits.of(128 << 20), region);

    @AfterEach
    void nothingIsHeld() {
        region.close();
        Leaks.none("bytes", memory::used);
    }

    @Test
    void hostsThatSayTheSameAreToldWhateverTheirSchemeAndPort() {
        for (int page = 0; page < 41; page++) {
            see("http://h3.test/p" + page, "says " + page);
            see("https://h7.test:8443/p" + page, "says " + page);
            see("http://h9.test/p" + page, "says something else " + page);
        }
        assertEquals(List.of("h7.test mirrors h3.test (41 of 41 pages)"), mirrors.told());
    }

    @Test
    void itDoesNotMatterWhoseTurnItIs() {
        for (int page = 0; page < 20; page++) {
            boolean turn = page % 3 == 0;
            see((turn ? "http://a.test/" : "http://b.test/") + page, "says " + page);
            see((turn ? "http://b.test/" : "http://a.test/") + page, "says " + page);
        }
        assertEquals(List.of("b.test mirrors a.test (20 of 20 pages)"), mirrors.told());
    }

    @Test
    void aFewPagesThatAreAlikeMakeNoMirror() {
        for (int page = 0; page < 100; page++) {
            see("http://a.test/" + page, "a says " + page);
            see("http://b.test/" + page, page < 20 ? "a says " + page : "b says " + page);
        }
        for (int page = 0; page < 4; page++) {
            see("http://c.test/x" + page, "default " + page);
            see("http://d.test/x" + page, "default " + page);
        }
        assertEquals(List.of(), mirrors.told());
    }

    @Test
    void aSmallHostThatIsAllInALargeOneMirrorsItWhoeverCameFirst() {
        for (int page = 0; page < 100; page++) {
            see("http://large.test/" + page, "says " + page);
            if (page % 10 == 0) {
                see("http://small.test/" + page, "says " + page);
            }
            if (page % 20 == 5) {
                see("http://tiny.test/" + page, "says " + page);
            }
        }
        assertEquals(
                List.of(
                        "small.test mirrors large.test (10 of 10 pages)",
                        "tiny.test mirrors large.test (5 of 5 pages)"),
                mirrors.told());
    }

    @Test
    void theSameWordsUnderOtherPathsAreNoMirror() {
        for (int page = 0; page < 50; page++) {
            see("http://a.test/" + page, "says " + page);
            see("http://b.test/other/" + page, "says " + page);
            see("http://a.test/again/" + page, "says " + page);
        }
        assertEquals(List.of(), mirrors.told());
    }

    @Test
    void addressesOfIpv6AreHostsToo() {
        for (int page = 0; page < 9; page++) {
            see("http://[::1]:80/" + page, "says " + page);
            see("http://[::2]/" + page, "says " + page);
        }
        assertEquals(List.of("[::2] mirrors [::1] (9 of 9 pages)"), mirrors.told());
    }

    @Test
    void aMirrorIsFoundAmongMoreHostsAndPairsThanCanBeCounted() {
        Seeds.run(
                3,
                (seed, random) -> {
                    long held = memory.used();
                    for (int i = 0; i < 20_000; i++) {
                        // Parked hosts: each shares one page with any other.
                        see("http://parked" + random.nextInt(5_000) + ".test/" + seed, "parked");
                        see("http://own" + i + ".test/" + i, "own " + i);
                        if (i % 10 == 0) {
                            see("http://first" + seed + ".test/" + i, seed + " says " + i);
                            see("http://second" + seed + ".test/" + i, seed + " says " + i);
                        }
                    }
                    assertTrue(
                            mirrors.told().stream()
                                    .anyMatch(words ->
                                            words.startsWith(
                                                    "second"
                                                            + seed
                                                            + ".test mirrors first"
                                                            + seed)),
                            mirrors.told().toString());
                    assertEquals(held, memory.used());
                });
        for (String words : mirrors.told()) {
            assertTrue(words.startsWith("second"), words);
        }
    }

    private void see(String url, String text) {
        byte[] octets = ("xx" + url).getBytes(StandardCharsets.US_ASCII);
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        mirrors.page(octets, 2, octets.length, Hashes.of(body, 0, body.length));
    }
}
