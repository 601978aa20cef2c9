package telegraph.crawler.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import telegraph.crawler.mark.FrontierLimits;
import telegraph.ground.Disk;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Seeds;

/// Random work on a frontier whose every part is too small for it, held against [ModelFrontier]:
/// flushes, sites that take turns, slots that are merged into the file, segments that die, restarts
/// from marks.
final class FrontierModelTest {
    private static final int STEPS = 2_000;
    private static final int PHASES = 3;

    /// Shares in which nothing fits, and in other memory other things.
    static Shares tiny(long memoryBytes, int sitesActive) {
        if (memoryBytes > FrontierLimits.MEMORY_MIN) {
            return new Shares(
                    512, 150, 5 << 10, 12 << 10, 1440, 128, 256, 16 << 10, 16 << 10, 1 << 20);
        }
        return new Shares(256, 300, 8 << 10, 16 << 10, 720, 64, 128, 16 << 10, 16 << 10, 1 << 20);
    }

    static FrontierLimits limits(int sitesActive, int requestsPerAddress) {
        return new FrontierLimits(
                FrontierLimits.MEMORY_MIN, sitesActive, 2, 3, requestsPerAddress, 5, 1 << 30);
    }

    @Test
    void everyUrlComesOutOnceInOrderAndInTime() {
        Seeds.run(24, (seed, _) -> run(seed));
    }

    private static void run(long seed) {
        try (MemoryManager memory = new MemoryManager(64 << 20)) {
            try (Region region = memory.query("crawl", 64 << 20)) {
                Disk disk = Disk.inMemory();
                FrontierLimits limits = limits(2 + (int) (seed % 7), 1 + (int) (seed % 2));
                FrontierDriver driver =
                        new FrontierDriver(seed, disk, region, limits, FrontierModelTest::tiny)
                                .sites(seed % 3 == 0 ? 400 : FrontierDriver.SITES);
                driver.open();
                for (int phase = 0; phase < PHASES; phase++) {
                    phase(driver, seed, disk);
                }
                assertTrue(driver.finished > 1_000, "finished=" + driver.finished);
                assertTrue(driver.sifted > 20, "sifted=" + driver.sifted);
                driver.close();
            }
            assertEquals(0, memory.used());
        }
    }

    /// Random work, and then all that is left; whoever restarts has nothing or little in the log.
    private static void phase(FrontierDriver driver, long seed, Disk disk) {
        for (int i = 0; i < STEPS; i++) {
            driver.step();
            if (seed % 4 == 1 && driver.random.nextInt(800) == 0) {
                driver.close();
                driver.restart(disk);
            }
        }
        driver.drain();
        if (driver.random.nextBoolean()) {
            driver.mark();
        }
        if (driver.random.nextBoolean()) {
            driver.close();
            driver.restart(disk);
            if (driver.random.nextBoolean()) {
                driver.drain();
            }
        }
    }
}
