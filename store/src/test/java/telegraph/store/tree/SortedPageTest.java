package telegraph.store.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.store.Bytes;
import telegraph.testkit.Seeds;

/// Random changes of single pages against a sorted map. After each the page is valid and has the
/// entries of the map, and it never refuses what fits by the sum of the entries.
class SortedPageTest {
    private static final int PAGE = PageLayout.PAGE_BYTES;

    private record Entry(Bytes payload, boolean isGhost, boolean isLarge) {}

    private static Bytes key(RandomGenerator random, int kind) {
        Bytes key = new Bytes();
        switch (kind) {
            case 0 -> {
                // Long common beginnings, some a prefix of others.
                int length = random.nextInt(30);
                key.append(new byte[40], 0, 40);
                for (int i = 0; i < length; i++) {
                    key.append((byte) random.nextInt(2));
                }
            }
            case 1 -> {
                int length = 1 + random.nextInt(8);
                for (int i = 0; i < length; i++) {
                    key.append((byte) (random.nextInt(3) * 127));
                }
            }
            default -> {
                int length = 1 + random.nextInt(1_024);
                byte[] bytes = new byte[length];
                random.nextBytes(bytes);
                key.append(bytes, 0, length);
            }
        }
        return key;
    }

    private static Bytes payload(RandomGenerator random) {
        int length = random.nextInt(4) == 0 ? random.nextInt(2_000) : random.nextInt(50);
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return Bytes.of(bytes);
    }

    private static int bytes(Map<Bytes, Entry> model) {
        int bytes = 0;
        for (Map.Entry<Bytes, Entry> e : model.entrySet()) {
            bytes += SortedPage.entryBytes(e.getKey().length(), e.getValue().payload.length());
        }
        return bytes;
    }

    private static void assertSame(MemorySegment memory, long at, TreeMap<Bytes, Entry> model) {
        assertEquals(List.of(), SortedPageCheck.run(memory, at));
        assertEquals(model.size(), SortedPage.slots(memory, at));
        assertEquals(SortedPage.CAPACITY - bytes(model), SortedPage.free(memory, at));
        Bytes got = new Bytes();
        int slot = 0;
        for (Map.Entry<Bytes, Entry> e : model.entrySet()) {
            SortedPage.key(memory, at, slot, got);
            assertEquals(0, got.compareTo(e.getKey()), "slot " + slot);
            SortedPage.payload(memory, at, slot, got);
            assertEquals(0, got.compareTo(e.getValue().payload), "payload of slot " + slot);
            assertEquals(e.getValue().isGhost, SortedPage.isGhost(memory, at, slot));
            assertEquals(e.getValue().isLarge, SortedPage.isLarge(memory, at, slot));
            assertEquals(slot, SortedPage.search(memory, at, e.getKey()));
            slot++;
        }
    }

    private static TreeMap<Bytes, Entry> change(
            MemorySegment memory, RandomGenerator random, int kind, int steps) {
        TreeMap<Bytes, Entry> model = new TreeMap<>(Bytes::compareTo);
        for (int step = 0; step < steps; step++) {
            Bytes key = key(random, kind);
            int found = SortedPage.search(memory, PAGE, key);
            assertEquals(model.containsKey(key), found >= 0);
            assertEquals(model.headMap(key).size(), found >= 0 ? found : -1 - found);
            switch (random.nextInt(10)) {
                case 0, 1 -> {
                    if (found >= 0) {
                        SortedPage.remove(memory, PAGE, found);
                        model.remove(key);
                    }
                }
                case 2 -> {
                    if (found >= 0) {
                        Entry entry = model.get(key);
                        SortedPage.ghost(memory, PAGE, found);
                        model.put(key, new Entry(entry.payload, true, entry.isLarge));
                    }
                }
                default -> {
                    Bytes payload = payload(random);
                    TreeMap<Bytes, Entry> after = new TreeMap<>(model);
                    after.put(key, new Entry(payload, false, random.nextBoolean()));
                    boolean fits =
                            SortedPage.fits(memory, PAGE, found, key.length(), payload.length());
                    assertEquals(bytes(after) <= SortedPage.CAPACITY, fits);
                    if (fits) {
                        SortedPage.put(memory, PAGE, found, key, payload, after.get(key).isLarge);
                        model = after;
                    }
                }
            }
            assertSame(memory, PAGE, model);
        }
        return model;
    }

