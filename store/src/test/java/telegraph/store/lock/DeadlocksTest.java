package telegraph.store.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import telegraph.ground.SqlState;
import telegraph.store.TableMode;

/// Circles of waiting are found, the youngest is told, and the others go on.
class DeadlocksTest {
    private static final int TABLE = Play.TABLE;

    /// The youngest stands at every place of the circle in turn.
    @ParameterizedTest
    @CsvSource({"2, 0", "2, 1", "3, 0", "3, 1", "3, 2", "5, 0", "5, 1", "5, 2", "5, 3", "5, 4"})
    void theYoungestOfACircleIsTold(int size, int turn) throws Exception {
        try (Play play = Play.patient()) {
            List<LockOwner> owners = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                owners.add(play.owner());
            }
            List<Play.Waiting> waiting = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                play.locks.lock(at(owners, i + turn), TABLE, i, RowMode.X);
            }
            for (int i = 0; i < size; i++) {
                LockOwner owner = at(owners, i + turn);
                int next = (i + 1) % size;
                waiting.add(
                        play.waits(owner, () -> play.locks.lock(owner, TABLE, next, RowMode.X)));
            }
            int victim = Math.floorMod(size - 1 - turn, size);
            assertEquals(SqlState.DEADLOCK, at(waiting, victim).failed().state());
            assertEquals(1, play.locks.counters().deadlocks());
            for (int i = 0; i < size; i++) {
                if (i != victim) {
                    assertFalse(at(waiting, i).isDone());
                }
            }
            owners.get(size - 1).releaseAll();
            for (int i = 1; i < size; i++) {
                at(waiting, victim - i).granted();
                at(owners, victim - i + turn).releaseAll();
            }
        }
    }

    private static <T> T at(List<T> list, int index) {
        return list.get(Math.floorMod(index, list.size()));
    }

    @Test
    void twoThatBothWantToChangeWhatBothReadAreADeadlock() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            play.locks.lock(one, TABLE, 1, RowMode.S);
            play.locks.lock(two, TABLE, 1, RowMode.S);
            Play.Waiting first = play.waits(one, () -> play.locks.lock(one, TABLE, 1, RowMode.X));
            Play.Waiting second = play.waits(two, () -> play.locks.lock(two, TABLE, 1, RowMode.X));
            assertEquals(SqlState.DEADLOCK, second.failed().state());
            assertFalse(first.isDone());
            assertTrue(play.locks.holds(two, TABLE, 1, RowMode.S));
            two.releaseAll();
            first.granted();
        }
    }

    @Test
    void whoReadsToUpdateLetsTheOtherWaitInsteadOfDeadlocking() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            play.locks.lock(one, TABLE, 1, RowMode.U);
            Play.Waiting second = play.waits(two, () -> play.locks.lock(two, TABLE, 1, RowMode.U));
            play.locks.lock(one, TABLE, 1, RowMode.X);
            one.releaseAll();
            second.granted();
            assertEquals(0, play.locks.counters().deadlocks());
        }
    }

    @Test
    void intentionsInSlotsArePartOfACircle() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            play.locks.table(one, TABLE, TableMode.IX);
            play.locks.table(two, TABLE + 1, TableMode.IX);
            Play.Waiting first = play.begin(() -> play.locks.table(one, TABLE + 1, TableMode.X));
            Play.Waiting second = play.begin(() -> play.locks.table(two, TABLE, TableMode.S));
            assertEquals(SqlState.DEADLOCK, second.failed().state());
            two.releaseAll();
            first.granted();
        }
    }

    @Test
    void whoWaitsBehindAnotherIsPartOfACircle() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner one = play.owner();
            LockOwner two = play.owner();
            LockOwner three = play.owner();
            play.locks.lock(one, TABLE, 1, RowMode.S);
            play.locks.lock(three, TABLE, 2, RowMode.X);
            Play.Waiting x = play.waits(two, () -> play.locks.lock(two, TABLE, 1, RowMode.X));
            Play.Waiting s = play.waits(three, () -> play.locks.lock(three, TABLE, 1, RowMode.S));
            Play.Waiting last = play.waits(one, () -> play.locks.lock(one, TABLE, 2, RowMode.X));
            assertEquals(SqlState.DEADLOCK, s.failed().state());
            three.releaseAll();
            last.granted();
            one.releaseAll();
            x.granted();
        }
    }

    @Test
    void twoCirclesThatShareAnOwnerAreBothEnded() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner writer = play.owner();
            LockOwner two = play.owner();
            LockOwner three = play.owner();
            play.locks.lock(writer, TABLE, 1, RowMode.X);
            play.locks.lock(two, TABLE, 2, RowMode.S);
            play.locks.lock(three, TABLE, 2, RowMode.S);
            Play.Waiting first = play.waits(two, () -> play.locks.lock(two, TABLE, 1, RowMode.S));
            Play.Waiting second =
                    play.waits(three, () -> play.locks.lock(three, TABLE, 1, RowMode.S));
            Play.Waiting both =
                    play.waits(writer, () -> play.locks.lock(writer, TABLE, 2, RowMode.X));
            assertEquals(SqlState.DEADLOCK, first.failed().state());
            assertEquals(SqlState.DEADLOCK, second.failed().state());
            two.releaseAll();
            three.releaseAll();
            both.granted();
            assertEquals(2, play.locks.counters().deadlocks());
        }
    }

    @Test
    void aLongQueueIsNoCircle() throws Exception {
        try (Play play = Play.patient()) {
            LockOwner holder = play.owner();
            play.locks.lock(holder, TABLE, 1, RowMode.X);
            List<LockOwner> owners = new ArrayList<>();
            List<Play.Waiting> waiting = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                LockOwner owner = play.owner();
                owners.add(owner);
                waiting.add(play.waits(owner, () -> play.locks.lock(owner, TABLE, 1, RowMode.X)));
            }
            holder.releaseAll();
            for (int i = 0; i < 30; i++) {
                waiting.get(i).granted();
                owners.get(i).releaseAll();
            }
            assertEquals(0, play.locks.counters().deadlocks());
        }
    }
}
