package telegraph.sql.crash;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.Isolation;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableName;
import telegraph.memory.MemoryManager;
import telegraph.store.SimCrash;
import telegraph.store.SimDisk;
import telegraph.store.Store;
import telegraph.store.StoreOptions;
import telegraph.store.Stores;
import telegraph.store.Transaction;
import telegraph.tables.catalog.Counting;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.row.Counters;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// A sequence on a disk that stops after each step in turn: no number comes twice that anybody was
/// given before, not even if the transaction that asked for it never committed, and none lies
/// further ahead than a block.
class SequenceCrashTest {
    private static final Path DIRECTORY = Path.of("/store");
    private static final int NUMBERS = 400;
    private static final int AHEAD_MAX = 512;

    private final MemoryManager memory = new MemoryManager(64 << 20);

    @AfterEach
    void nothingIsHeld() {
        Leaks.none("bytes", memory::used);
    }

    /// What was given last when the disk had taken some steps.
    private record Given(int step, long number) {}

    private Store open(SimDisk disk) {
        StoreOptions options = StoreOptions.DEFAULT.withCacheBytes(4 << 20);
        return Stores.open(DIRECTORY, options, disk, memory, System::nanoTime);
    }

    @Test
    void noNumberIsGivenTwiceWheneverThePowerIsCut() {
        RandomGenerator random = Seeds.random(20261127);
        SimDisk disk = new SimDisk();
        List<Given> given = new ArrayList<>();
        Sequence sequence = null;
        try (Store store = open(disk);
                Counters counters = new Counters(store);
                Transaction making = store.transaction()) {
            making.begin(Isolation.READ_COMMITTED);
            Counting counting = Counting.of(SqlType.Name.BIGINT);
            sequence =
                    new Sequence(
                            new TableName(TableName.PUBLIC, "s"), making.create(), 0, counting);
            making.commit();
            given.add(new Given(disk.steps(), 0));
            for (int i = 0; i < NUMBERS; i++) {
                long number = counters.next(sequence, false);
                given.add(new Given(disk.steps(), number));
            }
        }
        SimCrash crash = new SimCrash(disk);
        int last = 0;
        for (int step = given.getFirst().step(); step <= disk.steps(); step++) {
            while (last + 1 < given.size() && given.get(last + 1).step() <= step) {
                last++;
            }
            crash.take(step);
            try (Store left = open(crash.crash(random));
                    Counters counters = new Counters(left)) {
                long next = counters.next(sequence, false);
                long before = given.get(last).number();
                assertTrue(next > before, "step " + step + ": " + next + " after " + before);
                assertTrue(next <= before + AHEAD_MAX + 1, "step " + step + ": " + next);
            }
        }
    }
}
