package telegraph.ground;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// The one door to files that are written; tests put a failing disk behind it.
///
/// What was written is sure to be there after a crash only once [DiskFile#sync] returned for a
/// file's bytes, and [#syncDirectory] for the names made, moved or deleted in a directory.
///
/// Threads: any.
public interface Disk {
    /// The machine's own.
    Disk FILES = new FileDisk();

    /// A new one in memory, of half of the heap at most.
    static Disk inMemory() {
        return inMemory(Runtime.getRuntime().maxMemory() / 2);
    }

    /// A new one in memory, that is full at `bytesMax` bytes.
    static Disk inMemory(long bytesMax) {
        return new MemoryDisk(bytesMax);
    }

    /// What to throw when a file could not be read, written or synced: the rule that was broken,
    /// the file, the cause, and what to do.
    static TelegraphException failure(String rule, Path file, IOException cause) {
        String reason = reason(cause);
        String facts = rule + ": file=" + file + " cause=" + reason;
        return FULL.stream().anyMatch(reason::contains)
                ? TelegraphException.of(
                        SqlState.DISK_FULL, facts + ". Make room on the disk.", cause)
                : TelegraphException.of(SqlState.IO_ERROR, facts + ". Look after the disk.", cause);
    }

    /// Why, in words: the message of some exceptions is the file's name alone.
    private static String reason(IOException cause) {
        return switch (cause) {
            case NoSuchFileException _ -> "there is no such file or directory";
            case FileAlreadyExistsException _ -> "there is a file of that name";
            case AccessDeniedException _ -> "permission denied";
            case EOFException _ -> "it ends too early";
            case ClosedChannelException _ -> "it was closed meanwhile";
            default -> String.valueOf(cause.getMessage());
        };
    }

    /// What systems say when a disk has no room.
    List<String> FULL =
            List.of("No space left", "Disk quota exceeded", "not enough space on the disk");

    /// A new or emptied file, open for reading and writing.
    DiskFile create(Path path) throws IOException;

    /// A file as it is, made empty if it is not there, open for reading and writing.
    DiskFile open(Path path) throws IOException;

    /// A file as it is, to be read only: it may be somebody else's, or on a disk that takes
    /// nothing.
    ///
    /// @throws java.nio.file.NoSuchFileException if it is not there
    default DiskFile openToRead(Path path) throws IOException {
        if (!exists(path)) {
            throw new NoSuchFileException(path.toString());
        }
        return open(path);
    }

    /// Bytes of a file, 0 if it is not there.
    default long size(Path path) throws IOException {
        try (DiskFile file = openToRead(path)) {
            return file.size();
        } catch (NoSuchFileException none) {
            return 0;
        }
    }

    boolean exists(Path path) throws IOException;

    /// Gives a file another name, in the place of whatever has it, in one step.
    void move(Path from, Path to) throws IOException;

    /// Returns when the names in a directory are on the disk as they are now.
    void syncDirectory(Path directory) throws IOException;

    void createDirectories(Path directory) throws IOException;

    /// Makes a directory and those above it that are not there; their names last when it returns.
    default void createLastingDirectories(Path directory) throws IOException {
        Deque<Path> above = new ArrayDeque<>();
        Path path = directory.toAbsolutePath().normalize();
        for (; path.getParent() != null && !exists(path); path = path.getParent()) {
            above.push(path.getParent());
        }
        createDirectories(directory);
        for (Path parent : above) {
            syncDirectory(parent);
        }
    }

    /// The files and directories right below a directory, in order of name.
    List<Path> list(Path directory) throws IOException;

    /// Deletes a file or an empty directory; one that is not there is as good as deleted.
    void delete(Path path) throws IOException;

    /// Takes the lock on a file, making the file if it is not there; empty if another process, or
    /// this one, has it. The lock ends with the process at the latest.
    Optional<Lock> lock(Path path) throws IOException;

    /// A small text, empty if the file is not there.
    String readText(Path path) throws IOException;

    void writeText(Path path, String text) throws IOException;

    /// A lock on a file, until it is closed.
    interface Lock extends AutoCloseable {
        @Override
        void close() throws IOException;
    }

    /// An open file.
    interface DiskFile extends AutoCloseable {
        /// Writes all of `from` at an offset.
        void write(MemorySegment from, long offset) throws IOException;

        /// Fills all of `to` from an offset.
        ///
        /// @throws java.io.EOFException if the file ends before
        void read(MemorySegment to, long offset) throws IOException;

        /// Returns when all that was written before is on the disk.
        void sync() throws IOException;

        /// Bytes from the start to the end.
        long size() throws IOException;

        /// Cuts the file at `size` bytes, or makes it longer with zeros.
        void resize(long size) throws IOException;

        @Override
        void close() throws IOException;
    }
}
