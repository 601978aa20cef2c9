package telegraph.crawler.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import telegraph.crawler.mark.MarkReader;
import telegraph.crawler.mark.MarkWriter;
import telegraph.http.url.Hashes;
import telegraph.testkit.Seeds;

final class SiteTableTest {
    private static Shares shares(int slots) {
        return new Shares(
                256, 300, 8 << 10, 16 << 10, 8 << 10, slots, 128, 16 << 10, 16 << 10, 1 << 20);
    }

    @Test
    void whatIsKnownOfASiteComesBackHoweverManyThereAre() {
        Seeds.run(
                6,
                (seed, random) -> {
                    try (TestParts parts = new TestParts(shares(64))) {
                        SiteTable table = new SiteTable(parts.parts());
                        Map<Long, Integer> model = new HashMap<>();
                        List<Long> known = new ArrayList<>();
                        for (int i = 0; i < 4_000; i++) {
                            if (random.nextInt(3) > 0) {
                                // Many hashes differ in their lowest bits only.
                                long hash =
                                        Hashes.mix(random.nextInt(600)) & -8 | random.nextInt(8);
                                int slot = table.findOrAdd(hash);
                                assertEquals(
                                        model.getOrDefault(hash, 0),
                                        table.getInt(slot, SiteTable.FETCHED));
                                table.setInt(slot, SiteTable.FETCHED, i);
                                if (model.put(hash, i) == null) {
                                    known.add(hash);
                                }
                            } else if (!known.isEmpty()) {
                                long hash = known.get(random.nextInt(known.size()));
                                int slot = table.find(hash);
                                assertEquals(
                                        model.get(hash), table.getInt(slot, SiteTable.FETCHED));
                                table.setInt(
                                        slot, SiteTable.ACTIVE, random.nextInt(40) == 0 ? 1 : 0);
                            }
                            assertEquals(SiteTable.NONE, table.find(Hashes.mix(-1 - i)));
                            if (random.nextInt(300) == 0) {
                                MarkWriter to = parts.begin();
                                table.mark(to);
                                parts.end(to);
                                try (MarkReader from = parts.restart()) {
                                    table = new SiteTable(parts.parts());
                                    table.restart(from);
                                }
                            }
                        }
                        assertEquals(model.size(), table.sites());
                    }
                });
    }

    @Test
    void theIndexOfTheFileStandsForMoreSitesWhenThereAreMore() {
        int sites = 40 * SiteFile.INDEX_MAX;
        try (TestParts parts = new TestParts(shares(1 << 17))) {
            SiteTable table = new SiteTable(parts.parts());
            for (int i = 0; i < sites; i++) {
                int slot = table.findOrAdd(Hashes.mix(i));
                table.setLong(slot, SiteTable.NOTE, i);
            }
            assertEquals(sites, table.sites());
            for (int i = 0; i < sites; i += 97) {
                int slot = table.find(Hashes.mix(i));
                assertEquals(i, table.getLong(slot, SiteTable.NOTE));
            }
        }
    }
}
