package telegraph.engine;

import java.util.List;
import java.util.Optional;
import telegraph.engine.meter.Progress;
import telegraph.memory.Batch;

/// A block being executed, or several whose tuples are aggregated together.
///
/// Threads: any may ask for snapshots, progress and routes, or cancel; one takes the output.
public interface Execution extends AutoCloseable {
    /// Does now what is done by whoever takes, if that is little; it may read rows at hand, and is
    /// to be called by the thread that takes. [#take] does so where nobody did.
    default void begin() throws InterruptedException {}

    /// The next batch of the result, pinned for the caller, or null when there are no more. Waits.
    /// For a grouped block the final groups come when all inputs have ended.
    ///
    /// @throws telegraph.ground.TelegraphException if the block failed or was cancelled
    Batch take() throws InterruptedException;

    /// Whether [#take] would not wait.
    boolean isReady();

    /// The groups of a grouped block as they stand, pinned for the caller, or an empty list if
    /// there are more than `groupsMax`, they fill a quarter of the query's memory, or the block is
    /// not grouped. Does not stop the workers.
    List<Batch> snapshot(int groupsMax);

    /// The groups of a grouped block as they stand, with what can be claimed of them; empty as
    /// [#snapshot] is. Claims are of the largest cohort that is resolved.
    Optional<Estimates> estimates(int groupsMax, Confidence confidence) throws InterruptedException;

    /// The number of the largest cohort that is resolved, or -1; of several blocks the sum of
    /// theirs. Grows while the block runs. Cheap.
    int cohort();

    /// One entry for each input, those of the first block first.
    List<Progress> progress();

    /// One for each block.
    List<Routes> routes();

    /// Makes readers, lookups and workers stop; [#take] then fails with `reason`.
    void cancel(String reason);

    /// Cancels what still runs, waits until every thread of the block has ended, and frees all
    /// memory. Batches taken must be unpinned before.
    @Override
    void close();
}
