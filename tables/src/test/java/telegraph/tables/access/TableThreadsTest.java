package telegraph.tables.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.ground.Isolation;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Constraint.Action;
import telegraph.language.ast.SqlType.Name;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.ReadMode;
import telegraph.store.Transaction;
import telegraph.tables.row.StoredTable;
import telegraph.testkit.Seeds;

/// Several transactions that change the same tables at once: what a table promises holds whatever
/// meets whatever.
@Timeout(600)
class TableThreadsTest {
    private static final int THREADS = 4;
    private static final int TRANSACTIONS = 150;
    private static final int VALUES = 8;

    /// What one thread does in one transaction.
    @FunctionalInterface
    private interface Work {
        void run(TableChanges changes, Transaction transaction, RandomGenerator random);
    }

    /// Runs the work in many transactions of several threads; returns how many committed.
    private static int run(OpenTables tables, List<StoredTable> known, Work work) throws Exception {
        CountDownLatch start = new CountDownLatch(THREADS);
        List<Future<Integer>> ends = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (int t = 0; t < THREADS; t++) {
                RandomGenerator random = Seeds.random(t);
                ends.add(
                        threads.submit(() -> {
                            start.countDown();
                            start.await();
                            return one(tables, known, work, random);
                        }));
            }
        }
        int committed = 0;
        for (Future<Integer> end : ends) {
            committed += end.get();
        }
        return committed;
    }

    private static int one(
            OpenTables tables, List<StoredTable> known, Work work, RandomGenerator random) {
        int committed = 0;
        try (Transaction transaction = tables.store().transaction()) {
            for (int i = 0; i < TRANSACTIONS; i++) {
                transaction.begin(Isolation.READ_COMMITTED);
                try {
                    FixedTables fixed = new FixedTables(known);
                    TableChanges changes = tables.changes(transaction, fixed);
                    work.run(changes, transaction, random);
                    changes.end();
                    fixed.deferred().check(transaction, fixed);
                    transaction.commit();
                    committed++;
                } catch (TelegraphException e) {
                    assertTrue(
                            e.state().code().startsWith("23")
                                    || e.kind() == TelegraphException.Kind.CONFLICT,
                            e::getMessage);
                    transaction.rollback();
                }
            }
        }
        return committed;
    }

    private static List<Object[]> rows(OpenTables tables, StoredTable table) {
        List<Object[]> rows = new ArrayList<>();
        try (Cursor cursor = tables.transaction().cursor(table.container(), ReadMode.PLAIN)) {
            while (cursor.next()) {
                rows.add(table.row(cursor.array(), cursor.valueOffset()));
            }
        }
        return rows;
    }

    @Test
    void aUniqueValueIsThereOnce() throws Exception {
        try (OpenTables tables = new OpenTables()) {
            StoredTable table =
                    tables.table(
                            "t",
                            t ->
                                    t.column("a", Name.BIGINT)
                                            .column("b", Name.INTEGER)
                                            .index("t_b_key", true, 1),
                            List.of());
            int committed =
                    run(
                            tables,
                            List.of(table),
                            (changes, transaction, random) -> {
                                int value = random.nextInt(100 * VALUES);
                                changes.insert(table, new Object[] {1L, value});
                            });
            Set<Object> values = new HashSet<>();
            rows(tables, table).forEach(row -> assertTrue(values.add(row[1]), "twice: " + row[1]));
            assertEquals(committed, values.size());
            assertTrue(committed > THREADS, "values were inserted: " + committed);
            assertEquals(List.of(), Checked.of(table, tables.transaction()));
        }
    }

    @Test
    void noRowRefersToOneThatAnotherTransactionTook() throws Exception {
        noRowRefersToOneThatAnotherTransactionTook(false);
    }

    @Test
    void noRowRefersToOneThatAnotherTransactionTookBeforeTheCommit() throws Exception {
        noRowRefersToOneThatAnotherTransactionTook(true);
    }

    private static void noRowRefersToOneThatAnotherTransactionTook(boolean deferred)
            throws Exception {
        for (Action action : List.of(Action.NO_ACTION, Action.CASCADE, Action.SET_NULL)) {
            try (OpenTables tables = new OpenTables()) {
                StoredTable parent =
                        tables.table(
                                "p", p -> p.column("id", Name.INTEGER).primaryKey(0), List.of());
                StoredTable child =
                        tables.table(
                                "c",
                                c -> {
                                    c.column("id", Name.BIGINT).column("p", Name.INTEGER);
                                    c.index("by_p", false, 1);
                                    c.foreignKey(1, "p", 0, action, action);
                                    return deferred ? c.deferred() : c;
                                },
                                List.of());
                int committed =
                        run(
                                tables,
                                List.of(parent, child),
                                (changes, transaction, random) -> {
                                    for (int i = deferred ? random.nextInt(3) : 0; i >= 0; i--) {
                                        refer(changes, parent, child, random);
                                    }
                                });
                Set<Object> ids = new HashSet<>();
                rows(tables, parent).forEach(row -> ids.add(row[0]));
                for (Object[] row : rows(tables, child)) {
                    assertTrue(row[1] == null || ids.contains(row[1]), action + " " + row[1]);
                }
                assertEquals(List.of(), Checked.of(child, tables.transaction()));
                assertTrue(committed > THREADS * TRANSACTIONS / 10, action + " " + committed);
            }
        }
    }

    private static void refer(
            TableChanges changes, StoredTable parent, StoredTable child, RandomGenerator random) {
        Object[] row = {random.nextInt(VALUES)};
        switch (random.nextInt(3)) {
            case 0 -> changes.insertIfFree(parent, row, List.of());
            case 1 -> changes.insert(child, new Object[] {random.nextLong(), row[0]});
            default -> {
                Bytes key = new Bytes();
                parent.key(key, row);
                Optional<Object[]> now = changes.read(parent, key, ReadMode.FOR_UPDATE);
                now.ifPresent(before -> changes.delete(parent, key, before));
            }
        }
    }

    @Test
    void noTwoRowsAreGivenOneNumber() throws Exception {
        try (OpenTables tables = new OpenTables()) {
            StoredTable table =
                    tables.table("t", t -> t.identity("a").column("b", Name.TEXT), List.of());
            Set<Object> given = ConcurrentHashMap.newKeySet();
            int committed =
                    run(
                            tables,
                            List.of(table),
                            (changes, transaction, random) -> {
                                Object[] row = {null, "x"};
                                changes.complete(table, row, new boolean[] {false, true});
                                assertTrue(given.add(row[0]), "twice: " + row[0]);
                                changes.insert(table, row);
                            });
            assertEquals(THREADS * TRANSACTIONS, committed);
            assertEquals(committed, rows(tables, table).size());
        }
    }
}
