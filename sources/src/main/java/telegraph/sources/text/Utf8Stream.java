package telegraph.sources.text;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import telegraph.ground.TelegraphException;

/// Bytes that must be UTF-8, as the standard has it: no form longer than the shortest, no half of a
/// surrogate pair, nothing above U+10FFFF. A parser of JSON takes more.
///
/// Threads: one.
public final class Utf8Stream extends InputStream {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;

    private final InputStream in;
    private final String file;

    /// Where in the file the bytes are that come next.
    private long at;

    /// How many bytes of the current character are still to come, and between which values the next
    /// of them is.
    private int missing;

    private int least;
    private int most;

    /// @param from where in the file the bytes begin
    public Utf8Stream(InputStream in, String file, long from) {
        this.in = in;
        this.file = file;
        this.at = from;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = in.read(bytes, offset, length);
        if (count < 0) {
            if (missing > 0) {
                throw refused(at);
            }
            return count;
        }
        int end = offset + count;
        for (int i = offset; i < end; i++) {
            while (missing == 0 && i + 8 <= end && ((long) LONGS.get(bytes, i) & HIGH_BITS) == 0) {
                i += 8;
            }
            if (i < end && (bytes[i] < 0 || missing > 0)) {
                take(bytes[i] & 0xff, at + i - offset);
            }
        }
        at += count;
        return count;
    }

    private void take(int b, long place) {
        if (missing > 0) {
            if (b < least || b > most) {
                throw refused(place);
            }
            missing--;
            least = 0x80;
            most = 0xbf;
            return;
        }
        if (b < 0xc2 || b > 0xf4) {
            throw refused(place);
        }
        missing = b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
        least = b == 0xe0 ? 0xa0 : b == 0xf0 ? 0x90 : 0x80;
        most = b == 0xed ? 0x9f : b == 0xf4 ? 0x8f : 0xbf;
    }

    private TelegraphException refused(long place) {
        return TelegraphException.input(
                "the bytes of a JSON file must be UTF-8: file="
                        + file
                        + " byte="
                        + place
                        + ". Set encoding => 'latin-1', or what it is.");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
