package telegraph.store.log;

import java.io.IOException;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// What a log says when the disk does not do its part.
final class LogFailures {
    private LogFailures() {}

    static TelegraphException notWritten(LogSegments files, long position, IOException e) {
        String cause = String.valueOf(e.getMessage());
        boolean full = Disk.FULL.stream().anyMatch(cause::contains);
        return TelegraphException.of(
                full ? SqlState.DISK_FULL : SqlState.IO_ERROR,
                "the log must be written before anything is changed: file="
                        + files.path(position)
                        + " offset="
                        + files.offset(position)
                        + " cause="
                        + cause
                        + ". The store only reads until it is opened again; "
                        + (full ? "make room on that disk" : "look after that disk")
                        + " and open it again.",
                e);
    }

    static TelegraphException refused(RuntimeException reason) {
        return TelegraphException.of(
                reason instanceof TelegraphException known ? known.state() : SqlState.BUG,
                reason.getMessage() + " The store only reads until it is opened again.",
                reason);
    }

    static TelegraphException again(TelegraphException first) {
        return TelegraphException.of(first.state(), first.getMessage(), first);
    }

    static TelegraphException notRead(LogSegments files, long position, IOException e) {
        return TelegraphException.of(
                SqlState.IO_ERROR,
                "the log cannot be read: file="
                        + files.path(position)
                        + " offset="
                        + files.offset(position)
                        + " cause="
                        + e.getMessage(),
                e);
    }

    static TelegraphException damaged(LogSegments files, long position, String facts) {
        return TelegraphException.corrupt(
                "a record of the log differs from what was written: file="
                        + files.path(position)
                        + " offset="
                        + files.offset(position)
                        + " lsn="
                        + position
                        + facts
                        + ". Restore a backup.");
    }
}
