package telegraph.tables.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.Isolation;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Constraint.Action;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.SqlType.Name;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.ReadMode;
import telegraph.store.Transaction;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.row.Counters;
import telegraph.tables.row.StatementMoment;
import telegraph.tables.row.StoredTable;

class TableChangesTest {
    private static final StatementMoment NOW =
            new StatementMoment(
                    Instant.parse("2026-05-01T12:00:00Z"), TimeZone.getTimeZone("UTC"), "me");

    private final ModelStore store = new ModelStore();
    private final Transaction transaction = store.transaction();
    private final Counters counters = new Counters(store);
    private TableChanges changes;

    @BeforeEach
    void begin() {
        transaction.begin(Isolation.READ_COMMITTED);
    }

    private TableBuilder table(String name) {
        return new TableBuilder(name, transaction);
    }

    private void know(StoredTable... tables) {
        changes = new TableChanges(transaction, FixedTables.of(tables), counters, NOW);
    }

    private void refuses(String state, String words, Runnable change) {
        long before = transaction.savepoint();
        TelegraphException e = assertThrows(TelegraphException.class, change::run);
        assertEquals(state, e.state().code(), e.getMessage());
        assertTrue(e.getMessage().contains(words), e.getMessage());
        transaction.rollbackTo(before);
    }

    private List<String> rows(StoredTable table) {
        List<String> rows = new ArrayList<>();
        try (Cursor cursor = transaction.cursor(table.container(), ReadMode.PLAIN)) {
            while (cursor.next()) {
                rows.add(Arrays.toString(table.row(cursor.array(), cursor.valueOffset())));
            }
        }
        return rows;
    }

    private static Object[] row(Object... values) {
        return values;
    }

    private Bytes key(StoredTable table, Object... row) {
        Bytes key = new Bytes();
        table.key(key, row);
        return key;
    }

    private void delete(StoredTable table, Object... row) {
        Object[] now = changes.read(table, key(table, row), ReadMode.FOR_UPDATE).orElseThrow();
        changes.delete(table, key(table, row), now);
        changes.end();
    }

    private void update(StoredTable table, Object[] key, Object... after) {
        Object[] now = changes.read(table, key(table, key), ReadMode.FOR_UPDATE).orElseThrow();
        changes.update(table, key(table, key), now, after);
        changes.end();
    }

    @Test
    void rowsLieInTheOrderOfTheirKeyAndAreMadeToFit() {
        StoredTable t =
                table("t")
                        .column("a", Name.INTEGER)
                        .column("b", new SqlType(Name.CHAR, 3, 0))
                        .primaryKey(0)
                        .build();
        know(t);
        changes.insert(t, row(2L, "x  "));
        changes.insert(t, row(-1, null));
        assertEquals(List.of("[-1, null]", "[2, x]"), rows(t));
        refuses("23505", "\"t_pkey\": Key (a)=(2)", () -> changes.insert(t, row(2, "y")));
        refuses("23502", "\"a\" of table \"t\"", () -> changes.insert(t, row(null, "y")));
        refuses("22001", "character(3)", () -> changes.insert(t, row(3, "long")));
    }

    @Test
    void rowsWithoutAPrimaryKeyStayInTheOrderInWhichTheyCame() {
        StoredTable t = table("t").column("a", Name.TEXT).build();
        know(t);
        changes.insert(t, row("b"));
        changes.insert(t, row("a"));
        transaction.commit();
        transaction.begin(Isolation.READ_COMMITTED);
        Counters later = new Counters(store);
        new TableChanges(transaction, FixedTables.of(t), later, NOW).insert(t, row("c"));
        assertEquals(List.of("[b]", "[a]", "[c]"), rows(t));
    }

    @Test
    void aUniqueIndexTakesAKeyOnceAndNullAnyNumberOfTimes() {
        StoredTable t =
                table("t")
                        .column("a", Name.INTEGER)
                        .column("b", Name.TEXT)
                        .primaryKey(0)
                        .index("t_b_key", true, 1)
                        .build();
        know(t);
        changes.insert(t, row(1, null));
        changes.insert(t, row(2, null));
        changes.insert(t, row(3, "x"));
        refuses("23505", "\"t_b_key\": Key (b)=(x)", () -> changes.insert(t, row(4, "x")));
        refuses("23505", "t_b_key", () -> update(t, row(1), 1, "x"));
        update(t, row(3), 3, null);
        changes.insert(t, row(4, "x"));
        assertEquals(4, store.entries(t.indexes().getFirst().container()));
        delete(t, 4);
        delete(t, 3);
        assertEquals(2, store.entries(t.indexes().getFirst().container()));
    }

