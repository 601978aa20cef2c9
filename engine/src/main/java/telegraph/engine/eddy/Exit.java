package telegraph.engine.eddy;

import telegraph.engine.tuple.TupleBatch;

/// Where finished tuples go: to the client, or into groups.
///
/// Threads: one worker; each has its own.
interface Exit extends AutoCloseable {
    /// Takes the selected tuples.
    void accept(TupleBatch tuples) throws InterruptedException;

    /// The worker has finished a piece of work.
    ///
    /// @param idle whether there is no other
    void pause(boolean idle) throws InterruptedException;

    @Override
    void close();
}
