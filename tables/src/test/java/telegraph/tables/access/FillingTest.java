package telegraph.tables.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Constraint.Action;
import telegraph.language.ast.SqlType.Name;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.SpillSpace;
import telegraph.store.Cursor;
import telegraph.store.ReadMode;
import telegraph.store.Transaction;
import telegraph.tables.row.StoredTable;
import telegraph.testkit.Seeds;

/// Rows that fill a table lie there as if each had been inserted when it came, and what is wrong is
/// told of the same row in the same words.
class FillingTest {
    private static final int SEEDS = 60;
    private static final long BYTES = 64 << 20;
    private static final long LITTLE_BYTES = 4 << 20;
    private static final int MANY_ROWS = 100_003;

    /// What rows may be like.
    private enum Trait {
        KEYED,
        ORDERED,
        NEARLY_ORDERED,
        UNIQUE_INDEX,
        OTHER_INDEX,
        KEY_TWICE,
        VALUE_TWICE,
        NULL_AT_LAST,
        LONG_VALUE,
        OTHERS_HAVE_ROWS
    }

    private static Set<Trait> traits(RandomGenerator random) {
        Set<Trait> traits = EnumSet.noneOf(Trait.class);
        for (Trait trait : Trait.values()) {
            if (random.nextInt(trait == Trait.OTHERS_HAVE_ROWS ? 8 : 2) == 0) {
                traits.add(trait);
            }
        }
        return traits;
    }

    private static StoredTable table(OpenTables tables, String name, Set<Trait> traits) {
        List<Object[]> first =
                traits.contains(Trait.OTHERS_HAVE_ROWS)
                        ? List.<Object[]>of(new Object[] {-7, "before", 0})
                        : List.of();
        return tables.table(
                name,
                builder -> {
                    builder.column("a", Name.INTEGER)
                            .column("b", Name.TEXT)
                            .notNull("c", Name.INTEGER);
                    if (traits.contains(Trait.KEYED)) {
                        builder.primaryKey(0);
                    }
                    if (traits.contains(Trait.OTHER_INDEX)) {
                        builder.index("t_c", false, 2, 1);
                    }
                    if (traits.contains(Trait.UNIQUE_INDEX)) {
                        builder.index("t_b_key", true, 1).index("t_cb_key", true, 2, 1);
                    }
                    return builder;
                },
                first);
    }

