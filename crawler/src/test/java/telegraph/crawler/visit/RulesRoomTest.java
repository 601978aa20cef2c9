package telegraph.crawler.visit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.crawler.robots.Robots;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.http.url.Url;

class RulesRoomTest {
    private static final long ROOM = 1 << 20;

    private final Disk disk = Disk.inMemory();
    private final Path directory = Path.of("/crawl");
    private final RulesRoom room = new RulesRoom(ROOM, disk, directory);
    private final Robots common = robots(5);

    @BeforeEach
    void thereIsADirectory() throws IOException {
        disk.createDirectories(directory);
    }

    @Test
    void largeRulesThatFindNoRoomAreReadFromAFileAndNoneIsForgotten() throws IOException {
        List<RulesRoom.Kept> kept = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            kept.add(room.keep(robots(500 + i)));
            kept.add(room.keep(common));
        }
        assertTrue(room.used() <= ROOM + 600L * RulesRoom.SMALL_BYTES, "used=" + room.used());
        assertTrue(disk.exists(directory.resolve("rules")));
        for (int i = 0; i < 300; i++) {
            Robots large = kept.get(2 * i).robots();
            assertFalse(allows(large, "/path/" + (500 + i - 1) + "."));
            assertTrue(allows(large, "/path/" + (500 + i) + "."));
            assertFalse(allows(kept.get(2 * i + 1).robots(), "/path/3."));
        }
        kept.forEach(RulesRoom.Kept::forget);
        assertEquals(0, room.used());
        room.close();
        assertFalse(disk.exists(directory.resolve("rules")));
    }

    @Test
    void theFileBeginsAnewWhenNothingInItIsWanted() throws IOException {
        Robots large = robots(2_000);
        for (int round = 0; round < 20; round++) {
            List<RulesRoom.Kept> kept = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                kept.add(room.keep(large));
            }
            assertTrue(allows(kept.getLast().robots(), "/other"));
            kept.forEach(RulesRoom.Kept::forget);
        }
        try (Disk.DiskFile file = disk.open(directory.resolve("rules"))) {
            assertTrue(file.size() < 100L * large.bytes(), "bytes=" + file.size());
        }
        room.close();
    }

    @Test
    void aDiskThatFailsIsNamed() throws IOException {
        try (RulesRoom none = new RulesRoom(0, disk, Path.of("/elsewhere"))) {
            TelegraphException e =
                    assertThrows(TelegraphException.class, () -> none.keep(robots(100)));
            assertTrue(e.getMessage().contains("/elsewhere/rules"), e.getMessage());
        }
    }

    @Test
    void sitemapsAreNotKept() {
        byte[] text = "Sitemap: http://h.test/s.xml\n".getBytes(StandardCharsets.US_ASCII);
        Robots robots = Robots.parse(200, text, text.length, "telegraph");
        assertEquals(1, robots.sitemaps().size());
        assertEquals(List.of(), room.keep(robots).robots().sitemaps());
    }

    private static Robots robots(int rules) {
        StringBuilder text = new StringBuilder("User-agent: *\n");
        for (int i = 0; i < rules; i++) {
            text.append("Disallow: /path/").append(i).append(".\n");
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
