package telegraph.http.wire;

import java.io.IOException;
import java.io.InputStream;

/// The octets of one response as they come: its head, which stays, and behind it those that were
/// not taken yet.
///
/// ```
///   0           kept          start          end        array.length
///   │ the head   │  taken      │  to be taken │  room    │
/// ```
///
/// Threads: one.
public final class Inlet {
    /// What a read has room for at least, once the head is complete.
    private static final int WINDOW = 8 << 10;

    /// Octets before the payload of a frame of HTTP/2.
    public static final int FRAME_HEAD = 9;

    private static final int FRAME_TYPE = 3;
    private static final int SETTINGS = 4;

    public byte[] array;
    int kept;
    public int start;
    public int end;

    private final byte[] own;
    private final ArrayPool pool;
    private final FetchWatch watch;

    private InputStream in;
    private long received;

    public Inlet(int capacity, ArrayPool pool, FetchWatch watch) {
        this.own = new byte[capacity];
        this.array = own;
        this.pool = pool;
        this.watch = watch;
    }

    /// Forgets all, and reads from another connection.
    public void begin(InputStream from) {
        in = from;
        kept = 0;
        start = 0;
        end = 0;
        received = 0;
    }

    /// Gives back an array that a long head made necessary.
    public void release() {
        begin(null);
        if (array != own) {
            pool.give(array);
            array = own;
        }
    }

    /// All octets that came since [#begin].
    public long received() {
        return received;
    }

    public boolean isEmpty() {
        return start == end;
    }

    /// Keeps what was taken so far, and makes room for reads behind it; from then on the array
    /// stays the same until [#release].
    public void keep(long deadline) throws FetchFailure, InterruptedException {
        kept = start;
        if (array.length - kept < WINDOW) {
            grow(deadline);
        }
    }

    /// Frees what was taken, if nothing is left to take.
    public void rewind() {
        if (start == end) {
            start = kept;
            end = kept;
        }
    }

    /// Reads more, as much as is there; false at the end of the connection. Asked with nothing to
    /// take, it first frees what was taken.
    public boolean fill(long deadline) throws IOException, FetchFailure, InterruptedException {
        rewind();
        if (end == array.length) {
            grow(deadline);
        }
        int count = in.read(array, end, array.length - end);
        if (count <= 0) {
            return false;
        }
        end += count;
        received += count;
        watch.came(count);
        return true;
    }

    /// Puts octets that came another way behind the others.
    public void put(byte[] octets, long deadline) throws FetchFailure, InterruptedException {
        while (array.length - end < octets.length) {
            grow(deadline);
        }
        System.arraycopy(octets, 0, array, end, octets.length);
        end += octets.length;
        received += octets.length;
    }

    /// Whether what came is the first frame of a server that speaks HTTP/2: its settings, as long
    /// as they are short, for the connection as a whole (RFC 9113, section 3.4).
    public boolean isFrame() {
        return end >= FRAME_HEAD
                && array[0] == 0
                && array[1] == 0
                && array[FRAME_TYPE] == SETTINGS
                && array[FRAME_TYPE + 1] == 0
                && array[FRAME_HEAD - 1] == 0;
    }

    /// Reads past this array straight into another, when nothing is left to take here.
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = in.read(into, offset, length);
        if (count > 0) {
            received += count;
            watch.came(count);
        }
        return count;
    }

    private void grow(long deadline) throws FetchFailure, InterruptedException {
        byte[] larger = pool.take(array.length * 2, watch, array != own, deadline);
        System.arraycopy(array, 0, larger, 0, end);
        if (array != own) {
            pool.give(array);
        }
        array = larger;
    }
}
