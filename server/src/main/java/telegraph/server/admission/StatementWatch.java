package telegraph.server.admission;

import java.util.Optional;

/// One who follows a statement that somebody else has asked for, from any moment on: first how it
/// stands, then what changes. Who looks seldom sees the latest and not what was between.
///
/// Threads: [#poll] one at a time.
public final class StatementWatch implements AutoCloseable {
    private final Told told;
    private final Runnable changed;
    private final Told.Position position = new Told.Position();

    StatementWatch(Told told, Runnable changed) {
        this.told = told;
        this.changed = changed;
    }

    void changed() {
        changed.run();
    }

    /// What was not seen yet, or empty if that is nothing for now. Never waits.
    public Optional<Seen> poll() {
        return told.after(position);
    }

    /// Whether the last was seen.
    public boolean isOver() {
        return position.isOver();
    }

    /// Nobody is told of changes any more.
    @Override
    public void close() {
        told.forget(this);
    }
}
