package telegraph.http.wire;

import telegraph.http.Octets;

/// Octets that grow in arrays of the [ArrayPool].
///
/// Threads: one.
public final class Borrowed {
    private static final byte[] NOTHING = new byte[0];

    private final Octets octets = new Octets(0);
    private final ArrayPool pool;
    private final FetchWatch borrower;
    private long deadline;

    public Borrowed(ArrayPool pool, FetchWatch borrower) {
        this.pool = pool;
        this.borrower = borrower;
    }

    public Octets octets() {
        return octets;
    }

    public int length() {
        return octets.length();
    }

    /// Begins with nothing. Waits for arrays end at `until`.
    public void begin(long until) {
        octets.clear();
        deadline = until;
    }

    /// Makes room for `more` octets behind the length.
    public void room(int more) throws FetchFailure, InterruptedException {
        int least = octets.length() + more;
        byte[] old = octets.array();
        if (least <= old.length) {
            return;
        }
        int wanted = Math.max(least, 2 * old.length);
        byte[] larger = pool.take(wanted, borrower, old.length > 0, deadline);
        System.arraycopy(old, 0, larger, 0, octets.length());
        int length = octets.length();
        octets.swap(larger);
        octets.length(length);
        if (old.length > 0) {
            pool.give(old);
        }
    }

    public void append(byte[] from, int start, int end) throws FetchFailure, InterruptedException {
        room(end - start);
        octets.append(from, start, end);
    }

    public void release() {
        byte[] old = octets.swap(NOTHING);
        if (old.length > 0) {
            pool.give(old);
        }
    }
}
