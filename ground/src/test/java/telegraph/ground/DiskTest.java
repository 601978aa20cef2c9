package telegraph.ground;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What every disk does alike, in memory and of the machine.
class DiskTest {
    @TempDir Path directory;

    enum Kind {
        FILES,
        MEMORY;

        Disk disk() {
            return switch (this) {
                case FILES -> Disk.FILES;
                case MEMORY -> Disk.inMemory(8 << 20);
            };
        }
    }

    private Disk made(Kind kind) throws IOException {
        Disk disk = kind.disk();
        disk.createDirectories(directory.resolve("a/b"));
        return disk;
    }

    private static byte[] read(Disk.DiskFile file, long offset, int count) throws IOException {
        byte[] bytes = new byte[count];
        file.read(MemorySegment.ofArray(bytes), offset);
        return bytes;
    }

    private static MemorySegment bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return MemorySegment.ofArray(bytes);
    }

    @ParameterizedTest
    @EnumSource
    void aFileReadsAsAnArrayWrittenAndResizedAtRandom(Kind kind) throws IOException {
        long seed = 7;
        Random random = new Random(seed);
        byte[] model = new byte[300_000];
        int size = 0;
        try (Disk.DiskFile file = made(kind).create(directory.resolve("a/f"))) {
            for (int step = 0; step < 300; step++) {
                int offset = random.nextInt(model.length);
                int count = random.nextInt(model.length - offset) / (1 + random.nextInt(50));
                if (random.nextInt(10) == 0) {
                    file.resize(offset);
                    Arrays.fill(model, offset, model.length, (byte) 0);
                    size = offset;
                } else if (count > 0) {
                    byte[] written = new byte[count];
                    random.nextBytes(written);
                    file.write(MemorySegment.ofArray(written), offset);
                    System.arraycopy(written, 0, model, offset, count);
                    size = Math.max(size, offset + count);
                }
                assertEquals(size, file.size(), "seed=" + seed + " step=" + step);
                assertArrayEquals(
                        Arrays.copyOf(model, size),
                        read(file, 0, size),
                        "seed=" + seed + " step=" + step);
            }
            int end = size;
            assertThrows(EOFException.class, () -> read(file, end, 1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void createEmptiesAFileAndOpenKeepsIt(Kind kind) throws IOException {
        Disk disk = made(kind);
        Path path = directory.resolve("f");
        try (Disk.DiskFile file = disk.create(path)) {
            file.write(bytes(1, 2, 3), 0);
            file.sync();
        }
        try (Disk.DiskFile file = disk.open(path)) {
            assertArrayEquals(new byte[] {2, 3}, read(file, 1, 2));
        }
        try (Disk.DiskFile file = disk.create(path)) {
            assertEquals(0, file.size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFileToBeReadIsNotMade(Kind kind) throws IOException {
        Disk disk = made(kind);
        Path path = directory.resolve("f");
        assertThrows(NoSuchFileException.class, () -> disk.openToRead(path));
        assertEquals(0, disk.size(path));
        assertFalse(disk.exists(path));
        disk.writeText(path, "abc");
        assertEquals(3, disk.size(path));
        try (Disk.DiskFile file = disk.openToRead(path)) {
            assertArrayEquals(new byte[] {'b', 'c'}, read(file, 1, 2));
            Thread.currentThread().interrupt(); // which closes channels
            assertArrayEquals(new byte[] {'a'}, read(file, 0, 1));
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void aFileToBeReadNeedNotBeWritable() throws IOException {
        Path path = directory.resolve("f");
        Disk.FILES.writeText(path, "abc");
        assertTrue(path.toFile().setWritable(false));
        try (Disk.DiskFile file = Disk.FILES.openToRead(path)) {
            assertArrayEquals(new byte[] {'a'}, read(file, 0, 1));
            assertThrows(NonWritableChannelException.class, () -> file.write(bytes(1), 0));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMoveReplacesTheTarget(Kind kind) throws IOException {
        Disk disk = made(kind);
        disk.writeText(directory.resolve("old"), "old");
        disk.writeText(directory.resolve("a/new"), "new");
        disk.move(directory.resolve("a/new"), directory.resolve("old"));
        disk.syncDirectory(directory);
        assertEquals("new", disk.readText(directory.resolve("old")));
        assertFalse(disk.exists(directory.resolve("a/new")));
        assertThrows(
                NoSuchFileException.class,
                () -> disk.move(directory.resolve("none"), directory.resolve("old")));
    }

    @ParameterizedTest
    @EnumSource
    void aDirectoryMovesWithAllBelowIt(Kind kind) throws IOException {
        Disk disk = made(kind);
        disk.writeText(directory.resolve("a/b/f"), "deep");
        disk.move(directory.resolve("a"), directory.resolve("c"));
        assertEquals("deep", disk.readText(directory.resolve("c/b/f")));
        assertFalse(disk.exists(directory.resolve("a")));
        assertEquals(List.of(directory.resolve("c")), disk.list(directory));
    }

    @ParameterizedTest
    @EnumSource
    void aListIsInOrderOfNameAndOneLevelDeep(Kind kind) throws IOException {
        Disk disk = made(kind);
        disk.writeText(directory.resolve("z"), "");
        disk.writeText(directory.resolve("a/y"), "");
        assertEquals(List.of(directory.resolve("a"), directory.resolve("z")), disk.list(directory));
        assertThrows(NoSuchFileException.class, () -> disk.list(directory.resolve("none")));
    }

    @ParameterizedTest
    @EnumSource
    void onlyEmptyDirectoriesAreDeleted(Kind kind) throws IOException {
        Disk disk = made(kind);
        assertThrows(DirectoryNotEmptyException.class, () -> disk.delete(directory.resolve("a")));
        disk.delete(directory.resolve("a/b"));
        disk.delete(directory.resolve("a"));
        disk.delete(directory.resolve("a"));
        assertFalse(disk.exists(directory.resolve("a")));
        assertThrows(NoSuchFileException.class, () -> disk.open(directory.resolve("a/f")));
    }

    @ParameterizedTest
    @EnumSource
    void aLockIsHadOnceAtATime(Kind kind) throws IOException {
        Disk disk = made(kind);
        Path path = directory.resolve("lock");
        Disk.Lock lock = disk.lock(path).orElseThrow();
        assertEquals(Optional.empty(), disk.lock(path));
        lock.close();
        disk.lock(path).orElseThrow().close();
    }

    @Test
    void whyAFileFailedIsSaidWhereTheSystemNamesTheFileAlone() {
        Path file = Path.of("/a");
        String said =
                Disk.failure("a page must be written", file, new AccessDeniedException("/a"))
                        .getMessage();
        assertTrue(said.contains("cause=permission denied"), said);
        said = Disk.failure("a", file, new FileAlreadyExistsException("/a")).getMessage();
        assertTrue(said.contains("cause=there is a file of that name"), said);
        said = Disk.failure("a", file, new IOException("it broke")).getMessage();
        assertTrue(said.contains("cause=it broke"), said);
    }

    @Test
    void aFullDiskInMemoryTakesNothingOfAWriteAndHasRoomAfterADelete() throws IOException {
        Disk disk = Disk.inMemory(256 << 10);
        MemorySegment much = MemorySegment.ofArray(new byte[200 << 10]);
        Path a = Path.of("/a");
        Disk.DiskFile file = disk.create(a);
        try (Disk.DiskFile other = disk.create(Path.of("/b"))) {
            file.write(much, 0);
            IOException e = assertThrows(IOException.class, () -> other.write(much, 0));
            assertEquals(0, other.size());
            assertEquals(SqlState.DISK_FULL, Disk.failure("a page must be written", a, e).state());
            disk.delete(a);
            assertArrayEquals(new byte[1], read(file, 0, 1));
            assertThrows(IOException.class, () -> other.write(much, 0));
            file.close();
            other.write(much, 0);
            assertEquals(much.byteSize(), other.size());
        }
        assertTrue(disk.exists(Path.of("/b")));
    }
}
