package telegraph.store.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.store.LockState;
import telegraph.store.TableMode;

/// What is granted, what waits and in which order, and how waits end.
class LockManagerTest {
    private static final int TABLE = Play.TABLE;
    private static final long KEY = 0x1234_5678_9ABC_DEF0L;

    /// The table of the requirement, requested by held.
    private static final String[] CONTAINERS = {
        "    IS  IX  S   SIX U   X",
        "IS  yes yes yes yes no  no",
        "IX  yes yes no  no  no  no",
        "S   yes no  yes no  no  no",
        "SIX yes no  no  no  no  no",
        "U   no  no  yes no  no  no",
        "X   no  no  no  no  no  no",
    };

    private static final String[] ROWS = {
        "   R   S   U   E   X",
        "R  yes yes yes yes no",
        "S  yes yes no  no  no",
        "U  yes yes no  no  no",
        "E  yes no  no  no  no",
        "X  yes no  no  no  no",
    };

    /// Derby's, of next-key instead of previous-key locks.
    private static final String[] RANGES = {
        "         S   S_GAP U   U_GAP INSERT X_INSERT X   X_GAP",
        "S        yes yes   no  no    yes    no       no  no",
        "S_GAP    yes yes   no  no    no     no       no  no",
        "U        yes yes   no  no    yes    no       no  no",
        "U_GAP    yes yes   no  no    no     no       no  no",
        "INSERT   yes no    yes no    yes    yes      yes no",
        "X_INSERT no  no    no  no    yes    no       no  no",
        "X        no  no    no  no    yes    no       no  no",
        "X_GAP    no  no    no  no    no     no       no  no",
    };

    @Test
    void containersGoTogetherAsTheTableSays() throws Exception {
        for (Cell cell : cells(CONTAINERS)) {
            try (Play play = Play.patient()) {
                play.locks.table(play.owner(), TABLE, TableMode.valueOf(cell.held));
                assertEquals(
                        cell.yes,
                        play.locks.tryTable(play.owner(), TABLE, TableMode.valueOf(cell.requested)),
                        cell.toString());
            }
        }
    }

    @Test
    void rowsGoTogetherAsTheTablesSay() throws Exception {
        List<Cell> cells = new ArrayList<>(cells(ROWS));
        cells.addAll(cells(RANGES));
        assertEquals(25 + 64, cells.size());
        for (Cell cell : cells) {
            RowMode requested = RowMode.valueOf(cell.requested);
            try (Play play = Play.patient()) {
                play.locks.lock(play.owner(), TABLE, KEY, RowMode.valueOf(cell.held));
                LockOwner other = play.owner();
                assertEquals(
                        cell.yes, play.locks.isFree(other, TABLE, KEY, requested), cell.toString());
                assertEquals(
                        cell.yes,
                        play.locks.tryLock(other, TABLE, KEY, requested),
                        cell.toString());
                assertEquals(cell.yes, play.locks.holds(other, TABLE, KEY, requested));
            }
        }
    }

    private record Cell(String requested, String held, boolean yes) {}

    private static List<Cell> cells(String[] table) {
        List<Cell> cells = new ArrayList<>();
        String[] held = table[0].trim().split(" +");
        for (int i = 1; i < table.length; i++) {
            String[] row = table[i].trim().split(" +");
            for (int j = 0; j < held.length; j++) {
                cells.add(new Cell(row[0], held[j], row[j + 1].equals("yes")));
            }
        }
        return cells;
    }

    @Test
    void eachModeCoversItselfAndIsTheLeastThatCoversTwo() {
        for (RowMode a : RowMode.values()) {
            assertTrue(a.covers(a) && a.covers(RowMode.NONE));
            for (RowMode b : RowMode.values()) {
                RowMode both = a.with(b);
                assertTrue(both.covers(a) && both.covers(b));
                for (RowMode c : RowMode.values()) {
                    assertTrue(!c.covers(a) || !c.covers(b) || c.covers(both));
                    if (both.covers(c) && !c.goesWith(RowMode.X)) {
                        assertFalse(both.goesWith(RowMode.X));
                    }
                }
            }
        }
    }