    private static List<Object[]> rows(RandomGenerator random, Set<Trait> traits) {
        int count = random.nextInt(4) == 0 ? random.nextInt(1_000) : random.nextInt(3_000);
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int key = i;
            if (!traits.contains(Trait.ORDERED)) {
                key = i * 7_919 % 65_537;
            } else if (traits.contains(Trait.NEARLY_ORDERED) && i == count - 10) {
                key = -i;
            }
            String text = random.nextInt(20) == 0 ? null : "text " + i * 31 % 65_537;
            rows.add(new Object[] {key, text, random.nextInt(50)});
        }
        spoil(rows, random, traits);
        return rows;
    }

    private static void spoil(List<Object[]> rows, RandomGenerator random, Set<Trait> traits) {
        if (rows.size() < 20) {
            return;
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = 1 + random.nextInt(rows.size() - 12);
            Object[] one = rows.get(at);
            Object[] other =
                    rows.get(random.nextBoolean() ? at - 1 : random.nextInt(rows.size() - 11));
            if (traits.contains(Trait.KEY_TWICE)) {
                one[0] = other[0];
            }
            if (traits.contains(Trait.VALUE_TWICE)) {
                one[1] = other[1];
                one[2] = random.nextBoolean() ? one[2] : other[2];
            }
        }
        if (traits.contains(Trait.NULL_AT_LAST)) {
            rows.getLast()[2] = null;
        }
        if (traits.contains(Trait.LONG_VALUE)) {
            rows.get(random.nextInt(rows.size()))[1] = "x".repeat(3_000);
        }
    }

    /// What is said of the first row that is wrong, or nothing.
    private static String oneByOne(TableChanges changes, StoredTable table, List<Object[]> rows) {
        int number = 0;
        try {
            for (Object[] row : rows) {
                number++;
                changes.insert(table, row.clone());
            }
            changes.end();
            return "";
        } catch (TelegraphException e) {
            return number + " " + e.getMessage();
        }
    }

    private static String filled(
            TableChanges changes, StoredTable table, List<Object[]> rows, Region region) {
        int number = 0;
        try (Filling filling = changes.fill(table, region)) {
            try {
                for (Object[] row : rows) {
                    number++;
                    changes.insert(table, row.clone());
                }
                filling.end();
                changes.end();
                return "";
            } catch (TelegraphException e) {
                String message = filling.earlier(e).orElse(e).getMessage();
                return (filling.failed() == 0 ? number : filling.failed()) + " " + message;
            }
        }
    }

    private static List<String> found(StoredTable table, Transaction transaction) {
        List<String> rows = new ArrayList<>();
        try (Cursor cursor = transaction.cursor(table.container(), ReadMode.PLAIN)) {
            while (cursor.next()) {
                rows.add(Arrays.toString(table.row(cursor.array(), cursor.valueOffset())));
            }
        }
        return rows;
    }

    @Test
    void rowsThatFillATableAreAsIfInsertedOneByOne() {
        boolean[] seen = new boolean[4];
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    Set<Trait> traits = traits(random);
                    List<Object[]> rows = rows(random, traits);
                    try (OpenTables tables = new OpenTables();
                            MemoryManager memory = new MemoryManager(BYTES);
                            Region region = memory.query("fill", BYTES)) {
                        StoredTable single = table(tables, "t", traits);
                        String expected = oneByOne(tables.changes(single), single, rows);
                        List<String> all = found(single, tables.transaction());
                        tables.transaction().rollback();
                        tables.transaction().begin(Isolation.READ_COMMITTED);
                        StoredTable table = table(tables, "t", traits);
                        List<String> before = found(table, tables.transaction());
                        String said = filled(tables.changes(table), table, rows, region);
                        assertEquals(expected, said, () -> traits.toString());
                        seen[(said.isEmpty() ? 0 : 1) + (traits.contains(Trait.ORDERED) ? 0 : 2)] =
                                true;
                        if (said.isEmpty()) {
                            assertEquals(all, found(table, tables.transaction()));
                            tables.transaction().commit();
                            before = all;
                        } else {
                            tables.transaction().rollback();
                        }
                        tables.transaction().begin(Isolation.READ_COMMITTED);
                        assertEquals(before, found(table, tables.transaction()));
                        assertEquals(List.of(), TableCheck.of(table, tables.transaction(), region));
                        assertEquals(List.of(), tables.store().check(table.container()));
                    }
                });
        assertTrue(seen[0] && seen[1] && seen[2] && seen[3], Arrays.toString(seen));
    }

    @Test
    void aKeyThatComesTwiceInARowIsToldWhereverThatIs() {
        for (int at : new int[] {1, 500, Filling.MANY - 1, Filling.MANY, 2_500}) {
            try (OpenTables tables = new OpenTables();
                    MemoryManager memory = new MemoryManager(BYTES);
                    Region region = memory.query("fill", BYTES)) {
                StoredTable table = table(tables, "t", EnumSet.of(Trait.KEYED));
                List<Object[]> rows = new ArrayList<>();
                for (int i = 0; i < 3_000; i++) {
                    rows.add(new Object[] {i == at ? i - 1 : i, "text", 0});
                }
                assertEquals(
                        at
                                + 1
                                + " duplicate key value violates unique constraint \"t_pkey\":"
                                + " Key (a)=("
                                + (at - 1)
                                + ") already exists",
                        filled(tables.changes(table), table, rows, region));
            }
        }
    }

    @Test
    void rowsThatAreMoreThanMemoryAreSortedOnDisk() throws Exception {
        SpillSpace spills = SpillSpace.open(Disk.inMemory(), Path.of("s"), 1L << 30);
        try (OpenTables tables = new OpenTables();
                MemoryManager memory = new MemoryManager(BYTES, spills);
                Region region = memory.query("fill", LITTLE_BYTES)) {
            StoredTable table = table(tables, "t", EnumSet.of(Trait.KEYED, Trait.OTHER_INDEX));
            TableChanges changes = tables.changes(table);
            long spilled;
            try (Filling filling = changes.fill(table, region)) {
                for (int i = 0; i < MANY_ROWS; i++) {
                    int key = (int) (i * 7_919L % MANY_ROWS);
                    changes.insert(table, new Object[] {key, "text of row " + key, key % 100});
                }
                spilled = spills.used();
                filling.end();
            }
            assertTrue(spilled > 0, "rows left memory");
            assertTrue(region.peak() <= LITTLE_BYTES);
            List<String> all = found(table, tables.transaction());
            assertEquals(MANY_ROWS, all.size());
            assertEquals("[7, text of row 7, 7]", all.get(7));
            assertEquals(List.of(), TableCheck.of(table, tables.transaction(), region));
        }
    }

    @Test
    void fewRowsAreInNobodysWayAndManyWaitForNobody() {
        try (OpenTables tables = new OpenTables();
                MemoryManager memory = new MemoryManager(BYTES);
                Region region = memory.query("fill", BYTES);
                Transaction other = tables.store().transaction()) {
            StoredTable table = table(tables, "t", EnumSet.of(Trait.KEYED));
            TableChanges changes = tables.changes(table);
            other.begin(Isolation.READ_COMMITTED);
            TableChanges beside = tables.changes(other, List.of(table));
            beside.insert(table, new Object[] {-1, "beside", 0});
            try (Filling filling = changes.fill(table, region)) {
                for (int i = 0; i < 3 * Filling.MANY; i++) {
                    changes.insert(table, new Object[] {i, "text", 0});
                }
                filling.end();
            }
            beside.insert(table, new Object[] {-2, "beside", 0});
            other.commit();
            tables.transaction().commit();
            tables.transaction().begin(Isolation.READ_COMMITTED);
            assertEquals(3 * Filling.MANY + 2, found(table, tables.transaction()).size());
        }
    }

    @Test
    void aTableThatRefersToItselfTakesItsRowsOneByOne() {
        try (OpenTables tables = new OpenTables();
                MemoryManager memory = new MemoryManager(BYTES);
                Region region = memory.query("fill", BYTES)) {
            StoredTable table =
                    tables.table(
                            "t",
                            builder ->
                                    builder.column("a", Name.INTEGER)
                                            .column("b", Name.INTEGER)
                                            .primaryKey(0)
                                            .foreignKey(
                                                    1, "t", 0, Action.NO_ACTION, Action.NO_ACTION),
                            List.of());
            TableChanges changes = tables.changes(table);
            try (Filling filling = changes.fill(table, region)) {
                for (int i = 0; i < 101_000; i++) {
                    changes.insert(table, new Object[] {i, Math.max(0, i - 1)});
                }
                filling.end();
                changes.end();
            }
        }
    }
}
