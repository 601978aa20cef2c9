package telegraph.ground;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Optional;

/// Keeps a second process out of a sandbox directory while this one uses it.
///
/// Held by a lock on the file `lock`, which the system drops when the process ends, however it
/// ends. The file `pid` beside it only says whom to look for; it cannot be the locked file itself,
/// because closing that after writing it would drop the lock.
///
/// Threads: any.
public final class SandboxLock implements AutoCloseable {
    private final Disk.Lock lock;
    private final Path directory;

    private SandboxLock(Disk.Lock lock, Path directory) {
        this.lock = lock;
        this.directory = directory;
    }

    /// Takes the sandbox, making its directory if it is not there.
    ///
    /// @param pid the number of this process, for the message another one gets
    /// @throws TelegraphException of kind RESOURCE if another process has it or it cannot be
    ///   written
    public static SandboxLock take(Disk disk, Path directory, long pid) {
        try {
            disk.createLastingDirectories(directory);
            Optional<Disk.Lock> lock = disk.lock(directory.resolve("lock"));
            if (lock.isEmpty()) {
                String holder = disk.readText(directory.resolve("pid")).strip();
                throw TelegraphException.resource(
                        "a sandbox is used by one process at a time: directory="
                                + directory
                                + " pid="
                                + (holder.isEmpty() ? "unknown" : holder)
                                + ". If it is telegraph serve, connect to it with psql or a browser;"
                                + " else wait for it to end, or name another directory with --data.");
            }
            disk.writeText(directory.resolve("pid"), pid + "\n");
            return new SandboxLock(lock.get(), directory);
        } catch (IOException e) {
            throw TelegraphException.resource(
                    "a sandbox directory must be one that can be written: directory="
                            + directory
                            + " cause="
                            + cause(e)
                            + ". Name another directory with --data.",
                    e);
        }
    }

    private static String cause(IOException e) {
        return switch (e) {
            case FileAlreadyExistsException _ -> "it is a file";
            case AccessDeniedException _ -> "permission denied";
            case FileSystemException failed when failed.getReason() != null -> failed.getReason();
            case FileSystemException failed -> "cannot make " + failed.getFile();
            default -> String.valueOf(e.getMessage());
        };
    }

    public Path directory() {
        return directory;
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw TelegraphException.resource(
                    "the lock of a sandbox cannot be released: directory=" + directory, e);
        }
    }
}