    @Test
    void indexesFollowEveryChangeOfARow() {
        StoredTable t =
                table("t")
                        .column("a", Name.INTEGER)
                        .column("b", Name.TEXT)
                        .column("c", Name.INTEGER)
                        .primaryKey(0)
                        .index("by_b", false, 1)
                        .index("by_c", true, 2)
                        .build();
        know(t);
        changes.insert(t, row(1, "x", 10));
        changes.insert(t, row(2, "x", 20));
        update(t, row(1), 5, "y", 10);
        assertEquals(List.of("[2, x, 20]", "[5, y, 10]"), rows(t));
        assertEquals(List.of(), Checked.of(t, transaction));
        update(t, row(2), 2, "x", 30);
        delete(t, 5);
        assertEquals(List.of(), Checked.of(t, transaction));
        refuses(
                "23505",
                "t_pkey",
                () -> {
                    changes.insert(t, row(7, "z", 70));
                    update(t, row(7), 2, "z", 70);
                });
    }

    @Test
    void aConflictChangesNothingAndNamesTheOtherRow() {
        StoredTable t =
                table("t")
                        .column("a", Name.INTEGER)
                        .column("b", Name.TEXT)
                        .primaryKey(0)
                        .index("by_b", false, 1)
                        .index("t_b_key", true, 1)
                        .build();
        know(t);
        changes.insert(t, row(1, "x"));
        Optional<Conflict> byKey = changes.insertIfFree(t, row(1, "y"), List.of());
        assertEquals("t_pkey", byKey.orElseThrow().constraint());
        Optional<Conflict> byIndex = changes.insertIfFree(t, row(2, "x"), List.of());
        assertEquals("t_b_key", byIndex.orElseThrow().constraint());
        assertEquals(0, key(t, 1).compareTo(byIndex.orElseThrow().key()));
        assertEquals(List.of("[1, x]"), rows(t));
        assertEquals(List.of(), Checked.of(t, transaction));
        assertTrue(changes.insertIfFree(t, row(2, "y"), List.of()).isEmpty());
    }

    @Test
    void checksRefuseWhatIsFalseAndLetPassWhatIsUnknown() {
        StoredTable t =
                table("t")
                        .column("a", Name.INTEGER)
                        .column("b", Name.TEXT)
                        .check("t_a_check", "a > 0 AND t.a < 10")
                        .check("t_b_check", "b LIKE 'x%'")
                        .build();
        know(t);
        changes.insert(t, row(5, "xy"));
        changes.insert(t, row(null, null));
        refuses("23514", "\"t_a_check\"", () -> changes.insert(t, row(10, "x")));
        refuses("23514", "\"t_b_check\"", () -> changes.insert(t, row(1, "y")));
    }

    @Test
    void aCheckMayNotLookAtOtherRows() {
        StoredTable t =
                table("t")
                        .column("a", Name.INTEGER)
                        .check("c", "a > (SELECT MAX(a) FROM t)")
                        .build();
        know(t);
        refuses("0A000", "one row", () -> changes.insert(t, row(1)));
    }

