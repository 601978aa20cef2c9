package telegraph.tables.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.ground.Isolation;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Constraint.Action;
import telegraph.language.ast.SqlType.Name;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.ReadMode;
import telegraph.tables.row.StoredTable;
import telegraph.testkit.Seeds;

/// Random changes of tables of the store against lists of rows.
///
/// Values are few, so that keys meet often. After each transaction, committed or rolled back:
///
/// 1. The table has the rows of the list, and a change was refused exactly if the list says so.
/// 2. All indexes agree with the table.
/// 3. No row refers to one that is not there.
class TableModelTest {
    private static final int SEEDS = 12;
    private static final int TRANSACTIONS = 25;
    private static final int CHANGES = 20;
    private static final int VALUES = 12;

    @Test
    void aTableIsWhatItsChangesMadeIt() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    try (OpenTables tables = new OpenTables()) {
                        boolean keyed = random.nextBoolean();
                        StoredTable table =
                                tables.table(
                                        "t",
                                        t -> {
                                            t.column("a", Name.INTEGER).column("b", Name.TEXT);
                                            t.column("c", Name.DOUBLE).index("by_c", false, 2, 0);
                                            t.index("t_b_key", true, 1);
                                            return keyed ? t.primaryKey(0) : t;
                                        },
                                        List.of());
                        new Run(tables, table, random).transactions();
                    }
                });
    }

    private static final class Run {
        private final OpenTables tables;
        private final StoredTable table;
        private final RandomGenerator random;
        private List<Object[]> rows = new ArrayList<>();

        Run(OpenTables tables, StoredTable table, RandomGenerator random) {
            this.tables = tables;
            this.table = table;
            this.random = random;
        }

        void transactions() {
            for (int t = 0; t < TRANSACTIONS; t++) {
                List<Object[]> before = new ArrayList<>(rows);
                for (int i = 0; i < CHANGES; i++) {
                    change();
                }
                if (random.nextInt(3) == 0) {
                    tables.transaction().rollback();
                    rows = before;
                } else {
                    tables.transaction().commit();
                }
                tables.transaction().begin(Isolation.READ_COMMITTED);
                check();
            }
        }

        private Object[] row() {
            return new Object[] {
                random.nextInt(VALUES),
                random.nextInt(4) == 0 ? null : "b" + random.nextInt(3 * VALUES),
                random.nextInt(4) == 0 ? null : (double) random.nextInt(3)
            };
        }

        private boolean clashes(Object[] row, Object[] except) {
            return rows.stream()
                    .filter(r -> r != except)
                    .anyMatch(r ->
                            table.hasPrimaryKey() && r[0].equals(row[0])
                                    || r[1] != null && r[1].equals(row[1]));
        }

        private void change() {
            TableChanges changes = tables.changes(table);
            long before = tables.transaction().savepoint();
            Object[] row = row();
            int what = random.nextInt(4);
            if (what < 2 || rows.isEmpty()) {
                boolean clashes = clashes(row, null);
                if (what == 0) {
                    assertEquals(clashes, changes.insertIfFree(table, row, List.of()).isPresent());
                } else {
                    assertEquals(clashes, refused(() -> changes.insert(table, row), before));
                }
                if (!clashes) {
                    rows.add(row);
                }
                return;
            }
            Object[] old = rows.get(random.nextInt(rows.size()));
            Bytes key = find(old);
            Object[] now = changes.read(table, key, ReadMode.FOR_UPDATE).orElseThrow();
            assertEquals(Arrays.toString(old), Arrays.toString(now));
            if (what == 2) {
                changes.delete(table, key, now);
                rows.remove(old);
            } else {
                boolean clashes = clashes(row, old);
                assertEquals(clashes, refused(() -> changes.update(table, key, now, row), before));
                if (!clashes) {
                    rows.set(rows.indexOf(old), row);
                }
            }
            changes.end();
        }

        private boolean refused(Runnable change, long before) {
            try {
                change.run();
                return false;
            } catch (TelegraphException e) {
                assertEquals("23505", e.state().code(), e.getMessage());
                tables.transaction().rollbackTo(before);
                return true;
            }
        }

        private Bytes find(Object[] row) {
            Bytes key = new Bytes();
            if (table.hasPrimaryKey()) {
                table.key(key, row);
                return key;
            }
            try (Cursor cursor = tables.transaction().cursor(table.container(), ReadMode.PLAIN)) {
                while (cursor.next()) {
                    Object[] found = table.row(cursor.array(), cursor.valueOffset());
                    if (Arrays.equals(found, row)) {
                        return key.append(cursor.array(), cursor.keyOffset(), cursor.keyLength());
                    }
                }
            }
            throw new AssertionError("a row is in the table: " + Arrays.toString(row));
        }

        private void check() {
            assertEquals(lines(rows), lines(stored(tables, table)));
            assertEquals(List.of(), Checked.of(table, tables.transaction()));
            assertEquals(List.of(), tables.store().check(table.container()));
        }
    }

    private static List<String> lines(List<Object[]> rows) {
        return rows.stream().map(Arrays::toString).sorted().toList();
    }

    private static List<Object[]> stored(OpenTables tables, StoredTable table) {
        List<Object[]> rows = new ArrayList<>();
        try (Cursor cursor = tables.transaction().cursor(table.container(), ReadMode.PLAIN)) {
            while (cursor.next()) {
                rows.add(table.row(cursor.array(), cursor.valueOffset()));
            }
        }
        return rows;
    }

    @Test
    void noRowEverRefersToOneThatIsNotThere() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    Action[] actions = Action.values();
                    Action delete = actions[random.nextInt(actions.length)];
                    Action update = actions[random.nextInt(actions.length)];
                    boolean indexed = random.nextBoolean();
                    try (OpenTables tables = new OpenTables()) {
                        StoredTable parent =
                                tables.table(
                                        "p",
                                        p -> p.column("id", Name.INTEGER).primaryKey(0),
                                        List.of());
                        StoredTable child =
                                tables.table(
                                        "c",
                                        c -> {
                                            c.column("id", Name.INTEGER).primaryKey(0);
                                            c.byDefault("p", Name.BIGINT, "0");
                                            c.foreignKey(1, "p", 0, delete, update);
                                            return indexed ? c.index("by_p", false, 1) : c;
                                        },
                                        List.of());
                        int done = 0;
                        for (int i = 0; i < TRANSACTIONS * CHANGES / 2; i++) {
                            done += referring(tables, parent, child, random) ? 1 : 0;
                            if (random.nextInt(5) == 0) {
                                tables.transaction().commit();
                                tables.transaction().begin(Isolation.READ_COMMITTED);
                            }
                            demandNoneDangles(tables, parent, child);
                        }
                        assertTrue(done > CHANGES, "changes were made: " + done);
                    }
                });
    }

    private static boolean referring(
            OpenTables tables, StoredTable parent, StoredTable child, RandomGenerator random) {
        TableChanges changes = tables.changes(parent, child);
        long before = tables.transaction().savepoint();
        Bytes key = new Bytes();
        try {
            Object[] row = {random.nextInt(VALUES)};
            parent.key(key, row);
            Optional<Object[]> there = changes.read(parent, key, ReadMode.FOR_UPDATE);
            switch (random.nextInt(4)) {
                case 0 -> changes.insert(parent, row);
                case 1 ->
                        changes.insert(
                                child,
                                new Object[] {
                                    random.nextInt(10 * VALUES), (long) random.nextInt(VALUES)
                                });
                case 2 -> there.ifPresent(now -> changes.delete(parent, key, now));
                default ->
                        there.ifPresent(now ->
                                changes.update(
                                        parent, key, now, new Object[] {random.nextInt(VALUES)}));
            }
            changes.end();
            return true;
        } catch (TelegraphException e) {
            assertTrue(e.state().code().startsWith("235"), e.getMessage());
            tables.transaction().rollbackTo(before);
            return false;
        }
    }

    private static void demandNoneDangles(
            OpenTables tables, StoredTable parent, StoredTable child) {
        List<String> ids =
                stored(tables, parent).stream().map(row -> String.valueOf(row[0])).toList();
        for (Object[] row : stored(tables, child)) {
            assertTrue(row[1] == null || ids.contains(row[1].toString()), Arrays.toString(row));
        }
        assertEquals(List.of(), Checked.of(child, tables.transaction()));
    }
}
