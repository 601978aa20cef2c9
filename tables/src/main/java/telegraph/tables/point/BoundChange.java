package telegraph.tables.point;

import telegraph.tables.access.TableChanges;

/// A statement that changes at most the row of a key.
///
/// Threads: one at a time.
public sealed interface BoundChange extends BoundPoint
        permits BoundUpdate, BoundDelete, BoundInsert {
    /// What it is called when it may not be carried out.
    String title();

    /// Carries it out, within what the table promises.
    ///
    /// @param changes those of this statement
    /// @return how many rows were changed
    int change(TableChanges changes, PointValues values);
}
