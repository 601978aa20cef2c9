package telegraph.store.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.store.LockState;
import telegraph.store.TableMode;
import telegraph.store.lock.LockModel.Name;
import telegraph.testkit.Seeds;

/// Random requests of several owners, one after the other, against [LockModel]: what is granted at
/// once, what waits, and after each step who has and waits for what, fast intentions included.
///
/// A request that waits does so on a thread of its own, and ends when the model says so: by a
/// release of another owner, or because it is interrupted. Nobody looks for deadlocks.
class LockModelTest {
    private static final int STEPS = 250;
    private static final int OWNERS = 5;
    private static final int CONTAINERS = 2;
    private static final int KEYS = 2;

    /// One run.
    private static final class Trial {
        final RandomGenerator random;
        final Play play;
        final LockModel model = new LockModel();
        final List<LockOwner> owners = new ArrayList<>();
        final Map<LockOwner, Play.Waiting> waiting = new HashMap<>();
        int waits;

        Trial(RandomGenerator random, Play play) {
            this.random = random;
            this.play = play;
            for (int i = 0; i < OWNERS; i++) {
                owners.add(play.owner());
            }
        }

        void run() throws Exception {
            for (int step = 0; step < STEPS; step++) {
                LockOwner owner = owners.get(random.nextInt(OWNERS));
                if (!waiting.containsKey(owner)) {
                    if (random.nextInt(6) == 0) {
                        owner.releaseAll();
                        model.release(owner.transaction());
                    } else {
                        ask(owner);
                    }
                } else if (waiting.size() == OWNERS || random.nextInt(8) == 0) {
                    interrupt(owner);
                }
                settle();
                assertEquals(model.states(), states(), "after step " + step);
            }
            while (!waiting.isEmpty()) {
                interrupt(waiting.keySet().iterator().next());
                settle();
            }
        }

        private void interrupt(LockOwner owner) throws Exception {
            Play.Waiting call = waiting.remove(owner);
            call.thread().interrupt();
            assertEquals(SqlState.CANCELLED, call.failed().state());
            model.cancel(owner.transaction());
        }

        /// Those that the model says go on do.
        private void settle() throws Exception {
            for (LockOwner owner : List.copyOf(waiting.keySet())) {
                if (!model.isWaiting(owner.transaction())) {
                    waiting.remove(owner).granted();
                }
            }
        }

        private void ask(LockOwner owner) {
            int container = 1 + random.nextInt(CONTAINERS);
            boolean wait = random.nextInt(3) > 0;
            if (random.nextInt(3) == 0) {
                TableMode mode = TableMode.values()[random.nextInt(TableMode.values().length)];
                askTable(owner, container, mode, wait);
                return;
            }
            RowMode mode = RowMode.values()[1 + random.nextInt(RowMode.values().length - 1)];
            TableMode intention =
                    mode.covers(RowMode.U) || mode.covers(RowMode.INSERT)
                            ? TableMode.IX
                            : TableMode.IS;
            if (!askTable(owner, container, intention, wait)) {
                return;
            }
            int key = random.nextInt(KEYS);
            Name name = new Name(container, String.format("%016x", key));
            if (isCovered(model.granted(new Name(container, ""), owner.transaction()), mode)) {
                assertTrue(play.locks.tryLock(owner, container, key, mode));
                return;
            }
            step(
                    owner,
                    model.request(name, owner.transaction(), mode.text(), wait),
                    wait,
                    () -> play.locks.tryLock(owner, container, key, mode),
                    () -> play.locks.lock(owner, container, key, mode));
        }

        private static boolean isCovered(String container, RowMode mode) {
            return switch (container) {
                case "X" -> true;
                case "U", "SIX" -> RowMode.U_GAP.covers(mode);
                case "S" -> RowMode.S_GAP.covers(mode);
                default -> false;
            };
        }

        private boolean askTable(LockOwner owner, int container, TableMode mode, boolean wait) {
            Name name = new Name(container, "");
            boolean granted = model.request(name, owner.transaction(), mode.name(), wait);
            step(
                    owner,
                    granted,
                    wait,
                    () -> play.locks.tryTable(owner, container, mode),
                    () -> play.locks.table(owner, container, mode));
            return granted;
        }

        private interface Try {
            boolean go();
        }

        private void step(LockOwner owner, boolean granted, boolean wait, Try one, Runnable other) {
            if (!wait) {
                assertEquals(granted, one.go());
            } else if (granted) {
                other.run();
            } else {
                waiting.put(owner, play.waits(owner, other));
                waits++;
            }
        }

        /// What the lock manager says it has. Of two slots for a container the stronger counts, and
        /// a request in place of slots.
        private Map<String, String> states() {
            Map<String, String> granted = new TreeMap<>();
            Map<String, String> wanted = new TreeMap<>();
            for (LockState state : play.locks.states()) {
                String place =
                        new Name(state.container(), state.key()) + " of " + state.transaction();
                if (state.isHeld()) {
                    granted.merge(place, state.mode(), (a, b) -> b.equals("IS") ? a : b);
                } else {
                    wanted.put(place, state.mode());
                }
            }
            Map<String, String> states = new TreeMap<>();
            granted.forEach((place, mode) -> states.put(place, mode + ">"));
            wanted.forEach((place, mode) ->
                    states.put(place, granted.getOrDefault(place, "") + ">" + mode));
            return states;
        }
    }

    @Test
    void ownersGetAndWaitForWhatTheModelSays() {
        Seeds.run(
                10,
                (seed, random) -> {
                    try (Play play = new Play(new LockLimits(20_000, 1_000_000, 1_000_000))) {
                        Trial trial = new Trial(random, play);
                        trial.run();
                        assertTrue(trial.waits > 10, "waits=" + trial.waits);
                    }
                });
    }
}
