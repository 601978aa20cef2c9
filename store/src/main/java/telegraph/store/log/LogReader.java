package telegraph.store.log;

import java.io.IOException;

/// Goes over the records of the log forwards, with a window that is read in pieces, each twice as
/// large as the one before: a log of a few records costs as little.
///
/// Threads: one at a time.
public final class LogReader {
    private static final int FIRST_WINDOW_BYTES = 1 << 13;
    private static final int WINDOW_BYTES = 1 << 20;

    private final LogSegments files;
    private final long limit;
    private byte[] window = new byte[FIRST_WINDOW_BYTES];
    private int pieceBytes = FIRST_WINDOW_BYTES;
    private long windowStart;
    private long windowEnd;
    private long next;
    private RecordFraming.Header present;

    LogReader(LogSegments files, long from, long limit) {
        this.files = files;
        this.limit = limit;
        this.next = from;
        this.windowStart = from;
        this.windowEnd = from;
    }

    /// Moves to the next record; false if there is no whole one.
    public boolean next() {
        try {
            if (!isValid(next)) {
                return false;
            }
        } catch (IOException e) {
            throw LogFailures.notRead(files, next, e);
        }
        next += RecordFraming.size(present.length());
        return true;
    }

    /// Where the present record begins.
    public long lsn() {
        return present.lsn();
    }

    /// Where the record after the present one begins, or would.
    public long end() {
        return next;
    }

    /// The array in which the body of the present record lies, until the next move.
    public byte[] array() {
        return window;
    }

    public int offset() {
        return (int) (present.lsn() - windowStart) + RecordFraming.HEADER_BYTES;
    }

    public int length() {
        return present.length();
    }

    /// The first valid record after `from` that was appended when `from` had been synced, or -1:
    /// what must not be if there is no valid one at `from`.
    long survivorOf(long from) throws IOException {
        for (long at = from + RecordFraming.ALIGNMENT;
                at + RecordFraming.HEADER_BYTES < limit;
                at += RecordFraming.ALIGNMENT) {
            if (isValid(at) && present.synced() > from) {
                return at;
            }
        }
        return -1;
    }

    private boolean isValid(long at) throws IOException {
        if (at + RecordFraming.HEADER_BYTES >= limit) {
            return false;
        }
        require(at, RecordFraming.HEADER_BYTES);
        if (RecordFraming.length(window, (int) (at - windowStart)) <= 0) {
            return false;
        }
        RecordFraming.Header header = RecordFraming.header(window, (int) (at - windowStart), at);
        if (header.distance() < 0 || at + RecordFraming.HEADER_BYTES + header.length() > limit) {
            return false;
        }
        require(at, RecordFraming.HEADER_BYTES + header.length());
        int offset = (int) (at - windowStart) + RecordFraming.HEADER_BYTES;
        if (RecordFraming.checksum(window, offset, header.length()) != header.checksum()) {
            return false;
        }
        present = header;
        return true;
    }

    private void require(long at, int bytes) throws IOException {
        if (at >= windowStart && at + bytes <= windowEnd) {
            return;
        }
        int wanted = Math.max(bytes, pieceBytes);
        pieceBytes = Math.min(2 * pieceBytes, WINDOW_BYTES);
        int count = (int) Math.min(wanted, limit - at);
        if (count > window.length) {
            window = new byte[wanted];
        }
        files.read(window, 0, count, at);
        windowStart = at;
        windowEnd = at + count;
    }
}