    @Test
    void columnsLeftOutHaveTheirDefaults() {
        StoredTable t =
                table("t")
                        .column("a", Name.INTEGER)
                        .byDefault("b", Name.NUMERIC, "1 + 1")
                        .byDefault("c", Name.DATE, "'2026-02-03'")
                        .byDefault("d", Name.DATE, "CURRENT_DATE")
                        .byDefault("g", Name.TIMESTAMPTZ, "now()")
                        .byDefault("h", Name.DATE, "CURRENT_DATE + INTERVAL '1' DAY")
                        .column("e", Name.TEXT)
                        .identity("f")
                        .build();
        know(t);
        for (int i = 0; i < 2; i++) {
            Object[] row = new Object[8];
            row[0] = i;
            boolean[] has = new boolean[8];
            has[0] = true;
            changes.complete(t, row, has);
            changes.insert(t, row);
        }
        assertEquals(
                List.of(
                        "[0, 2.00000000000000000000, 2026-02-03, 2026-05-01, 2026-05-01T12:00:00Z,"
                                + " 2026-05-02, null, 1]",
                        "[1, 2.00000000000000000000, 2026-02-03, 2026-05-01, 2026-05-01T12:00:00Z,"
                                + " 2026-05-02, null, 2]"),
                rows(t));
        Object[] given = {2, null, null, null, null, null, null, 7L};
        boolean[] all = new boolean[8];
        Arrays.fill(all, true);
        changes.complete(t, given, all);
        assertEquals("[2, null, null, null, null, null, null, 7]", Arrays.toString(given));
    }

    @Test
    void identityGoesOnWithoutAGapAfterAnOrderlyEndAndWithOneAfterACrash() {
        Sequence sequence = table("t").identity("a").build().definition().sequence(0);
        assertEquals(1, counters.next(sequence, false));
        assertEquals(2, counters.next(sequence, false));
        counters.close();
        Counters orderly = new Counters(store);
        assertEquals(3, orderly.next(sequence, false));
        Counters crashed = new Counters(store);
        assertEquals(35, crashed.next(sequence, false));
        assertEquals(67, new Counters(store).next(sequence, false));
    }

    @Test
    void aPlaceThatATransactionMadeIsCountedThereAndKnownWithItsCommit() {
        Sequence sequence = table("t").identity("a").build().definition().sequence(0);
        Counters own = new Counters(store);
        assertEquals(1, own.next(sequence, true));
        assertEquals(2, own.next(sequence, true));
        own.settle(List.of(sequence), List.of(), transaction);
        assertEquals(3, own.next(sequence, false));
        assertEquals(35, new Counters(store).next(sequence, false));
    }

    @Test
    void aKeyThatTheStoreDoesNotTakeIsRefusedWithItsName() {
        StoredTable t =
                table("t").column("a", Name.TEXT).primaryKey(0).index("by_a", false, 0).build();
        know(t);
        refuses("54000", "\"t_pkey\" bytes=2002", () -> changes.insert(t, row("x".repeat(2_000))));
        refuses("54000", "\"by_a\"", () -> changes.insert(t, row("x".repeat(600))));
    }

    private StoredTable parents() {
        return table("p")
                .column("id", Name.INTEGER)
                .column("code", Name.TEXT)
                .primaryKey(0)
                .index("p_code_key", true, 1)
                .build();
    }

    private StoredTable children(Action delete, Action update) {
        return table("c")
                .column("id", Name.BIGINT)
                .byDefault("p", Name.BIGINT, "9")
                .primaryKey(0)
                .index("by_p", false, 1)
                .foreignKey(1, "p", 0, delete, update)
                .build();
    }

    @Test
    void aRowRefersToOneThatIsThereOrToNone() {
        StoredTable p = parents();
        StoredTable c = children(Action.NO_ACTION, Action.NO_ACTION);
        know(p, c);
        changes.insert(p, row(1, "a"));
        changes.insert(c, row(1, 1));
        changes.insert(c, row(2, null));
        refuses("23503", "\"c_fkey\": Key (p)=(2)", () -> changes.insert(c, row(3, 2)));
        refuses("23503", "not present in table \"p\"", () -> update(c, row(1), 1, 5L));
        refuses("23503", "Key (p)=(4294967297)", () -> changes.insert(c, row(3, (1L << 32) + 1)));
        refuses("23503", "Key (id)=(1) is still referenced", () -> delete(p, 1));
        refuses("23503", "on table \"c\"", () -> update(p, row(1), 2, "a"));
        update(p, row(1), 1, "b");
        delete(c, 1);
        delete(p, 1);
        assertEquals(List.of(), rows(p));
    }

    @Test
    void aForeignKeyMayReferToAUniqueIndex() {
        StoredTable p = parents();
        StoredTable c =
                table("c")
                        .column("code", Name.TEXT)
                        .foreignKey(0, "p", 1, Action.CASCADE, Action.CASCADE)
                        .build();
        know(p, c);
        changes.insert(p, row(1, "a"));
        changes.insert(c, row("a"));
        refuses("23503", "Key (code)=(b)", () -> changes.insert(c, row("b")));
        update(p, row(1), 1, "b");
        assertEquals(List.of("[b]"), rows(c));
        delete(p, 1);
        assertEquals(List.of(), rows(c));
    }

