package telegraph.crawler.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import telegraph.crawler.mark.SeenCache;
import telegraph.testkit.Seeds;

final class SieveTest {
    @Test
    void amongSortedHashesEachNewOneIsToldOnce() {
        Seeds.run(
                20,
                (seed, random) -> {
                    try (TestParts parts = new TestParts(FrontierModelTest.tiny(0, 0))) {
                        SeenHashes seen = new SeenHashes(parts.parts());
                        Set<Long> model = new TreeSet<>(Long::compareUnsigned);
                        for (int round = 0; round < 30; round++) {
                            long[] hashes =
                                    random.longs(random.nextInt(400))
                                            .map(hash -> seed % 2 == 0 ? hash >> 54 : hash)
                                            .boxed()
                                            .sorted(Long::compareUnsigned)
                                            .mapToLong(hash -> hash)
                                            .toArray();
                            Set<Long> fresh = new TreeSet<>(Long::compareUnsigned);
                            seen.begin(
                                    new SeenHashes.Sorted() {
                                        @Override
                                        public int count() {
                                            return hashes.length;
                                        }

                                        @Override
                                        public long hash(int place) {
                                            return hashes[place];
                                        }
                                    });
                            long most = 1 + random.nextInt(500);
                            SeenHashes.Fresh toldOnce =
                                    place -> {
                                        assertTrue(
                                                place == 0 || hashes[place] != hashes[place - 1]);
                                        assertTrue(fresh.add(hashes[place]));
                                    };
                            while (!seen.merge(most, toldOnce)) {
                                assertTrue(seen.count() <= model.size());
                            }
                            for (long hash : hashes) {
                                assertEquals(model.add(hash), fresh.remove(hash));
                            }
                            assertEquals(Set.of(), fresh);
                            assertEquals(model.size(), seen.count());
                        }
                    }
                });
    }

    @Test
    void theCacheNeverTakesANewHashForASeenOne() {
        Seeds.run(
                20,
                (seed, random) -> {
                    try (TestParts parts = new TestParts(FrontierModelTest.tiny(0, 0))) {
                        SeenCache cache = new SeenCache(parts.region, 512);
                        Set<Long> model = new TreeSet<>();
                        int hits = 0;
                        for (int i = 0; i < 5_000; i++) {
                            long hash = (long) random.nextInt(300) * 0x9E3779B97F4A7C15L;
                            boolean seen = cache.seen(hash);
                            assertFalse(seen && !model.contains(hash));
                            assertTrue(hash == 0 || cache.seen(hash));
                            model.add(hash);
                            hits += seen ? 1 : 0;
                        }
                        assertTrue(hits > 100, "hits=" + hits);
                    }
                });
    }
}
