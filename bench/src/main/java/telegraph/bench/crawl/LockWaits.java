package telegraph.bench.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// Counts how often threads of this process waited for a monitor or parked for a lock, however
/// shortly, by the flight recorder. Who waits for work on a condition does not wait for a lock.
///
/// Threads: one.
final class LockWaits implements AutoCloseable {
    private static final String MONITOR = "jdk.JavaMonitorEnter";
    private static final String PARK = "jdk.ThreadPark";

    private final Recording recording = new Recording();
    private final boolean looks;

    LockWaits(boolean looks) {
        this.looks = looks;
        if (looks) {
            recording.enable(MONITOR).withThreshold(Duration.ZERO).withoutStackTrace();
            recording.enable(PARK).withThreshold(Duration.ZERO).withoutStackTrace();
            recording.start();
        }
    }

    /// `MONITORS PARKS`, `-1 -1` if it did not look.
    String counts() throws IOException {
        if (!looks) {
            return "-1 -1";
        }
        recording.stop();
        Path file = Files.createTempFile("locks", ".jfr");
        try {
            recording.dump(file);
            long monitors = 0;
            long parks = 0;
            try (RecordingFile events = new RecordingFile(file)) {
                while (events.hasMoreEvents()) {
                    RecordedEvent event = events.readEvent();
                    if (event.getEventType().getName().equals(MONITOR)) {
                        monitors++;
                    } else if (isLock(event.getClass("parkedClass"))) {
                        parks++;
                    }
                }
            }
            return monitors + " " + parks;
        } finally {
            Files.delete(file);
        }
    }

    private static boolean isLock(RecordedClass parked) {
        return parked != null
                && parked.getName().startsWith("java.util.concurrent.locks.")
                && parked.getName().endsWith("Sync");
    }

    @Override
    public void close() {
        recording.close();
    }
}