    @Test
    void rowsThatReferGoOrChangeWithTheirParent() {
        StoredTable p = parents();
        StoredTable c = children(Action.CASCADE, Action.CASCADE);
        know(p, c);
        changes.insert(p, row(1, null));
        changes.insert(p, row(2, null));
        for (int i = 0; i < 2_500; i++) {
            changes.insert(c, row(i, 1 + i % 2));
        }
        update(p, row(1), 3, null);
        assertEquals(1_250, rows(c).stream().filter(r -> r.endsWith(", 3]")).count());
        delete(p, 3);
        assertEquals(1_250, rows(c).size());
        assertEquals(List.of(), Checked.of(c, transaction));
    }

    @Test
    void rowsThatReferGetNullOrTheirDefault() {
        StoredTable p = parents();
        StoredTable c = children(Action.SET_NULL, Action.SET_DEFAULT);
        know(p, c);
        changes.insert(p, row(1, null));
        changes.insert(c, row(1, 1));
        refuses("23503", "Key (p)=(9)", () -> update(p, row(1), 2, null));
        changes.insert(p, row(9, null));
        update(p, row(1), 2, null);
        assertEquals(List.of("[1, 9]"), rows(c));
        delete(p, 9);
        assertEquals(List.of("[1, null]"), rows(c));
    }

    @Test
    void restrictFailsAtOnceAndNoActionAtTheEnd() {
        StoredTable p = parents();
        StoredTable restricted = children(Action.RESTRICT, Action.RESTRICT);
        know(p, restricted);
        changes.insert(p, row(1, null));
        changes.insert(restricted, row(1, 1));
        Object[] parent = row(1, null);
        refuses("23503", "still referenced", () -> changes.delete(p, key(p, 1), parent));
        StoredTable lenient = children(Action.NO_ACTION, Action.NO_ACTION);
        know(p, lenient);
        changes.insert(lenient, row(1, 1));
        changes.delete(p, key(p, 1), parent);
        changes.insert(p, row(1, "again"));
        changes.end();
        assertEquals(List.of("[1, again]"), rows(p));
    }

    private StoredTable tree(Action delete) {
        return table("tree")
                .column("id", Name.INTEGER)
                .column("parent", Name.INTEGER)
                .primaryKey(0)
                .index("by_parent", false, 1)
                .foreignKey(1, "tree", 0, delete, Action.NO_ACTION)
                .build();
    }

    @Test
    void aStatementMayInsertARowBeforeTheOneOfTheSameTableThatItRefersTo() {
        StoredTable t = tree(Action.NO_ACTION);
        know(t);
        changes.insert(t, row(2, 1));
        changes.insert(t, row(1, 1));
        changes.end();
        changes.insert(t, row(3, 4));
        refuses("23503", "Key (parent)=(4)", changes::end);
    }

    @Test
    void aLongChainGoesWithItsFirstRow() {
        StoredTable t = tree(Action.CASCADE);
        know(t);
        changes.insert(t, row(0, null));
        for (int i = 1; i < 20_000; i++) {
            changes.insert(t, row(i, i - 1));
        }
        delete(t, 0);
        assertEquals(List.of(), rows(t));
        assertEquals(0, store.entries(t.indexes().getFirst().container()));
    }

    @Test
    void rowsOfOneTableThatReferToOneAnotherMayGoTogether() {
        StoredTable t = tree(Action.NO_ACTION);
        know(t);
        changes.insert(t, row(1, 1));
        changes.insert(t, row(2, 1));
        changes.delete(t, key(t, 1), row(1, 1));
        changes.delete(t, key(t, 2), row(2, 1));
        changes.end();
        assertEquals(List.of(), rows(t));
        changes.insert(t, row(1, 1));
        changes.insert(t, row(2, 1));
        changes.delete(t, key(t, 1), row(1, 1));
        refuses("23503", "Key (id)=(1) is still referenced", changes::end);
    }
}
