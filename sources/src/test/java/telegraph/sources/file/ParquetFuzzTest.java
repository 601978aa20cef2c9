package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.Source;
import telegraph.memory.TelegraphException;
import telegraph.sources.FileFormat;
import telegraph.sources.FileSources;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// Whole files with some bytes changed, or cut off, are read as something or refused with an error
/// that names the file; nothing else happens. A failing case prints its seed.
class ParquetFuzzTest {
    private static final Path FILES = Path.of("src/test/resources/parquet");
    private static final int CASES = 150;

    @TempDir Path folder;

    @Test
    void damagedFilesAreReadOrRefused() throws Exception {
        int refused = 0;
        List<String> names = List.of("types-none", "types-snappy", "types-zstd", "rows", "indexed");
        for (String name : names) {
            byte[] whole = Files.readAllBytes(FILES.resolve(name + ".parquet"));
            for (long seed = 0; seed < CASES; seed++) {
                refused += isRefused(damaged(whole, seed), name + " seed=" + seed) ? 1 : 0;
            }
        }
        int cases = names.size() * CASES;
        assertTrue(refused > cases / 4 && refused < cases, refused + " of " + cases);
    }

    private static byte[] damaged(byte[] whole, long seed) {
        Random random = new Random(seed);
        if (random.nextInt(20) == 0) {
            return Arrays.copyOf(whole, random.nextInt(whole.length));
        }
        byte[] bytes = whole.clone();
        // Half of the damage is in the footer, since most of the file is pages.
        int from = random.nextBoolean() ? 4 : bytes.length - Math.min(3000, bytes.length / 2);
        for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
            int at = from + random.nextInt(bytes.length - 8 - from);
            bytes[at] =
                    random.nextBoolean()
                            ? (byte) random.nextInt(256)
                            : (byte) (bytes[at] ^ 1 << random.nextInt(8));
        }
        return bytes;
    }

    private boolean isRefused(byte[] bytes, String what) throws Exception {
        Path file = folder.resolve("damaged.parquet");
        Files.write(file, bytes);
        try {
            Source source =
                    new FileSources(folder, RemoteFiles.NONE, () -> Reach.ALL)
                            .open("damaged.parquet", FileFormat.AUTO, Map.of());
            Table.sample(source, 1);
            Table.read(source);
            return false;
        } catch (TelegraphException e) {
            assertTrue(
                    e.kind() == TelegraphException.Kind.INPUT
                            || e.kind() == TelegraphException.Kind.RESOURCE,
                    () -> what + " " + e);
            return true;
        } catch (Exception | Error e) {
            throw new AssertionError(what, e);
        }
    }
}
