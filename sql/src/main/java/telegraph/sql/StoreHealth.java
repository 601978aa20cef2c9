package telegraph.sql;

import telegraph.store.LogState;

/// How the store of a sandbox is, for whoever looks after it.
public enum StoreHealth {
    WELL(""),

    READS_ONLY(
            "the disk failed, and the store only reads until it is opened again: look after the"
                    + " disk and start again"),

    CHECKPOINTS_OVERDUE(
            "no checkpoint came for more than four times checkpoint_size of log: the disk fills and"
                    + " a start after a crash takes long; try CHECKPOINT, and start again if that does"
                    + " not end"),

    LOG_HELD(
            "a transaction that is open, or a backup, keeps more than four times checkpoint_size of"
                    + " log: the disk fills until it ends; telegraph.locks has the transactions"),

    FILES_LEFT(
            "the file of a dropped table cannot be deleted: look after the rights in the folder"
                    + " store/data; it is tried again at each checkpoint");

    private final String words;

    StoreHealth(String words) {
        this.words = words;
    }

    /// What is so and what to do; empty if all is well.
    public String words() {
        return words;
    }

    /// Whether statements can be carried out, now and for as long as it stays so.
    public boolean isFit() {
        return this != READS_ONLY && this != CHECKPOINTS_OVERDUE;
    }

    static StoreHealth of(LogState log) {
        if (log.hasFailed()) {
            return READS_ONLY;
        }
        if (log.isOverdue()) {
            return CHECKPOINTS_OVERDUE;
        }
        if (log.filesLeft() > 0) {
            return FILES_LEFT;
        }
        return log.isHeld() ? LOG_HELD : WELL;
    }
}
