package telegraph.tables.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Constraint.Action;
import telegraph.language.ast.SqlType.Name;
import telegraph.store.Bytes;
import telegraph.store.ReadMode;
import telegraph.store.Transaction;
import telegraph.tables.row.StoredTable;
import telegraph.testkit.Seeds;

/// Foreign keys that are checked at the end of transactions.
///
/// Random transactions against two maps: whatever is inserted, changed and deleted, at savepoints
/// and back to them, a transaction may commit exactly if each row of the one refers to a row of the
/// other.
class DeferredChecksTest {
    private static final int SEEDS = 30;
    private static final int TRANSACTIONS = 40;
    private static final int VALUES = 6;

    private static StoredTable parent(OpenTables tables) {
        return tables.table("p", p -> p.column("id", Name.INTEGER).primaryKey(0), List.of());
    }

    /// @param indexed whether its rows are found by what they refer to
    private static StoredTable child(OpenTables tables, boolean indexed) {
        return tables.table(
                "c",
                c -> {
                    c.column("id", Name.INTEGER).primaryKey(0).column("p", Name.BIGINT);
                    c.foreignKey(1, "p", 0, Action.NO_ACTION, Action.NO_ACTION).deferred();
                    return indexed ? c.index("by_p", false, 1) : c;
                },
                List.of());
    }

    @Test
    void whatCommitsIsInOrder() {
        int[] ends = new int[2];
        Seeds.run(SEEDS, (seed, random) -> run(random, true, ends));
        assertTrue(ends[0] > SEEDS && ends[1] > SEEDS, "some commit and some do not");
    }

    @Test
    void whoKeepsWhatWasCheckedSinceASavepointIsNoticed() {
        assertThrows(
                AssertionError.class,
                () -> Seeds.run(SEEDS, (seed, random) -> run(random, false, new int[2])));
    }

    private static void run(RandomGenerator random, boolean returns, int[] ends) {
        try (OpenTables tables = new OpenTables()) {
            StoredTable parent = parent(tables);
            Run run = new Run(tables, parent, child(tables, random.nextBoolean()), random, returns);
            for (int i = 0; i < TRANSACTIONS; i++) {
                ends[run.transaction() ? 1 : 0]++;
            }
        }
    }

    /// What is there: the rows of the parent, and what those of the child refer to.
    private record State(TreeSet<Integer> parents, TreeMap<Integer, Integer> children) {
        State copy() {
            return new State(new TreeSet<>(parents), new TreeMap<>(children));
        }

        boolean isInOrder() {
            return children.values().stream().allMatch(p -> p == NONE || parents.contains(p));
        }
    }

    /// Stands for NULL.
    private static final int NONE = -1;

    private record Place(State state, long savepoint, DeferredChecks.Mark mark) {}

    private static final class Run {
        private final OpenTables tables;
        private final StoredTable parent;
        private final StoredTable child;
        private final RandomGenerator random;
        private final boolean returns;
        private State state = new State(new TreeSet<>(), new TreeMap<>());

        /// @param returns whether a rollback to a savepoint takes back what was to be checked
        Run(
                OpenTables tables,
                StoredTable parent,
                StoredTable child,
                RandomGenerator random,
                boolean returns) {
            this.tables = tables;
            this.parent = parent;
            this.child = child;
            this.random = random;
            this.returns = returns;
        }

        /// Whether it committed.
        boolean transaction() {
            Transaction transaction = tables.transaction();
            FixedTables known = FixedTables.of(parent, child);
            DeferredChecks deferred = known.deferred();
            TableChanges changes = tables.changes(transaction, known);
            State before = state.copy();
            List<Place> places = new ArrayList<>();
            for (int i = random.nextInt(12); i >= 0; i--) {
                switch (random.nextInt(8)) {
                    case 0 ->
                            places.add(
                                    new Place(
                                            state.copy(),
                                            transaction.savepoint(),
                                            deferred.mark()));
                    case 1 -> {
                        if (!places.isEmpty()) {
                            Place place = places.get(random.nextInt(places.size()));
                            places.subList(places.indexOf(place) + 1, places.size()).clear();
                            transaction.rollbackTo(place.savepoint());
                            if (returns) {
                                deferred.rollbackTo(place.mark());
                            }
                            state = place.state().copy();
                        }
                    }
                    case 2 -> {
                        if (settles(deferred, known) != state.isInOrder()) {
                            throw new AssertionError("a check in between: " + state);
                        }
                    }
                    default -> change(changes);
                }
                changes.begin(transaction, OpenTables.NOW);
            }
            boolean commits = settles(deferred, known);
            assertEquals(state.isInOrder(), commits, state::toString);
            if (commits) {
                transaction.commit();
            } else {
                transaction.rollback();
                state = before;
            }
            transaction.begin(Isolation.READ_COMMITTED);
            return commits;
        }

