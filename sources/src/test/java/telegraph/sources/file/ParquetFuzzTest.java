package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.source.Source;
import telegraph.ground.TelegraphException;
import telegraph.sources.FileFormat;
import telegraph.sources.FileSources;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// Whole files with bits flipped, bytes changed, pieces left out or doubled, or cut off, are read
/// as something or refused with an error that names the file, in our words; nothing else happens. A
/// failing case prints its seed.
@Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ParquetFuzzTest {
    private static final Path FILES = Path.of("src/test/resources/parquet");
    private static final int CASES = 60;
    private static final int CASES_LONG = 5_000;
    private static final long NANOS_MAX = 20_000_000_000L;

    /// What libraries and the JDK say, and a user should not be told.
    private static final Pattern FOREIGN =
            Pattern.compile(
                    "java\\.|apache|thrift|Exception|Socket|Cannot invoke|invalid |null\\b|past"
                            + " RLE|out of bounds|BigInteger|Malformed|Expected |annotate");

    @TempDir Path folder;

    @Test
    void damagedFilesAreReadOrRefused() throws Exception {
        damage(CASES);
    }

    @Test
    @Tag("slow")
    void manyDamagedFilesAreReadOrRefused() throws Exception {
        damage(CASES_LONG);
    }

    private void damage(int casesOfFile) throws Exception {
        int refused = 0;
        List<String> names =
                List.of(
                        "types-none",
                        "types-snappy",
                        "types-gzip",
                        "types-zstd",
                        "types-lz4",
                        "rows",
                        "int96",
                        "indexed",
                        "lists");
        for (String name : names) {
            byte[] whole = Files.readAllBytes(FILES.resolve(name + ".parquet"));
            for (long seed = 0; seed < casesOfFile; seed++) {
                refused += isRefused(damaged(whole, seed), name + " seed=" + seed) ? 1 : 0;
            }
        }
        int cases = names.size() * casesOfFile;
        assertTrue(refused > cases / 4 && refused < cases, refused + " of " + cases);
    }

    private static byte[] damaged(byte[] whole, long seed) {
        Random random = new Random(seed * 0x9e3779b97f4a7c15L);
        int from = random.nextInt(whole.length);
        int count = 1 + random.nextInt(Math.min(200, whole.length - from));
        return switch (random.nextInt(20)) {
            case 0 -> Arrays.copyOf(whole, from);
            case 1 -> joined(whole, from, from + count);
            case 2 -> joined(whole, from + count, from);
            default -> changed(whole, random);
        };
    }

    /// The bytes up to one place, and then those from another on.
    private static byte[] joined(byte[] whole, int end, int start) {
        byte[] bytes = Arrays.copyOf(whole, end + whole.length - start);
        System.arraycopy(whole, start, bytes, end, whole.length - start);
        return bytes;
    }

    private static byte[] changed(byte[] whole, Random random) {
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
        long begun = System.nanoTime();
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
            assertTrue(e.getMessage().contains("damaged.parquet"), () -> what + " " + e);
            assertFalse(FOREIGN.matcher(e.getMessage()).find(), () -> what + " " + e);
            return true;
        } catch (Exception | Error e) {
            throw new AssertionError(what, e);
        } finally {
            long nanos = System.nanoTime() - begun;
            assertTrue(nanos < NANOS_MAX, () -> what + " took ns=" + nanos);
        }
    }
}
