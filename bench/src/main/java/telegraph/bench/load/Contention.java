package telegraph.bench.load;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// Counts how often working threads had to wait for a monitor, or parked, by the flight recorder.
final class Contention implements AutoCloseable {
    /// How the names of the threads begin that are looked at.
    static final String THREADS = "load-";

    private static final String MONITOR = "jdk.JavaMonitorEnter";
    private static final String PARK = "jdk.ThreadPark";

    private final Recording recording = new Recording();

    /// @param monitors times a thread waited to enter a monitor
    /// @param parks times a thread parked, as it does to wait for a lock
    record Counts(long monitors, long parks) {}

    Contention() {
        recording.enable(MONITOR).withThreshold(Duration.ZERO).withoutStackTrace();
        recording.enable(PARK).withThreshold(Duration.ZERO).withoutStackTrace();
        recording.start();
    }

    Counts counts() throws Exception {
        recording.stop();
        Path file = Files.createTempFile("contention", ".jfr");
        long monitors = 0;
        long parks = 0;
        try {
            recording.dump(file);
            try (RecordingFile events = new RecordingFile(file)) {
                while (events.hasMoreEvents()) {
                    RecordedEvent event = events.readEvent();
                    if (event.getThread() == null
                            || event.getThread().getJavaName() == null
                            || !event.getThread().getJavaName().startsWith(THREADS)) {
                        continue;
                    }
                    if (event.getEventType().getName().equals(MONITOR)) {
                        monitors++;
                    } else if (event.getEventType().getName().equals(PARK)) {
                        parks++;
                    }
                }
            }
        } finally {
            Files.delete(file);
        }
        return new Counts(monitors, parks);
    }

    @Override
    public void close() {
        recording.close();
    }
}
