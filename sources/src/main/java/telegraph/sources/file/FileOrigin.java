package telegraph.sources.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;
import telegraph.engine.meter.Meter;
import telegraph.ground.TelegraphException;
import telegraph.sources.RemoteFile;
import telegraph.sources.RemoteFiles;

/// Where the bytes of one file come from.
///
/// Threads: any.
public sealed interface FileOrigin {
    /// The path or address as the user wrote it.
    String name();

    /// Starts to read from the first byte.
    ///
    /// @throws TelegraphException of kind INPUT if there is nothing to read, naming the file
    Opened open(Meter meter) throws IOException, InterruptedException;

    /// Bytes of the file, if they are known without asking the network.
    OptionalLong size();

    /// Whether bytes come at the pace of a network.
    boolean isRemote();

    /// A file being read.
    ///
    /// @param mediaType what a server said it is, or ""
    record Opened(InputStream in, OptionalLong size, String mediaType, AutoCloseable handle)
            implements AutoCloseable {
        @Override
        public void close() throws IOException {
            try {
                handle.close();
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException("cannot close a file: " + e.getMessage(), e);
            }
        }
    }

    /// A file of this machine.
    record Local(String name, Path path) implements FileOrigin {
        @Override
        public Opened open(Meter meter) throws IOException {
            try {
                InputStream in = Files.newInputStream(path);
                return new Opened(in, size(), "", in);
            } catch (NoSuchFileException e) {
                throw FileNames.missing(name, path);
            } catch (AccessDeniedException e) {
                throw denied(name, e);
            }
        }

        public static TelegraphException denied(String name, AccessDeniedException cause) {
            return TelegraphException.input(
                    "a file must be readable by this user: file="
                            + name
                            + ". Change its permissions, or those of the folders above it.",
                    cause);
        }

        @Override
        public OptionalLong size() {
            long bytes = path.toFile().length();
            return OptionalLong.of(bytes);
        }

        @Override
        public boolean isRemote() {
            return false;
        }
    }

    /// A file at an http address.
    record Remote(String name, RemoteFiles files) implements FileOrigin {
        @Override
        public Opened open(Meter meter) throws IOException, InterruptedException {
            RemoteFile file = files.open(name, meter);
            return new Opened(file.body(), file.size(), file.mediaType(), file);
        }

        @Override
        public OptionalLong size() {
            return OptionalLong.empty();
        }

        @Override
        public boolean isRemote() {
            return true;
        }
    }
}
