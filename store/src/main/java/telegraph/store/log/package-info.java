/// The log: bytes appended at the end, forced to the disk by whoever commits first, and read back
/// by position.
///
/// A record is born in [telegraph.store.log.Log#append], which gives it the next position of the
/// log (its LSN) and copies it into a ring in memory. A flush writes the ring to the segment files
/// and syncs them, for all who wait at once. After a crash the log ends before the first record
/// that is not whole. When a checkpoint no longer needs it, its segment is deleted.
///
/// What a record says is for whoever appends it.
package telegraph.store.log;
