package telegraph.store.tree;

/// Where the tree writes down what it changes, before others can see it.
///
/// The caller holds the frames exclusively latched from before the call until it has told the page
/// cache the LSN that was returned. Nothing here waits for the disk, but for room in the log's
/// buffer.
///
/// Threads: any.
public interface ChangeJournal {
    /// Logs a change of one key, which the caller makes on the page right after; as a compensation
    /// if the chain [Chain#isUndoing]. The page still is as it was before, so if it is the first
    /// change of the page since a checkpoint its image goes into the log first.
    ///
    /// @return the LSN of the page after the change
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if the log takes no more; the
    ///   change must not be made
    long change(LeafChange change, Chain chain, int frame);

    /// Logs that cells are taken away, which belongs to no transaction and is never undone.
    long purge(LeafChange change, int frame);

    /// Logs the images of pages that were changed together, in one record: after a crash all or
    /// none of them are as they are now. Belongs to no transaction and is never undone. The bytes
    /// between [PageLayout#holeStart] and [PageLayout#holeEnd] of a page do not count.
    ///
    /// @param count how many of `frames`, from the first, are logged
    /// @return the LSN of all these pages
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if the log takes no more; the
    ///   caller makes the pages what they were before
    long images(int[] frames, int count);

    /// As [#images], of pages that a rollback changes: once the log has failed nothing is logged,
    /// and they change in memory only.
    long imagesBack(int[] frames, int count);
}
