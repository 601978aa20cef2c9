package telegraph.store;

/// How long the log of a store is, and how far its checkpoints are behind.
///
/// | state   | what is so                                                                         |
/// |---------|------------------------------------------------------------------------------------|
/// | overdue | no checkpoint came for far more log than there is to be between two                |
/// | held    | a transaction that is open, or a backup, keeps far more log than that for itself   |
///
/// Either way the disk fills, and a start after a crash has all of it to read.
///
/// @param bytesKept log that a start after a crash would read; on the disk it lies in whole
///   segments
/// @param bytesSinceCheckpoint log since the last complete checkpoint began
/// @param nanosSinceCheckpoint time since the last complete checkpoint ended, or the store was
///   opened
/// @param checkpointBytes log that there is to be between two checkpoints
/// @param inBackup a backup is being made, and no checkpoint meanwhile
/// @param filesLeft files of dropped containers that could not be deleted; it is tried again at
///   each checkpoint, and the log from the drop on is kept until it is done
/// @param hasFailed the disk failed: nothing is changed any more until the store is opened again
public record LogState(
        long bytesKept,
        long bytesSinceCheckpoint,
        long nanosSinceCheckpoint,
        long checkpointBytes,
        boolean inBackup,
        int filesLeft,
        boolean hasFailed) {
    private static final int FAR = 4;

    public boolean isOverdue() {
        return isFar(bytesSinceCheckpoint) && !inBackup;
    }

    public boolean isHeld() {
        return isFar(bytesKept) && !isOverdue();
    }

    private boolean isFar(long bytes) {
        return bytes / FAR > checkpointBytes;
    }
}
