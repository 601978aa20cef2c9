package telegraph.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import telegraph.ground.TelegraphException;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;

/// The sandboxes this process has open through JDBC, each once, however many connections it has.
///
/// A directory belongs to one process, and in it to one opening; the first connection opens it and
/// the last closes it. There is one such register in a process, whoever made the driver.
///
/// Threads: any.
final class Sandboxes {
    /// The one of this process.
    static final Sandboxes OF_PROCESS = new Sandboxes();

    private final Map<String, Opened> opened = new HashMap<>();

    private Sandboxes() {}

    private static final class Opened {
        private final Telegraph telegraph;
        private final Map<String, String> settings;
        private int connections;

        Opened(Telegraph telegraph, Map<String, String> settings) {
            this.telegraph = telegraph;
            this.settings = settings;
        }
    }

    /// One connection's share of an open sandbox.
    final class Sandbox implements AutoCloseable {
        private final String key;
        private final Opened shared;
        private boolean closed;

        private Sandbox(String key, Opened shared) {
            this.key = key;
            this.shared = shared;
        }

        Session session() {
            return shared.telegraph.session();
        }

        long memoryUsed() {
            return shared.telegraph.memoryUsed();
        }

        /// Gives the share back.
        @Override
        public void close() {
            synchronized (opened) {
                if (!closed) {
                    closed = true;
                    if (--shared.connections == 0) {
                        opened.remove(key);
                        shared.telegraph.close();
                    }
                }
            }
        }
    }

    /// Opens a sandbox, or shares it if it is open with the same settings.
    ///
    /// @throws TelegraphException if another process has it, or a setting is wrong
    Sandbox open(Address address) {
        synchronized (opened) {
            String key = address.isUnnamed() ? "" : key(address);
            Opened shared = opened.get(key);
            if (shared == null) {
                shared = new Opened(opened(address), address.settings());
                if (!address.isUnnamed()) {
                    opened.put(key, shared);
                }
            } else if (!shared.settings.equals(address.settings())) {
                throw TelegraphException.input(
                        "connections that share a sandbox give the same settings: first="
                                + shared.settings.keySet()
                                + " now="
                                + address.settings().keySet()
                                + ". Use SET in the connection for what is its own.");
            }
            shared.connections++;
            return new Sandbox(key, shared);
        }
    }

    private static Telegraph opened(Address address) {
        return address.isMemory()
                ? Telegraph.openInMemory(address.settings(), System.getenv())
                : Telegraph.open(address.directory(), address.settings(), System.getenv());
    }

    /// Two names of one directory are one sandbox.
    private static String key(Address address) {
        if (address.isMemory()) {
            return address.place();
        }
        try {
            Path directory = address.directory().toAbsolutePath().normalize();
            return Files.exists(directory)
                    ? directory.toRealPath().toString()
                    : directory.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
