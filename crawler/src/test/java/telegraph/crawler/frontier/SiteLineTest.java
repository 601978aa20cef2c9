package telegraph.crawler.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;
import telegraph.crawler.mark.MarkReader;
import telegraph.crawler.mark.MarkWriter;
import telegraph.testkit.Seeds;

final class SiteLineTest {
    private static final int MOST = 3 * SiteLine.BLOCK * SiteLine.BLOCKS_OF_FILE;

    @Test
    void sitesLeaveInTheOrderTheyCameAlsoAfterARestart() {
        Seeds.run(
                4,
                (seed, random) -> {
                    try (TestParts parts = new TestParts(FrontierModelTest.tiny(0, 0))) {
                        SiteLine line = new SiteLine(parts.parts().files());
                        ArrayDeque<Long> model = new ArrayDeque<>();
                        long next = 0;
                        long moved = 0;
                        while (moved < MOST) {
                            int count = random.nextInt(random.nextInt(20_000) + 1);
                            moved += count;
                            if (random.nextInt(5) < 3) {
                                for (int i = 0; i < count; i++) {
                                    line.add(++next * 31);
                                    model.add(next * 31);
                                }
                            } else {
                                for (int i = 0; i < count && !model.isEmpty(); i++) {
                                    assertEquals(model.remove(), line.remove());
                                }
                            }
                            assertEquals(model.size(), line.size());
                            if (random.nextInt(12) == 0) {
                                MarkWriter to = parts.begin();
                                line.write();
                                line.mark(to);
                                parts.end(to);
                                if (random.nextBoolean()) {
                                    try (MarkReader from = parts.restart()) {
                                        line = new SiteLine(parts.parts().files());
                                        line.restart(from);
                                    }
                                }
                            }
                        }
                        while (!model.isEmpty()) {
                            assertEquals(model.remove(), line.remove());
                        }
                        assertTrue(line.isEmpty());
                        assertThrows(IllegalStateException.class, line::remove);
                    }
                });
    }
}