        private boolean settles(DeferredChecks deferred, FixedTables known) {
            try {
                deferred.check(tables.transaction(), known);
                assertTrue(deferred.isEmpty());
                return true;
            } catch (TelegraphException e) {
                assertEquals(SqlState.FOREIGN_KEY_VIOLATION, e.state());
                return false;
            }
        }

        private void change(TableChanges changes) {
            int id = random.nextInt(VALUES);
            int other = random.nextInt(VALUES);
            if (random.nextBoolean()) {
                Bytes key = new Bytes();
                parent.key(key, new Object[] {id});
                Optional<Object[]> row = changes.read(parent, key, ReadMode.FOR_UPDATE);
                if (row.isEmpty()) {
                    changes.insert(parent, new Object[] {id});
                    state.parents().add(id);
                } else if (random.nextBoolean() && !state.parents().contains(other)) {
                    changes.update(parent, key, row.get(), new Object[] {other});
                    state.parents().remove(id);
                    state.parents().add(other);
                } else {
                    changes.delete(parent, key, row.get());
                    state.parents().remove(id);
                }
            } else {
                changeChild(changes, id, random.nextInt(4) == 0 ? NONE : other);
            }
            changes.end();
        }

        private void changeChild(TableChanges changes, int id, int other) {
            Object[] after = {id, other == NONE ? null : (long) other};
            Bytes key = new Bytes();
            child.key(key, after);
            Optional<Object[]> row = changes.read(child, key, ReadMode.FOR_UPDATE);
            if (row.isPresent() && random.nextInt(3) == 0) {
                changes.delete(child, key, row.get());
                state.children().remove(id);
                return;
            }
            if (row.isPresent()) {
                changes.update(child, key, row.get(), after);
            } else {
                changes.insert(child, after);
            }
            state.children().put(id, other);
        }
    }

    @Test
    void moreThanIsKeptIsFoundAmongAllRows() {
        try (OpenTables tables = new OpenTables()) {
            FixedTables known = FixedTables.of(parent(tables), child(tables, true));
            StoredTable parent = known.all().getFirst();
            StoredTable child = known.all().getLast();
            TableChanges changes = tables.changes(tables.transaction(), known);
            int rows = DeferredChecks.KEYS_MAX + 10;
            for (int i = 0; i < rows; i++) {
                changes.insert(child, new Object[] {i, (long) i});
                assertTrue(known.deferred().mark().checks().size() <= DeferredChecks.KEYS_MAX);
            }
            changes.end();
            assertEquals(1, known.deferred().mark().checks().size());
            for (int i = 1; i < rows; i++) {
                changes.insert(parent, new Object[] {i});
            }
            changes.end();
            assertEquals(
                    "insert or update on table \"c\" violates foreign key constraint \"c_fkey\": Key"
                            + " (p)=(0) is not present in table \"p\"",
                    assertThrows(
                                    TelegraphException.class,
                                    () -> known.deferred().check(tables.transaction(), known))
                            .getMessage());
            changes.insert(parent, new Object[] {0});
            changes.end();
            known.deferred().check(tables.transaction(), known);
            assertTrue(known.deferred().isEmpty());
        }
    }

    @Test
    void aCheckThatIsCancelledStops() {
        try (OpenTables tables = new OpenTables()) {
            FixedTables known = FixedTables.of(parent(tables), child(tables, true));
            TableChanges changes = tables.changes(tables.transaction(), known);
            changes.insert(known.all().getLast(), new Object[] {1, 1L});
            changes.end();
            Thread.currentThread().interrupt();
            TelegraphException stopped =
                    assertThrows(
                            TelegraphException.class,
                            () -> known.deferred().check(tables.transaction(), known));
            assertTrue(Thread.interrupted());
            assertEquals(TelegraphException.Kind.CANCELLED, stopped.kind());
        }
    }

    @Test
    void whatIsInOrderAtOnceIsNotKept() {
        try (OpenTables tables = new OpenTables()) {
            FixedTables known = FixedTables.of(parent(tables), child(tables, true));
            TableChanges changes = tables.changes(tables.transaction(), known);
            changes.insert(known.all().getFirst(), new Object[] {1});
            for (int i = 0; i < VALUES; i++) {
                changes.insert(known.all().getLast(), new Object[] {i, 1L});
            }
            changes.end();
            assertTrue(known.deferred().isEmpty());
            changes.insert(known.all().getLast(), new Object[] {VALUES, 2L});
            changes.insert(known.all().getLast(), new Object[] {VALUES + 1, 2L});
            changes.end();
            assertFalse(known.deferred().isEmpty());
            assertEquals(1, known.deferred().mark().checks().size());
            assertEquals(Map.of(), Map.copyOf(known.deferred().mark().some()));
        }
    }
}