    @Test
    void aPageHasWhatWasPutThere() {
        Seeds.run(
                30,
                (seed, random) -> {
                    try (Arena arena = Arena.ofConfined()) {
                        MemorySegment memory = arena.allocate(3 * PAGE);
                        SortedPage.start(memory, PAGE, PageLayout.pageId(7, 9), 0);
                        change(memory, random, (int) (seed % 3), 400);
                        assertEquals(7, PageLayout.container(memory, PAGE));
                        assertEquals(9, PageLayout.number(memory, PAGE));
                    }
                });
    }

    @Test
    void aPageIsCutInTwoWithRoomForWhatComesInAndJoinedAgain() {
        int[] cuts = new int[1];
        Seeds.run(
                60,
                (seed, random) -> {
                    try (Arena arena = Arena.ofConfined()) {
                        MemorySegment memory = arena.allocate(4 * PAGE);
                        SortedPage.start(memory, PAGE, 1, 0);
                        int kind = (int) (seed % 3);
                        TreeMap<Bytes, Entry> model = change(memory, random, kind, 200);
                        Bytes key = key(random, kind);
                        Bytes payload = Bytes.of(new byte[2_000]);
                        int found = SortedPage.search(memory, PAGE, key);
                        if (SortedPage.fits(memory, PAGE, found, key.length(), payload.length())) {
                            return;
                        }
                        cuts[0]++;
                        PageCopy page = new PageCopy().take(memory, PAGE);
                        Cut cut =
                                Cut.of(
                                        page,
                                        new Cut.Incoming(key, found, payload.length()),
                                        random.nextBoolean());
                        SortedPage.start(memory, 2 * PAGE, 2, 0);
                        SortedPage.fill(memory, PAGE, page, 0, cut.leftEnd());
                        SortedPage.fill(memory, 2 * PAGE, page, cut.rightStart(), page.slots());
                        TreeMap<Bytes, Entry> left = new TreeMap<>(model.headMap(cut.separator()));
                        TreeMap<Bytes, Entry> right = new TreeMap<>(model.tailMap(cut.separator()));
                        assertSame(memory, PAGE, left);
                        assertSame(memory, 2 * PAGE, right);
                        long side = key.compareTo(cut.separator()) < 0 ? PAGE : 2 * PAGE;
                        int place = SortedPage.search(memory, side, key);
                        assertTrue(
                                SortedPage.fits(
                                        memory, side, place, key.length(), payload.length()));
                        SortedPage.join(
                                memory,
                                PAGE,
                                new PageCopy().take(memory, PAGE),
                                new PageCopy().take(memory, 2 * PAGE));
                        assertSame(memory, PAGE, model);
                    }
                });
        assertTrue(cuts[0] > 15, "pages were cut: " + cuts[0]);
    }

    @Test
    void readingBytesThatAreNoPageStaysInBounds() {
        Seeds.run(
                300,
                (seed, random) -> {
                    byte[] noise = new byte[2 * PAGE];
                    random.nextBytes(noise);
                    MemorySegment memory = MemorySegment.ofArray(noise);
                    Bytes key = key(random, 2);
                    Bytes got = new Bytes();
                    List<Integer> found = new ArrayList<>();
                    found.add(SortedPage.search(memory, 0, key));
                    int slots = SortedPage.slots(memory, 0);
                    for (int slot = 0; slot < slots; slot++) {
                        SortedPage.key(memory, 0, slot, got);
                        SortedPage.payload(memory, 0, slot, got);
                        found.add(SortedPage.child(memory, 0, slot));
                    }
                    assertEquals(slots + 1, found.size());
                });
    }
}
