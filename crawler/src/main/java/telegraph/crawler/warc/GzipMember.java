package telegraph.crawler.warc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import telegraph.crawler.Octets;

/// One WARC record as a gzip member that says how long it is, so that who looks for the last whole
/// one need not unpack those before.
///
/// | offset | bytes | field                                                              |
/// |-------:|------:|--------------------------------------------------------------------|
/// |      0 |     4 | `1f 8b 08 04`: gzip, deflated, with extra fields                   |
/// |      4 |     6 | no time; nothing said of the compressor and the system             |
/// |     10 |     2 | length of the extra fields: 12                                     |
/// |     12 |     4 | the field `sl` ("skip lengths"), of 8 octets                       |
/// |     16 |     4 | length of the whole member                                         |
/// |     20 |     4 | length of what it holds                                            |
/// |     24 |       | deflated octets; their CRC-32; length of what it holds             |
///
/// Readers that do not know the field skip it, as RFC 1952 tells them to.
///
/// Threads: one. Memory: the deflater's, outside the heap, freed by [#close].
final class GzipMember implements AutoCloseable {
    static final int HEAD_BYTES = 24;
    static final int TAIL_BYTES = 8;

    /// The first sixteen octets, which are the same for all.
    private static final byte[] HEAD = {
        0x1f, (byte) 0x8b, 8, 4, 0, 0, 0, 0, 0, (byte) 0xff, 12, 0, 's', 'l', 8, 0
    };

    private static final int LENGTH_AT = 16;
    private static final int HELD_AT = 20;
    private static final int STEP_BYTES = 16 << 10;
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    private final CRC32 crc = new CRC32();

    /// Appends a member that holds `from`.
    void write(Octets from, Octets to) {
        int start = to.length();
        to.append(HEAD, 0, HEAD.length).room(HEAD_BYTES - HEAD.length);
        to.length(start + HEAD_BYTES);
        deflater.reset();
        deflater.setInput(from.array(), 0, from.length());
        deflater.finish();
        while (!deflater.finished()) {
            to.room(STEP_BYTES);
            int made = deflater.deflate(to.array(), to.length(), STEP_BYTES);
            to.length(to.length() + made);
        }
        crc.reset();
        crc.update(from.array(), 0, from.length());
        to.room(TAIL_BYTES).length(to.length() + TAIL_BYTES);
        byte[] a = to.array();
        INT.set(a, to.length() - 8, (int) crc.getValue());
        INT.set(a, to.length() - 4, from.length());
        INT.set(a, start + LENGTH_AT, to.length() - start);
        INT.set(a, start + HELD_AT, from.length());
    }

    /// The length of the member whose first [#HEAD_BYTES] octets these are, or -1 if it is none.
    static long length(byte[] head) {
        for (int i = 0; i < HEAD.length; i++) {
            if (head[i] != HEAD[i]) {
                return -1;
            }
        }
        long length = (int) INT.get(head, LENGTH_AT) & 0xffff_ffffL;
        return length < HEAD_BYTES + TAIL_BYTES ? -1 : length;
    }

    /// What the tail of a member says that it holds, in octets.
    static int heldByTail(byte[] tail) {
        return (int) INT.get(tail, 4);
    }

    /// What the head of a member says that it holds, in octets.
    static int heldByHead(byte[] head) {
        return (int) INT.get(head, HELD_AT);
    }

    @Override
    public void close() {
        deflater.end();
    }
}
