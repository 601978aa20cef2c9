package telegraph.sources.text;

import java.io.IOException;
import java.io.InputStream;

/// A stream whose next bytes can be looked at before they are read.
///
/// Threads: one.
public final class PeekStream extends InputStream {
    private final InputStream in;
    private byte[] held = new byte[0];
    private int at;

    public PeekStream(InputStream in) {
        this.in = in;
    }

    /// The next `count` bytes; fewer only if the stream ends before.
    public byte[] peek(int count) throws IOException {
        int have = held.length - at;
        if (have < count) {
            byte[] more = in.readNBytes(count - have);
            byte[] all = new byte[have + more.length];
            System.arraycopy(held, at, all, 0, have);
            System.arraycopy(more, 0, all, have, more.length);
            held = all;
            at = 0;
            return all.clone();
        }
        return java.util.Arrays.copyOfRange(held, at, at + count);
    }

    @Override
    public int read() throws IOException {
        return at < held.length ? held[at++] & 0xff : in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (at == held.length) {
            return in.read(bytes, offset, length);
        }
        int read = Math.min(length, held.length - at);
        System.arraycopy(held, at, bytes, offset, read);
        at += read;
        return read;
    }

    @Override
    public int available() throws IOException {
        return at < held.length ? held.length - at : in.available();
    }
}
