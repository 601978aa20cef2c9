package telegraph.crawler.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Seeds;

/// The work of [FrontierModelTest] on a disk that ends at any step, and a restart from the last
/// mark with what the crash left: what was offered before the mark comes out as if nothing had
/// happened.
final class FrontierCrashTest {
    private static final int STEPS = 1_500;
    private static final int CRASHES = 24;

    @Test
    void aRestartHasWhatTheLastMarkHad() {
        Seeds.run(10, (seed, _) -> crashes(seed));
    }

    private static void crashes(long seed) {
        CrashDisk whole = new CrashDisk();
        try (MemoryManager memory = new MemoryManager(64 << 20);
                Region region = memory.query("crawl", 64 << 20)) {
            FrontierDriver driver = driver(seed, whole, region);
            driver.open();
            work(driver);
            assertTrue(driver.mark.isPresent());
            driver.close();
        }
        Random chance = new Random(seed);
        for (int i = 0; i < CRASHES; i++) {
            crash(seed, 1 + chance.nextInt(whole.steps()), chance);
        }
    }

    private static FrontierDriver driver(long seed, CrashDisk disk, Region region) {
        return new FrontierDriver(
                        seed, disk, region, FrontierModelTest.limits(4, 1), FrontierModelTest::tiny)
                .sites(seed % 2 == 0 ? 300 : FrontierDriver.SITES);
    }

    private static void work(FrontierDriver driver) {
        for (int i = 0; i < STEPS; i++) {
            driver.step();
        }
    }

    private static void crash(long seed, int step, Random chance) {
        CrashDisk disk = new CrashDisk().crashAt(step);
        try (MemoryManager memory = new MemoryManager(64 << 20)) {
            try (Region region = memory.query("crawl", 64 << 20)) {
                FrontierDriver driver = driver(seed, disk, region);
                assertThrows(
                        CrashDisk.Crash.class,
                        () -> {
                            driver.open();
                            work(driver);
                        },
                        () -> "seed=" + seed + " step=" + step);
                if (driver.frontier != null) {
                    driver.close();
                }
                driver.restart(disk.left(chance));
                for (int i = 0; i < 50; i++) {
                    driver.step();
                }
                driver.drain();
                driver.close();
            }
            assertEquals(0, memory.used());
        }
    }

    @Test
    void aFullDiskIsSaidAndTheLastMarkStays() {
        CrashDisk disk = new CrashDisk();
        try (MemoryManager memory = new MemoryManager(64 << 20);
                Region region = memory.query("crawl", 64 << 20)) {
            FrontierDriver driver = driver(5, disk, region);
            driver.open();
            work(driver);
            driver.mark();
            disk.fullAt(disk.steps() + 20);
            TelegraphException full = assertThrows(TelegraphException.class, () -> work(driver));
            assertEquals(SqlState.DISK_FULL, full.state());
            driver.close();
            driver.restart(disk.fullAt(Integer.MAX_VALUE));
            driver.drain();
            driver.close();
        }
    }
}
