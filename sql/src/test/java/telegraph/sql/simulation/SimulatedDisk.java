package telegraph.sql.simulation;

import java.time.Duration;
import java.util.SplittableRandom;
import telegraph.ground.Disk;
import telegraph.store.page.HookedDisk;
import telegraph.testkit.simulation.SimulatedThreads;

/// What makes a disk take its time, during which others go on.
///
/// Threads: those of the simulated world.
final class SimulatedDisk {
    private static final int READ_NANOS_MAX = 100_000;
    private static final int WRITE_NANOS_MAX = 50_000;
    private static final int SYNC_NANOS_MAX = 4_000_000;

    private final SimulatedThreads threads;
    private final SplittableRandom random;

    private SimulatedDisk(SimulatedThreads threads, long seed) {
        this.threads = threads;
        this.random = new SplittableRandom(seed);
    }

    /// The same disk, but slow.
    static Disk over(Disk disk, SimulatedThreads threads, long seed) {
        SimulatedDisk pace = new SimulatedDisk(threads, seed);
        HookedDisk slow = new HookedDisk(disk);
        slow.onRead = _ -> pace.take(READ_NANOS_MAX);
        slow.onWrite = _ -> pace.take(WRITE_NANOS_MAX);
        slow.onMove = _ -> pace.take(WRITE_NANOS_MAX);
        slow.onSync = _ -> pace.take(SYNC_NANOS_MAX);
        slow.onSyncDirectory = _ -> pace.take(SYNC_NANOS_MAX);
        return slow;
    }

    /// As a system call does, which an interrupt does not end.
    private void take(int nanosMax) {
        boolean interrupted = Thread.interrupted();
        long end = threads.nanos() + random.nextInt(nanosMax);
        while (threads.nanos() < end) {
            try {
                threads.sleep(Duration.ofNanos(end - threads.nanos()));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
