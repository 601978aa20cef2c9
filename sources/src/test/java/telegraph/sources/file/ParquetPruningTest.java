package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.engine.source.Range;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Source;
import telegraph.sources.FileFormat;
import telegraph.sources.FileSources;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// Row groups and pages are left out by their statistics: never one with a row that the query
/// accepts. A failing case prints its seed.
class ParquetPruningTest {
    private static final Path FILES = Path.of("src/test/resources/parquet");
    private static final int ROWS = 4_000;

    private final Source source =
            new FileSources(FILES, RemoteFiles.NONE, () -> Reach.ALL)
                    .open("indexed.parquet", FileFormat.AUTO, Map.of());
    private final List<List<Object>> all = read(Map.of(), Map.of(), true);

    private List<List<Object>> read(
            Map<Integer, List<Object>> constants, Map<Integer, Range> ranges, boolean ordered) {
        int[] columns = IntStream.range(0, source.schema().size()).toArray();
        try {
            return Table.read(
                            source,
                            new ScanRequest(
                                    columns, constants, ranges, ordered, -1, OptionalLong.empty()))
                    .rows();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private int column(String name) {
        return source.schema().indexOf(name);
    }

    /// How many rows are read for a range of one column, having seen that none is missing.
    private int rowsRead(String name, Object low, Object high) {
        Range range = new Range(Optional.ofNullable(low), Optional.ofNullable(high));
        Map<Integer, Range> ranges = Map.of(column(name), range);
        List<List<Object>> kept = read(Map.of(), ranges, true);
        check(kept, row -> accepts(range, row.get(column(name))), name + " in " + range);
        assertEquals(new HashSet<>(kept), new HashSet<>(read(Map.of(), ranges, false)), "" + range);
        return kept.size();
    }

    private void check(List<List<Object>> kept, Predicate<List<Object>> accepts, String what) {
        Set<List<Object>> there = new HashSet<>(kept);
        assertTrue(new HashSet<>(all).containsAll(there), what);
        assertEquals(there.size(), kept.size(), what);
        for (List<Object> row : all) {
            assertTrue(!accepts.test(row) || there.contains(row), what + " lacks " + row);
        }
    }

    @SuppressWarnings("unchecked")
    private static boolean accepts(Range range, Object value) {
        return value != null
                && range.low()
                        .map(low -> ((Comparable<Object>) value).compareTo(low) >= 0)
                        .orElse(true)
                && range.high()
                        .map(high -> ((Comparable<Object>) value).compareTo(high) <= 0)
                        .orElse(true);
    }

    @Test
    void pagesOutsideARangeAreNotRead() {
        assertEquals(ROWS, all.size());
        assertEquals(ROWS, rowsRead("n", null, null));
        assertTrue(rowsRead("n", 150L, 160L) < ROWS / 10);
        assertTrue(rowsRead("n", 1_990L, 2_010L) < ROWS / 5);
        assertEquals(0, rowsRead("n", 5_000L, null));
        assertEquals(0, rowsRead("n", null, -1L));
        LocalDate day = LocalDate.of(2000, 12, 31);
        assertTrue(rowsRead("day", day, day) < ROWS / 10);
        assertTrue(rowsRead("name", "name 3000", "name 3010") < ROWS / 10);
        assertEquals(0, rowsRead("name", "name 4", null));
        assertEquals(0, rowsRead("price", new BigDecimal("9.991"), null));
        assertTrue(rowsRead("price", new BigDecimal("9.99"), null) < ROWS);
        assertEquals(ROWS, rowsRead("other", 500, 500));
    }

    @Test
    void notANumberIsAboveEveryNumberAndInNoStatistics() {
        assertTrue(rowsRead("x", 1e9, null) > 0);
        assertEquals(0, rowsRead("x", 1e9, 2e9));
        assertTrue(rowsRead("x", null, -1.0) == 0);
    }

    @Test
    void onlyGroupsWithOneOfTheConstantsAreRead() {
        Map<Integer, List<Object>> constants = Map.of(column("n"), List.of(3L, 3_999L));
        List<List<Object>> kept = read(constants, Map.of(), false);
        check(kept, row -> List.of(3L, 3_999L).contains(row.get(0)), "constants");
        assertTrue(kept.size() < ROWS / 5, "" + kept.size());
        assertEquals(0, read(Map.of(0, List.of(-1L, 4_000L)), Map.of(), true).size());
    }

    @Test
    void whateverIsAskedOfSomeColumnsNoRowIsMissing() {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int low = random.nextInt(ROWS);
            int high = low + random.nextInt(ROWS / 2);
            List<Object[]> sides = new ArrayList<>();
            sides.add(new Object[] {"n", (long) low, (long) high});
            sides.add(new Object[] {"name", "name " + low, "name " + high});
            sides.add(new Object[] {"x", low / 8.0, high / 8.0});
            sides.add(new Object[] {"other", low % 1009, 900});
            Object[] one = sides.remove(random.nextInt(sides.size()));
            Object[] two = sides.remove(random.nextInt(sides.size()));
            Range first = range(one, random);
            Range second = range(two, random);
            int a = column((String) one[0]);
            int b = column((String) two[0]);
            check(
                    read(Map.of(), Map.of(a, first, b, second), random.nextBoolean()),
                    row -> accepts(first, row.get(a)) && accepts(second, row.get(b)),
                    "seed=" + seed);
        }
    }

    private static Range range(Object[] side, Random random) {
        return new Range(
                random.nextInt(4) == 0 ? Optional.empty() : Optional.of(side[1]),
                random.nextInt(4) == 0 ? Optional.empty() : Optional.of(side[2]));
    }
}
