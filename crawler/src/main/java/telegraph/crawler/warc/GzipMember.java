package telegraph.crawler.warc;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

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
/// Readers that do not know the field skip it, as RFC 1952 tells them to. The two lengths are
/// written last and are 0 before, so a member whose writer died is none.
///
/// Deflating is by far the most of what archiving costs; it is done in the fastest way, which makes
/// files about a fifth longer than the usual one and takes a third of its time or less.
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

    /// The deflater keeps the collector out while it is at work on an array.
    private static final int STEP_BYTES = 16 << 10;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    private final CRC32 crc = new CRC32();
    private final byte[] lengths = new byte[HEAD_BYTES - LENGTH_AT];
    private final Parcel to;
    private long start;
    private int held;

    GzipMember(Parcel to) {
        this.to = to;
    }

    /// Begins a member.
    void begin() throws IOException, InterruptedException {
        to.room(HEAD_BYTES);
        start = to.bytes();
        to.append(HEAD);
        INT.set(lengths, 0, 0);
        INT.set(lengths, HELD_AT - LENGTH_AT, 0);
        to.append(lengths);
        deflater.reset();
        crc.reset();
        held = 0;
    }

    void put(byte[] from) throws IOException, InterruptedException {
        put(from, from.length);
    }

    /// Puts the first `length` octets in.
    void put(byte[] from, int length) throws IOException, InterruptedException {
        crc.update(from, 0, length);
        held += length;
        for (int at = 0; at < length; at += STEP_BYTES) {
            deflater.setInput(from, at, Math.min(STEP_BYTES, length - at));
            while (!deflater.needsInput()) {
                deflate();
            }
        }
    }

    private void deflate() throws IOException, InterruptedException {
        to.room(1);
        to.wrote(deflater.deflate(to.array(), to.length(), Math.min(STEP_BYTES, to.left())));
    }

    /// Ends the member.
    void end() throws IOException, InterruptedException {
        deflater.finish();
        while (!deflater.finished()) {
            deflate();
        }
        INT.set(lengths, 0, (int) crc.getValue());
        INT.set(lengths, 4, held);
        to.append(lengths);
        INT.set(lengths, 0, (int) (to.bytes() - start));
        INT.set(lengths, HELD_AT - LENGTH_AT, held);
        to.patch(lengths, start + LENGTH_AT);
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

    /// The CRC-32 of what it holds, as the tail of a member says it.
    static int crcByTail(byte[] tail) {
        return (int) INT.get(tail, 0);
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