    @Test
    void aRowIsLockedWithTheIntentionOnItsContainer() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            play.locks.lock(one, TABLE, KEY, RowMode.S);
            assertEquals(List.of("IS", "S"), modes(play));
            play.locks.lock(one, TABLE, KEY, RowMode.X);
            assertEquals(List.of("IS", "IX", "X"), modes(play));
            assertFalse(play.locks.tryTable(play.owner(), TABLE, TableMode.S));
        }
    }

    private static List<String> modes(Play play) {
        return play.locks.states().stream().map(LockState::mode).toList();
    }

    @Test
    void sharedAndIntentionToChangeLeaveOthersTheIntentionToRead() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            play.locks.table(one, TABLE, TableMode.S);
            assertTrue(play.locks.tryTable(two, TABLE, TableMode.IS));
            play.locks.table(one, TABLE, TableMode.IX);
            assertTrue(modes(play).contains("SIX"), modes(play)::toString);
            assertTrue(play.locks.tryTable(play.owner(), TABLE, TableMode.IS));
            assertFalse(play.locks.tryTable(play.owner(), TABLE, TableMode.IX));
            assertFalse(play.locks.tryTable(play.owner(), TABLE, TableMode.S));
            assertFalse(play.locks.tryTable(one, TABLE, TableMode.X));
            two.releaseAll();
        }
    }

    @Test
    void anIntentionThatIsHeldIsConvertedBeforeWhoWaitsForTheContainer() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            play.locks.table(one, TABLE, TableMode.IS);
            Play.Waiting x = play.waits(two, () -> play.locks.table(two, TABLE, TableMode.X));
            play.locks.table(one, TABLE, TableMode.IX);
            LockOwner three = play.owner();
            Play.Waiting behind =
                    play.waits(three, () -> play.locks.table(three, TABLE, TableMode.IS));
            assertFalse(play.locks.isFree(play.owner(), TABLE, KEY, RowMode.S));
            one.releaseAll();
            x.granted();
            assertFalse(behind.isDone());
            two.releaseAll();
            behind.granted();
        }
    }

    @Test
    void waitingIsInOrderOfArrival() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner holder = play.owner();
            play.locks.lock(holder, TABLE, KEY, RowMode.X);
            List<LockOwner> owners = new ArrayList<>();
            List<Play.Waiting> waiting = new ArrayList<>();
            for (RowMode mode : List.of(RowMode.S, RowMode.S, RowMode.X, RowMode.S, RowMode.X)) {
                LockOwner owner = play.owner();
                owners.add(owner);
                waiting.add(play.waits(owner, () -> play.locks.lock(owner, TABLE, KEY, mode)));
            }
            holder.releaseAll();
            waiting.get(0).granted();
            waiting.get(1).granted();
            assertFalse(waiting.get(2).isDone());
            owners.get(0).releaseAll();
            assertFalse(play.locks.tryLock(play.owner(), TABLE, KEY, RowMode.S));
            assertFalse(waiting.get(2).isDone());
            owners.get(1).releaseAll();
            waiting.get(2).granted();
            assertFalse(waiting.get(3).isDone());
            owners.get(2).releaseAll();
            waiting.get(3).granted();
            assertFalse(waiting.get(4).isDone());
            owners.get(3).releaseAll();
            waiting.get(4).granted();
        }
    }

    @Test
    void aConversionGoesBeforeNewRequests() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            LockOwner three = play.owner();
            play.locks.lock(one, TABLE, KEY, RowMode.S);
            play.locks.lock(two, TABLE, KEY, RowMode.S);
            Play.Waiting late =
                    play.waits(three, () -> play.locks.lock(three, TABLE, KEY, RowMode.X));
            Play.Waiting upgrade =
                    play.waits(one, () -> play.locks.lock(one, TABLE, KEY, RowMode.X));
            two.releaseAll();
            upgrade.granted();
            assertFalse(late.isDone());
            one.releaseAll();
            late.granted();
        }
    }

    @Test
    void whatIsHeldIsNotAskedForAgain() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            play.locks.lock(one, TABLE, KEY, RowMode.X_GAP);
            LockOwner two = play.owner();
            Play.Waiting waits = play.waits(two, () -> play.locks.lock(two, TABLE, KEY, RowMode.X));
            for (RowMode mode : List.of(RowMode.S, RowMode.U, RowMode.GAP, RowMode.S_GAP)) {
                assertTrue(play.locks.tryLock(one, TABLE, KEY, mode));
            }
            one.releaseAll();
            waits.granted();
        }
    }

    @Test
    void awaitingAKeyLeavesItUnlocked() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            play.locks.await(two, TABLE, KEY, RowMode.S);
            play.locks.lock(one, TABLE, KEY, RowMode.X);
            Play.Waiting waits =
                    play.waits(two, () -> play.locks.await(two, TABLE, KEY, RowMode.S));
            one.releaseAll();
            waits.granted();
            assertFalse(play.locks.isLocked(TABLE, KEY));
            assertTrue(play.locks.tryLock(play.owner(), TABLE, KEY, RowMode.X));
        }
    }

    @Test
    void onlyAKeyThatNobodyNamesIsNotLocked() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            assertFalse(play.locks.isLocked(TABLE, KEY));
            play.locks.lock(one, TABLE, KEY, RowMode.GAP);
            assertTrue(play.locks.isLocked(TABLE, KEY));
            assertFalse(play.locks.isLocked(TABLE, KEY + 1));
            assertFalse(play.locks.isLocked(TABLE + 1, KEY));
            one.releaseAll();
            play.locks.table(one, TABLE, TableMode.S);
            assertTrue(play.locks.isLocked(TABLE, KEY));
        }
    }

    @Test
    void aWaitEndsAfterTheTimeout() throws Exception {
        try (Play play = new Play(new LockLimits(30, 5, 1_000))) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            play.locks.lock(one, TABLE, KEY, RowMode.X);
            TelegraphException failure =
                    assertThrows(
                            TelegraphException.class,
                            () -> play.locks.lock(two, TABLE, KEY, RowMode.S));
            assertEquals(SqlState.LOCK_NOT_AVAILABLE, failure.state());
            assertTrue(failure.getMessage().contains("container=7"), failure.getMessage());
            assertEquals(1, play.locks.counters().timeouts());
            one.releaseAll();
            play.locks.lock(two, TABLE, KEY, RowMode.X);
        }
    }

    @Test
    void anInterruptEndsAWaitAndLetsThoseBehindGoOn() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            LockOwner three = play.owner();
            play.locks.lock(one, TABLE, KEY, RowMode.S);
            Play.Waiting x = play.waits(two, () -> play.locks.lock(two, TABLE, KEY, RowMode.X));
            Play.Waiting s = play.waits(three, () -> play.locks.lock(three, TABLE, KEY, RowMode.S));
            x.thread().interrupt();
            assertEquals(SqlState.CANCELLED, x.failed().state());
            s.granted();
        }
    }

    @ParameterizedTest
    @EnumSource(TableMode.class)
    void aConversionGivenUpLeavesWhatWasHeld(TableMode mode) throws Exception {
        try (Play play = new Play(new LockLimits(10, 5, 1_000))) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            play.locks.table(one, TABLE, TableMode.IS);
            play.locks.table(two, TABLE, TableMode.IS);
            if (mode == TableMode.U || mode == TableMode.X) {
                assertThrows(TelegraphException.class, () -> play.locks.table(one, TABLE, mode));
            } else {
                play.locks.table(one, TABLE, mode);
            }
            two.releaseAll();
            assertFalse(play.locks.tryTable(play.owner(), TABLE, TableMode.X));
            one.releaseAll();
            assertTrue(play.locks.tryTable(play.owner(), TABLE, TableMode.X));
        }
    }

    @Test
    void manyKeysBecomeTheWholeContainer() throws Exception {
        try (Play play = new Play(new LockLimits(1_000, 5, 100))) {
            LockOwner one = play.owner();
            for (int key = 0; key < 99; key++) {
                play.locks.lock(one, TABLE, key, RowMode.S);
            }
            assertEquals(100, play.locks.states().size());
            play.locks.lock(one, TABLE, 99, RowMode.S_GAP);
            assertEquals(List.of("S"), modes(play));
            assertEquals(1, play.locks.counters().escalations());
            assertTrue(play.locks.holds(one, TABLE, 1_000, RowMode.S_GAP));
            LockOwner two = play.owner();
            assertTrue(play.locks.tryLock(two, TABLE, 5, RowMode.S));
            assertFalse(play.locks.tryLock(two, TABLE, 5, RowMode.X));
        }
    }

    @Test
    void manyKeysStayKeysWhileOthersAreInTheWay() throws Exception {
        try (Play play = new Play(new LockLimits(1_000, 5, 100))) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            play.locks.lock(two, TABLE, -1, RowMode.S);
            for (int key = 0; key < 199; key++) {
                play.locks.lock(one, TABLE, key, RowMode.X);
            }
            assertEquals(0, play.locks.counters().escalations());
            two.releaseAll();
            play.locks.lock(one, TABLE, 199, RowMode.X);
            assertEquals(List.of("X"), modes(play));
            assertFalse(play.locks.isFree(two, TABLE, 12_345, RowMode.S));
        }
    }

    @Test
    void keysPreparedForChangeBecomeAContainerThatOthersMayStillRead() throws Exception {
        try (Play play = new Play(new LockLimits(1_000, 5, 100))) {
            LockOwner one = play.owner();
            for (int key = 0; key < 100; key++) {
                play.locks.lock(one, TABLE, key, RowMode.U);
            }
            assertEquals(List.of("SIX"), modes(play));
            assertTrue(play.locks.tryLock(play.owner(), TABLE, 5, RowMode.S));
        }
    }

    @Test
    void manyKeysBecomeTheWholeContainerOnlyWhenLocksAreScarce() throws Exception {
        try (Play play = new Play(new LockLimits(1_000, 5, 100, 4_000, 1_000))) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            for (int key = 0; key < 900; key++) {
                play.locks.lock(one, TABLE, key, RowMode.X);
            }
            assertEquals(0, play.locks.counters().escalations());
            assertTrue(play.locks.isFree(two, TABLE, 5_000, RowMode.S));
            assertTrue(play.locks.tryLock(two, TABLE, 5_000, RowMode.X));
            assertFalse(play.locks.tryLock(two, TABLE, 5, RowMode.S));
            two.releaseAll();
            for (int key = 900; key < 10_000; key++) {
                play.locks.lock(one, TABLE, key, RowMode.X);
            }
            assertEquals(List.of("X"), modes(play));
            assertEquals(1, play.locks.counters().escalations());
        }
    }

    @Test
    void locksOfAllOwnersAreLimited() throws Exception {
        try (Play play = new Play(new LockLimits(1_000, 5, 1_000_000, 1_000, 0))) {
            LockOwner one = play.owner();
            TelegraphException failure =
                    assertThrows(
                            TelegraphException.class,
                            () -> {
                                for (int key = 0; key < 2_000; key++) {
                                    play.locks.lock(one, TABLE, key, RowMode.S);
                                }
                            });
            assertEquals(SqlState.INSUFFICIENT_RESOURCES, failure.state());
            assertTrue(failure.getMessage().contains("locksMax=1000"), failure.getMessage());
            one.releaseAll();
            play.locks.lock(play.owner(), TABLE, KEY, RowMode.S);
        }
    }

    @Test
    void ownersAreLimitedAndUsedAgain() {
        LockManager locks = new LockManager(2, new LockLimits(10, 5, 100), System::nanoTime);
        LockOwner one = locks.owner();
        locks.owner();
        TelegraphException failure = assertThrows(TelegraphException.class, locks::owner);
        assertEquals(SqlState.TOO_MANY_CONNECTIONS, failure.state());
        locks.give(one);
        assertEquals(one, locks.owner());
    }

    @Test
    void moreContainersThanSlotsAreLockedAllTheSame() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            for (int container = 1; container <= 100; container++) {
                play.locks.table(one, container, TableMode.IX);
            }
            assertEquals(100, play.locks.states().size());
            for (int container = 1; container <= 100; container++) {
                assertFalse(play.locks.tryTable(two, container, TableMode.S));
            }
            one.releaseAll();
            for (int container = 1; container <= 100; container++) {
                assertTrue(play.locks.tryTable(two, container, TableMode.S));
            }
        }
    }

    @Test
    void statesTellHoldersAndWaiters() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            play.locks.lock(one, TABLE, KEY, RowMode.X_GAP);
            Play.Waiting waits = play.waits(two, () -> play.locks.lock(two, TABLE, KEY, RowMode.S));
            List<LockState> rows =
                    play.locks.states().stream().filter(s -> !s.key().isEmpty()).toList();
            assertEquals(new LockState(1, TABLE, "123456789abcdef0", "X+gap", -1), rows.get(0));
            assertEquals("S", rows.get(1).mode());
            assertTrue(rows.get(1).waitedMillis() >= 0);
            one.releaseAll();
            waits.granted();
        }
    }

    @Test
    void aReadByKeyVisitsTwice() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            assertTrue(play.locks.isFree(one, TABLE, KEY, RowMode.S));
            one.releaseAll();
            assertEquals(2, play.locks.counters().visits());
        }
    }
}
