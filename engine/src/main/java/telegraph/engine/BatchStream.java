package telegraph.engine;

import java.util.List;
import telegraph.memory.Batch;
import telegraph.memory.Type;

/// Batches one after another: the result of a block, of an operator over others, or rows at hand.
///
/// Threads: one takes; any may close what another takes from, once that has returned.
public interface BatchStream extends AutoCloseable {
    /// The types of the columns of every batch.
    List<Type> types();

    /// The next batch, pinned for the caller and never empty, or null when there are no more.
    /// Waits.
    ///
    /// @throws telegraph.ground.TelegraphException if the rows cannot be had
    Batch next() throws InterruptedException;

    /// Whether there is something to do or to say now: false only if [#next] would wait for others.
    /// Who has rows in hand gives them away before he waits for more.
    default boolean isReady() {
        return true;
    }

    /// Ends the stream and those below it, and frees all their memory. Closing twice is harmless.
    @Override
    void close();
}
