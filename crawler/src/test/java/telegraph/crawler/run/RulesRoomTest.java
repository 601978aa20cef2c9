package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.crawler.robots.Robots;
import telegraph.crawler.url.Url;

class RulesRoomTest {
    private static final long ROOM = 1 << 20;

    private final RulesRoom room = new RulesRoom(ROOM);
    private final Robots large = robots(2_000);
    private final Robots common = robots(10);

    @Test
    void rulesOfCommonSizeFindAPlaceThoughHostileOnesFilledTheRoom() {
        List<Robots> kept = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            kept.add(room.admit(large));
        }
        assertTrue(allows(kept.getFirst(), "/other"));
        assertFalse(allows(kept.getLast(), "/other"), "what it forbids was forgotten");
        Robots some = room.admit(common);
        assertTrue(allows(some, "/other"));
        assertFalse(allows(some, "/path/7"));
        assertTrue(room.used() <= ROOM + 1_001L * RulesRoom.FAIR_BYTES, "used=" + room.used());
        kept.forEach(room::left);
        room.left(some);
        assertEquals(0, room.used());
        assertTrue(allows(room.admit(large), "/other"));
    }

    @Test
    void sitemapsAreNotKept() {
        byte[] text = "Sitemap: http://h.test/s.xml\n".getBytes(StandardCharsets.US_ASCII);
        Robots robots = Robots.parse(200, text, text.length, "telegraph");
        assertEquals(1, robots.sitemaps().size());
        assertEquals(List.of(), room.admit(robots).sitemaps());
    }

    private static Robots robots(int rules) {
        StringBuilder text = new StringBuilder("User-agent: *\n");
        for (int i = 0; i < rules; i++) {
            text.append("Disallow: /path/").append(i).append('\n');
        }
        byte[] octets = text.toString().getBytes(StandardCharsets.US_ASCII);
        return Robots.parse(200, octets, octets.length, "telegraph");
    }

    private static boolean allows(Robots robots, String path) {
        byte[] octets = ("http://h.test" + path).getBytes(StandardCharsets.US_ASCII);
        Url url = new Url();
        url.parse(octets, 0, octets.length);
        return robots.allows(url);
    }
}
