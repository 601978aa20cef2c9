package telegraph.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A folder for as long as something is measured in it.
final class TemporaryFolder {
    private TemporaryFolder() {}

    /// A measurement that needs a folder.
    interface Measured<R> {
        R in(Path folder) throws IOException, InterruptedException;
    }

    static <R> R with(Measured<R> measured) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("bench");
        try {
            return measured.in(folder);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
