package telegraph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.Disk;
import telegraph.ground.SandboxLock;
import telegraph.ground.TelegraphException;

/// What is kept on disk by one process and must survive, or not survive, the next.
class SandboxTest {
    private static final long MIB = 1 << 20;

    @TempDir Path directory;

    /// Takes the sandbox and opens a spill in another process, says so, and waits to be killed.
    static final class OtherProcess {
        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            SandboxLock.take(Disk.FILES, directory, ProcessHandle.current().pid());
            MemoryManager memory =
                    new MemoryManager(
                            MIB, SpillSpace.open(Disk.FILES, directory.resolve("spill"), MIB));
            Region query = memory.query("q", MIB);
            query.spill().append(RandomBatches.numbers(query, 0, 10));
            System.out.println("ready");
            System.out.flush();
            Thread.sleep(60_000);
        }
    }

    private Process startOther() throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                OtherProcess.class.getName(),
                                directory.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        assertEquals("ready", process.inputReader().readLine());
        return process;
    }

    private List<Path> spillFiles() throws IOException {
        try (var files = Files.walk(directory)) {
            return files.filter(f -> f.toString().endsWith(".spill")).toList();
        }
    }

    @Test
    void aSecondProcessIsKeptOutAndACrashedOneIsCleanedUpAfter() throws Exception {
        Process other = startOther();
        try {
            TelegraphException e =
                    assertThrows(
                            TelegraphException.class,
                            () -> SandboxLock.take(Disk.FILES, directory, 1));
            assertTrue(e.getMessage().contains("directory=" + directory), e.getMessage());
            assertTrue(e.getMessage().contains("pid=" + other.pid()), e.getMessage());
            // The spills of a living process stay.
            SpillSpace.open(Disk.FILES, directory.resolve("spill"), MIB).close();
            assertEquals(1, spillFiles().size());
        } finally {
            other.destroyForcibly();
            assertTrue(other.waitFor(120, TimeUnit.SECONDS));
        }
        SandboxLock.take(Disk.FILES, directory, 1).close();
        assertEquals(1, spillFiles().size());
        SpillSpace.open(Disk.FILES, directory.resolve("spill"), MIB).close();
        assertEquals(List.of(), spillFiles());
    }

    @Test
    void oneProcessCannotTakeASandboxTwice() {
        try (SandboxLock lock = SandboxLock.take(Disk.FILES, directory, 42)) {
            for (int i = 0; i < 2; i++) {
                TelegraphException e =
                        assertThrows(
                                TelegraphException.class,
                                () -> SandboxLock.take(Disk.FILES, directory, 43));
                assertTrue(e.getMessage().contains("pid=42"), e.getMessage());
            }
            assertEquals(directory, lock.directory());
        }
        SandboxLock.take(Disk.FILES, directory, 43).close();
    }

    @Test
    void aDirectoryThatCannotBeMadeIsNamed() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        for (Path bad : List.of(file, file.resolve("below"))) {
            TelegraphException e =
                    assertThrows(
                            TelegraphException.class, () -> SandboxLock.take(Disk.FILES, bad, 1));
            assertEquals(TelegraphException.Kind.RESOURCE, e.kind());
            assertTrue(e.getMessage().contains("directory=" + bad), e.getMessage());
            assertThrows(TelegraphException.class, () -> SpillSpace.open(Disk.FILES, bad, MIB));
        }
    }

    @Test
    void twoSpillSpacesOfOneProcessKeepApart() throws IOException {
        try (SpillSpace one = SpillSpace.open(Disk.FILES, directory, MIB);
                MemoryManager memory = new MemoryManager(MIB, one)) {
            Region query = memory.query("q", MIB);
            Batch batch = RandomBatches.numbers(query, 0, 10);
            int number = query.spill().append(batch);
            SpillSpace.open(Disk.FILES, directory, MIB).close();
            SpillSpace.open(Disk.FILES, directory, MIB).close();
            Batch back = query.spill().read(number, query);
            assertEquals(9, back.longAt(0, 9));
            assertTrue(one.used() > 0);
            query.close();
            assertEquals(0, one.used());
            assertEquals(List.of(), spillFiles());
            assertEquals(0, memory.used());
        }
    }

    @Test
    void anInterruptedThreadDoesNotCloseTheFileForOthers() {
        SpillSpace space = SpillSpace.open(Disk.FILES, directory, MIB);
        try (MemoryManager memory = new MemoryManager(MIB, space);
                Region query = memory.query("q", MIB)) {
            Batch batch = RandomBatches.numbers(query, 5, 10);
            Thread.currentThread().interrupt();
            int number = query.spill().append(batch);
            assertTrue(Thread.interrupted());
            Thread.currentThread().interrupt();
            Batch back = query.spill().read(number, query);
            assertTrue(Thread.interrupted());
            assertEquals(5, back.longAt(0, 0));
            assertEquals(5, query.spill().read(number, query).longAt(0, 0));
        }
    }

    @Test
    void aFullDiskFailsTheQueryWithItsOwnWords() {
        SpillSpace space =
                SpillSpace.open(new OtherWrites(SandboxTest::full), directory, 100 * MIB);
        try (MemoryManager memory = new MemoryManager(64 * MIB, space)) {
            Region query = memory.query("q", MIB);
            BatchStore store = new BatchStore(query);
            TelegraphException e =
                    assertThrows(
                            TelegraphException.class,
                            () -> {
                                for (int i = 0; i < 100; i++) {
                                    Batch batch = RandomBatches.numbers(query, 0, 4096);
                                    store.append(batch);
                                    batch.unpin();
                                }
                            });
            assertEquals(TelegraphException.Kind.RESOURCE, e.kind());
            assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
            assertFalse(Thread.interrupted());
            // What did not reach the disk is still in memory.
            for (int id = 0; id < store.size(); id++) {
                assertEquals(4095, store.pin(id).longAt(0, 4095));
                store.unpin(id);
            }
            query.close();
            assertEquals(0, memory.used());
        }
    }

    private static void full(Disk.DiskFile to, MemorySegment from, long offset) throws IOException {
        throw new IOException("No space left on device");
    }

    @Test
    void aBatchThatEndsWhileItIsWrittenIsNotKept() {
        Batch[] written = new Batch[1];
        Disk disk =
                new OtherWrites((to, from, offset) -> {
                    written[0].unpin();
                    to.write(from, offset);
                });
        SpillSpace space = SpillSpace.open(disk, directory, MIB);
        try (MemoryManager memory = new MemoryManager(MIB, space);
                Region query = memory.query("q", MIB)) {
            written[0] = RandomBatches.numbers(query, 1111, 10);
            assertThrows(IllegalStateException.class, () -> query.spill().append(written[0]));
            assertThrows(IllegalStateException.class, () -> query.spill().append(written[0]));
            assertEquals(0, query.spill().size());
        }
        assertEquals(0, space.used());
    }

    @Test
    void aQueryWhoseFileStaysKeepsNoOtherFromClosing() {
        Disk disk =
                new OtherWrites(Disk.DiskFile::write) {
                    @Override
                    public void delete(Path path) throws IOException {
                        throw new IOException("permission denied");
                    }
                };
        MemoryManager memory =
                new MemoryManager(16 * MIB, SpillSpace.open(disk, directory, 16 * MIB));
        List<Region> queries = new ArrayList<>();
        for (int q = 0; q < 3; q++) {
            Region query = memory.query("q" + q, MIB);
            query.spill().append(RandomBatches.numbers(query, 0, 10));
            queries.add(query);
        }
        TelegraphException failed = assertThrows(TelegraphException.class, memory::close);
        assertTrue(failed.getMessage().contains("cannot be deleted"), failed.getMessage());
        assertEquals(2, failed.getSuppressed().length);
        queries.forEach(query -> assertTrue(query.isClosed(), query.name()));
        assertEquals(0, memory.used());
    }

    /// A disk that does something else when it is to write.
    private static class OtherWrites implements Disk {
        private final Write write;

        private interface Write {
            void write(DiskFile to, MemorySegment from, long offset) throws IOException;
        }

        private OtherWrites(Write write) {
            this.write = write;
        }

        @Override
        public DiskFile create(Path path) throws IOException {
            DiskFile file = FILES.create(path);
            return new DiskFile() {
                @Override
                public void write(MemorySegment from, long offset) throws IOException {
                    write.write(file, from, offset);
                }

                @Override
                public void read(MemorySegment to, long offset) throws IOException {
                    file.read(to, offset);
                }

                @Override
                public void sync() throws IOException {
                    file.sync();
                }

                @Override
                public long size() throws IOException {
                    return file.size();
                }

                @Override
                public void resize(long size) throws IOException {
                    file.resize(size);
                }

                @Override
                public void close() throws IOException {
                    file.close();
                }
            };
        }

        @Override
        public DiskFile open(Path path) throws IOException {
            return create(path);
        }

        @Override
        public boolean exists(Path path) throws IOException {
            return FILES.exists(path);
        }

        @Override
        public void move(Path from, Path to) throws IOException {
            FILES.move(from, to);
        }

        @Override
        public void syncDirectory(Path directory) throws IOException {
            FILES.syncDirectory(directory);
        }

        @Override
        public void createDirectories(Path path) throws IOException {
            FILES.createDirectories(path);
        }

        @Override
        public List<Path> list(Path path) throws IOException {
            return FILES.list(path);
        }

        @Override
        public void delete(Path path) throws IOException {
            FILES.delete(path);
        }

        @Override
        public Optional<Lock> lock(Path path) throws IOException {
            return FILES.lock(path);
        }

        @Override
        public String readText(Path path) throws IOException {
            return FILES.readText(path);
        }

        @Override
        public void writeText(Path path, String text) throws IOException {
            FILES.writeText(path, text);
        }
    }
}
