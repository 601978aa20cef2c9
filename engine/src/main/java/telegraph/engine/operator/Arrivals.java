package telegraph.engine.operator;

import telegraph.memory.Batch;

/// The batches of two streams, 0 and 1, in the order in which they come.
///
/// Threads: one.
public interface Arrivals extends AutoCloseable {
    /// Begins; before anything is asked.
    void start();

    /// Whether [#next] of this stream would not wait.
    boolean isReady(int stream);

    /// Waits until a stream has a batch or has ended, and returns which.
    ///
    /// @param preferred the one to return if both have
    int await(int preferred) throws InterruptedException;

    /// The next batch of a stream, pinned for the caller, or null at its end. Waits.
    ///
    /// @throws telegraph.ground.TelegraphException if the rows cannot be had
    Batch next(int stream) throws InterruptedException;

    /// Takes back, with its pin, the batch that was taken last of a stream.
    void giveBack(int stream, Batch batch);

    /// Stops what brings batches, and gives up those that nobody took. The streams are still to be
    /// closed. Closing twice is harmless.
    @Override
    void close();
}
