package telegraph.store.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.store.TableMode;
import telegraph.testkit.Seeds;

/// Real threads, as fast as they can: nobody is inside with whom he does not go together, and who
/// waits is always woken, since a wait that is forgotten ends with a timeout here.
class LockStressTest {
    private static final long MEETING_NANOS = 15_000_000_000L;
    private static final int TABLE = Play.TABLE;
    private static final int THREADS = 4;

    /// How often threads are started again that must have met.
    private static final int MEETINGS_MAX = 100;

    /// What one thread does, with an owner of its own.
    private interface Work {
        void run(LockOwner owner, RandomGenerator random, int number);
    }

    private static void together(Play play, int rounds, Work... works) throws Exception {
        List<Play.Waiting> all = new ArrayList<>();
        CyclicBarrier start = new CyclicBarrier(works.length);
        for (int i = 0; i < works.length; i++) {
            LockOwner owner = play.owner();
            RandomGenerator random = Seeds.random(i);
            Work work = works[i];
            all.add(
                    play.begin(() -> {
                        arrive(start);
                        for (int round = 0; round < rounds; round++) {
                            work.run(owner, random, round);
                        }
                    }));
        }
        for (Play.Waiting one : all) {
            one.granted();
        }
    }

    private static void arrive(CyclicBarrier start) {
        try {
            start.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    private static Work[] times(int count, Work work) {
        Work[] works = new Work[count];
        Arrays.fill(works, work);
        return works;
    }

    private static Play play() {
        return new Play(new LockLimits(120_000, 20, 1_000_000));
    }

    @Test
    void changesOfAKeyExcludeEachOther() throws Exception {
        int keys = 3;
        int rounds = 20_000;
        long[] counters = new long[keys * 16];
        try (Play play = play()) {
            together(
                    play,
                    rounds,
                    times(
                            THREADS,
                            (owner, random, round) -> {
                                int key = random.nextInt(keys);
                                play.locks.lock(owner, TABLE, key, RowMode.X);
                                counters[key * 16]++;
                                owner.releaseAll();
                            }));
        }
        long sum = 0;
        for (int key = 0; key < keys; key++) {
            sum += counters[key * 16];
        }
        assertEquals((long) rounds * THREADS, sum);
    }

    @Test
    void readersOfAKeySeeNoChangeUnderWay() throws Exception {
        int[] pair = new int[32];
        AtomicInteger torn = new AtomicInteger();
        try (Play play = play()) {
            Work writer =
                    (owner, random, round) -> {
                        play.locks.lock(owner, TABLE, 1, RowMode.U);
                        play.locks.lock(owner, TABLE, 1, RowMode.X);
                        pair[0]++;
                        pair[16]++;
                        owner.releaseAll();
                    };
            Work reader =
                    (owner, random, round) -> {
                        play.locks.lock(owner, TABLE, 1, RowMode.S);
                        if (pair[0] != pair[16]) {
                            torn.incrementAndGet();
                        }
                        owner.releaseAll();
                    };
            together(play, 20_000, writer, reader, writer, reader);
        }
        assertEquals(0, torn.get());
        assertEquals(40_000, pair[0]);
    }

    /// The ways of a read that locks nothing: what it saw before it found the key free, and still
    /// sees afterwards, is committed. Writers have the key, the container, or the container in
    /// place of many keys.
    @Test
    void whatIsReadWhileTheKeyIsFreeIsCommitted() throws Exception {
        AtomicLong page = new AtomicLong();
        AtomicInteger dirty = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger();
        try (Play play = new Play(new LockLimits(120_000, 20, 4))) {
            Work writer =
                    (owner, random, round) -> {
                        play.locks.lock(owner, TABLE, 1, RowMode.X);
                        page.incrementAndGet();
                        for (int key = 2; key < 6 && round % 4 == 0; key++) {
                            play.locks.tryLock(owner, TABLE, key, RowMode.X);
                        }
                        page.incrementAndGet();
                        owner.releaseAll();
                    };
            Work tableWriter =
                    (owner, random, round) -> {
                        play.locks.table(owner, TABLE, TableMode.X);
                        page.incrementAndGet();
                        page.incrementAndGet();
                        owner.releaseAll();
                    };
            Work reader =
                    (owner, random, round) -> {
                        for (int i = 0; i < 10; i++) {
                            long before = page.get();
                            boolean free =
                                    random.nextBoolean()
                                            ? play.locks.isFree(owner, TABLE, 1, RowMode.S)
                                            : play.locks.wasFree(owner, TABLE, 1, RowMode.S);
                            if (!free) {
                                play.locks.await(owner, TABLE, 1, RowMode.S);
                            } else if (page.get() == before) {
                                seen.incrementAndGet();
                                dirty.addAndGet((int) (before % 2));
                            }
                            owner.releaseAll();
                        }
                    };
            together(play, 10_000, writer, reader, tableWriter, reader);
            together(play, 50_000, writer, reader);
            assertTrue(play.locks.counters().escalations() > 0);
        }
        assertEquals(0, dirty.get());
        assertTrue(seen.get() > 0);
        assertEquals(140_000, page.get());
    }

    /// Who only looks follows a queue whose members come and go under him, all of one bucket, and
    /// misses nobody who is there all the time.
    @Test
    void whoLooksAtAQueueThatChangesSeesWhoStaysInIt() throws Exception {
        long[] keys = keysOfOneBucket(6);
        AtomicLong held = new AtomicLong();
        AtomicInteger missed = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger();
        try (Play play = play()) {
            Work holder =
                    (owner, random, round) -> {
                        play.locks.lock(owner, TABLE, keys[0], RowMode.X);
                        held.incrementAndGet();
                        if (round % 1_000 == 0) {
                            LockSupport.parkNanos(100_000);
                        }
                        for (int i = random.nextInt(30); i > 0; i--) {
                            Thread.onSpinWait();
                        }
                        held.incrementAndGet();
                        owner.releaseAll();
                    };
            Work others =
                    (owner, random, round) -> {
                        for (int i = 1; i < keys.length; i++) {
                            play.locks.lock(owner, TABLE, keys[i], RowMode.S);
                            owner.releaseAll();
                        }
                    };
            AtomicLong last = new AtomicLong(2 * 100_000);
            Work looks =
                    (owner, random, round) -> {
                        // As long as the holder comes and goes.
                        while (round == 0 && held.get() < last.get()) {
                            long before = held.get();
                            boolean free = play.locks.isFree(owner, TABLE, keys[0], RowMode.S);
                            boolean named = play.locks.isLocked(TABLE, keys[0]);
                            if (before % 2 == 1 && held.get() == before) {
                                seen.incrementAndGet();
                                if (free || !named) {
                                    missed.incrementAndGet();
                                }
                            }
                        }
                    };
            together(play, 100_000, holder, others, looks);
            last.addAndGet(2 * 50_000);
            together(play, 50_000, others, holder, looks, looks);
        }
        assertEquals(0, missed.get());
        assertTrue(seen.get() > 0);
    }

    /// Different names whose requests are in one list.
    private static long[] keysOfOneBucket(int count) {
        long[] keys = new long[count];
        long wanted = Segment.mix(TABLE, 0);
        int found = 1;
        for (long key = 1; found < count; key++) {
            long mix = Segment.mix(TABLE, key);
            if (mix >>> 58 == wanted >>> 58 && (mix & 63) == (wanted & 63)) {
                keys[found++] = key;
            }
        }
        return keys;
    }

    /// Intentions by the fast path against whole containers, a great many times. Both sides look
    /// for the other from when they come in until they go out, for times of all lengths, so that
    /// each step of one falls between any two of the other.
    @Test
    void whoHasAContainerForHimselfMeetsNoIntention() throws Exception {
        Room room = new Room();
        try (Play play = play()) {
            Work reads =
                    (owner, random, round) -> {
                        play.locks.table(owner, TABLE, TableMode.IS);
                        room.visit(room.readers, room.owners, random.nextInt(40));
                        owner.releaseAll();
                    };
            Work writes =
                    (owner, random, round) -> {
                        if (round % 2 == 0) {
                            play.locks.table(owner, TABLE, TableMode.IS);
                        }
                        play.locks.table(owner, TABLE, TableMode.IX);
                        room.visit(room.writers, room.owners, random.nextInt(40));
                        owner.releaseAll();
                    };
            Work shares =
                    (owner, random, round) -> {
                        play.locks.table(owner, TABLE, TableMode.S);
                        room.visit(room.sharers, room.writers, random.nextInt(40));
                        owner.releaseAll();
                    };
            Work owns =
                    (owner, random, round) -> {
                        TableMode mode = round % 2 == 0 ? TableMode.X : TableMode.U;
                        play.locks.table(owner, TABLE, mode);
                        room.visit(room.owners, room.writers, random.nextInt(40));
                        room.visit(room.owners, room.readers, random.nextInt(40));
                        owner.releaseAll();
                    };
            together(play, 50_000, reads, writes, shares, owns);
            together(play, 300_000, writes, owns);
            together(play, 300_000, reads, owns);
            together(play, 300_000, writes, shares);
            assertTrue(play.locks.counters().waits() > 0);
        }
        assertEquals(0, room.met.get());
    }

    /// Both ask at the same moment, again and again, and never are both granted.
    @Test
    void ofAnIntentionAndWhatConflictsAtMostOneIsGrantedAtOnce() throws Exception {
        // Two that meet take turns on one processor, so there the time ends it.
        AtomicInteger rounds = new AtomicInteger(100_000);
        long end = System.nanoTime() + MEETING_NANOS;
        AtomicInteger arrived = new AtomicInteger();
        AtomicInteger both = new AtomicInteger();
        AtomicInteger[] granted = {new AtomicInteger(), new AtomicInteger()};
        boolean[] mine = new boolean[64];
        try (Play play = play()) {
            List<Play.Waiting> sides = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int side = i;
                LockOwner owner = play.owner();
                RandomGenerator random = Seeds.random(i);
                TableMode mode = side == 0 ? TableMode.IX : TableMode.X;
                sides.add(
                        play.begin(() -> {
                            for (int round = 0; round < rounds.get(); round++) {
                                if (side == 0 && round > 0 && System.nanoTime() - end > 0) {
                                    rounds.set(round + 1);
                                }
                                meet(arrived, 4 * round + 2);
                                for (int n = random.nextInt(30); n > 0; n--) {
                                    Thread.onSpinWait();
                                }
                                mine[32 * side] = play.locks.tryTable(owner, TABLE, mode);
                                meet(arrived, 4 * round + 4);
                                if (mine[0] && mine[32]) {
                                    both.incrementAndGet();
                                } else if (mine[32 * side]) {
                                    granted[side].incrementAndGet();
                                }
                                owner.releaseAll();
                            }
                        }));
            }
            for (Play.Waiting side : sides) {
                side.granted();
            }
        }
        assertEquals(0, both.get());
        assertTrue(granted[0].get() + granted[1].get() > 0);
    }

    private static void meet(AtomicInteger arrived, int all) {
        arrived.incrementAndGet();
        for (int spins = 0; arrived.get() < all; spins++) {
            if (spins < 2_000) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /// Who is in it, by kind.
    private static final class Room {
        final AtomicInteger readers = new AtomicInteger();
        final AtomicInteger writers = new AtomicInteger();
        final AtomicInteger sharers = new AtomicInteger();
        final AtomicInteger owners = new AtomicInteger();
        final AtomicInteger met = new AtomicInteger();

        void visit(AtomicInteger mine, AtomicInteger strangers, int looks) {
            mine.incrementAndGet();
            for (int i = 0; i <= looks; i++) {
                if (strangers.get() > 0) {
                    met.incrementAndGet();
                }
            }
            mine.decrementAndGet();
        }
    }

    @Test
    void transfersThatDeadlockAreRunAgainUntilAllAreDone() throws Exception {
        int accounts = 6;
        long[] balances = new long[accounts];
        AtomicInteger done = new AtomicInteger();
        AtomicLong clock = new AtomicLong(1_000);
        try (Play play = new Play(new LockLimits(120_000, 1, 1_000_000))) {
            Work transfer =
                    (owner, random, round) -> {
                        int from = random.nextInt(accounts);
                        int to = random.nextInt(accounts);
                        while (true) {
                            owner.begin(clock.incrementAndGet());
                            try {
                                play.locks.lock(owner, TABLE, from, RowMode.S);
                                Thread.yield();
                                play.locks.lock(owner, TABLE, to, RowMode.X);
                                play.locks.lock(owner, TABLE, from, RowMode.X);
                                balances[from]--;
                                balances[to]++;
                                done.incrementAndGet();
                                return;
                            } catch (TelegraphException e) {
                                assertEquals(SqlState.DEADLOCK, e.state(), e.getMessage());
                            } finally {
                                owner.releaseAll();
                            }
                        }
                    };
            together(play, 500, times(THREADS, transfer));
            assertTrue(play.locks.counters().deadlocks() > 0);
        }
        long sum = 0;
        for (long balance : balances) {
            sum += balance;
        }
        assertEquals(0, sum);
        assertEquals(500 * THREADS, done.get());
    }

    @Test
    void interruptsAndTimeoutsLeaveTheQueuesWhole() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger crowd = new AtomicInteger();
        AtomicInteger gaveUp = new AtomicInteger();
        try (Play play = new Play(new LockLimits(1, 1_000, 1_000_000))) {
            Work work =
                    (owner, random, round) -> {
                        try {
                            if (random.nextInt(4) == 0) {
                                play.locks.lock(owner, TABLE, 1, RowMode.S);
                            }
                            if (random.nextInt(8) == 0) {
                                Thread.currentThread().interrupt();
                            }
                            play.locks.lock(owner, TABLE, 1, RowMode.X);
                            if (inside.incrementAndGet() > 1) {
                                crowd.incrementAndGet();
                            }
                            if (round % 64 == 0) {
                                LockSupport.parkNanos(100_000);
                            }
                            inside.decrementAndGet();
                        } catch (TelegraphException e) {
                            gaveUp.incrementAndGet();
                        } finally {
                            Thread.interrupted();
                            owner.releaseAll();
                        }
                    };
            // On a busy machine the threads may come one after the other and meet nobody.
            for (int i = 0; i == 0 || gaveUp.get() == 0 && i < MEETINGS_MAX; i++) {
                together(play, 20_000, times(THREADS, work));
            }
        }
        assertEquals(0, crowd.get());
        assertTrue(gaveUp.get() > 0);
    }

    /// Several threads that read for one transaction.
    @Test
    void threadsOfOneOwnerLockSideBySide() throws Exception {
        try (Play play = new Play(new LockLimits(120_000, 20, 500))) {
            LockOwner reader = play.owner();
            Work reads =
                    (owner, random, round) -> {
                        play.locks.lock(
                                reader, TABLE + round % 3, random.nextInt(400), RowMode.S_GAP);
                        play.locks.isFree(reader, TABLE + 5, round, RowMode.S);
                    };
            Work writes =
                    (owner, random, round) -> {
                        play.locks.lock(owner, TABLE + 7, round, RowMode.X);
                        play.locks.tryLock(
                                owner, TABLE + round % 3, random.nextInt(400), RowMode.X);
                        owner.releaseAll();
                    };
            together(play, 3_000, reads, reads, writes);
            for (int key = 0; key < 400; key++) {
                if (play.locks.holds(reader, TABLE, key, RowMode.S_GAP)) {
                    LockOwner other = play.locks.owner();
                    other.begin(99);
                    assertTrue(!play.locks.tryLock(other, TABLE, key, RowMode.X), "key=" + key);
                    other.releaseAll();
                    play.locks.give(other);
                }
            }
        }
    }

    @Test
    void lockingAndReleasingMakesNoGarbage() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Play play = play()) {
            LockOwner owner = play.owner();
            long allocated = Long.MAX_VALUE;
            for (int attempt = 0; attempt < 20 && allocated > 0; attempt++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 1_000; i++) {
                    for (int key = 0; key < 10; key++) {
                        play.locks.isFree(owner, TABLE, key, RowMode.S);
                        play.locks.lock(owner, TABLE, key, RowMode.U);
                        play.locks.tryLock(owner, TABLE, key, RowMode.X_GAP);
                        play.locks.await(owner, TABLE, key + 100, RowMode.INSERT);
                    }
                    play.locks.table(owner, TABLE + 1, TableMode.X);
                    owner.releaseAll();
                }
                allocated = threads.getCurrentThreadAllocatedBytes() - before;
            }
            assertEquals(0, allocated);
        }
    }
}
