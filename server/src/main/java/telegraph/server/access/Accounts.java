package telegraph.server.access;

import java.nio.file.Path;
import telegraph.memory.TelegraphException;

/// The users of a server, and whether a name and a proof are one of them.
///
/// Threads: any.
public final class Accounts {
    /// Lets everybody in, by whatever name.
    public static final Accounts EVERYBODY = new Accounts(true);

    private final boolean open;

    private Accounts(boolean open) {
        this.open = open;
    }

    /// The users of a file.
    ///
    /// @throws TelegraphException if it cannot be read
    public static Accounts read(Path file) {
        throw TelegraphException.input("password files cannot be read: file=" + file);
    }

    /// Whether nobody has to prove anything.
    public boolean isOpen() {
        return open;
    }
}
