package telegraph.crawler.warc;

import java.io.IOException;
import java.util.Objects;

/// The octets of one capture on their way to a file: as many as fit into a buffer, and once that is
/// full, all before them are in the file.
///
/// A short capture so reaches the file in one write, and a long one takes up no more memory.
///
/// Threads: one at a time.
final class Parcel {
    static final int BYTES = 128 << 10;

    /// Where octets go that are not kept back any more.
    interface Drain {
        /// Writes the first `length` octets.
        ///
        /// @param at the offset from the start of the parcel
        void write(byte[] from, int length, long at) throws IOException, InterruptedException;
    }

    private final byte[] buffer = new byte[BYTES];
    private final Drain drain;
    private int length;
    private long drained;

    Parcel(Drain drain) {
        this.drain = Objects.requireNonNull(drain);
    }

    void clear() {
        length = 0;
        drained = 0;
    }

    /// All octets so far.
    long bytes() {
        return drained + length;
    }

    /// Makes room for `octets` in a row, which are no more than the buffer has.
    void room(int octets) throws IOException, InterruptedException {
        if (BYTES - length < octets) {
            flush();
        }
    }

    /// Sends what is kept back.
    void flush() throws IOException, InterruptedException {
        if (length > 0) {
            drain.write(buffer, length, drained);
            drained += length;
            length = 0;
        }
    }

    /// The buffer, to be written behind [#length].
    byte[] array() {
        return buffer;
    }

    int length() {
        return length;
    }

    int left() {
        return BYTES - length;
    }

    /// Counts what was written behind the length.
    void wrote(int octets) {
        length += octets;
    }

    void append(byte[] from) throws IOException, InterruptedException {
        room(from.length);
        System.arraycopy(from, 0, buffer, length, from.length);
        length += from.length;
    }

    /// Writes over octets that were appended at once.
    ///
    /// @param at the offset from the start of the parcel
    void patch(byte[] with, long at) throws IOException, InterruptedException {
        if (at < drained) {
            drain.write(with, with.length, at);
        } else {
            System.arraycopy(with, 0, buffer, (int) (at - drained), with.length);
        }
    }
}
