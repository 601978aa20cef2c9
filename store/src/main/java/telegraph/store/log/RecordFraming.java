package telegraph.store.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// How a record lies in the log: a header that proves it, and the body.
///
/// | offset | bytes | field                                                                   |
/// |-------:|------:|-------------------------------------------------------------------------|
/// |      0 |     4 | bytes of the body, at least 1                                           |
/// |      4 |     4 | CRC32C of the body, mixed with the other fields and the record's LSN    |
/// |      8 |     4 | how far before the record the log was synced when it was appended       |
/// |     12 |     n | body                                                                    |
///
/// Records begin at multiples of 8; the bytes between them are zero. As the LSN is part of the
/// check, a record is valid in its own place only. The third field tells a half-written end of the
/// log from damage: a valid record after an invalid one that it knows to have been synced is proof
/// that the disk lost something.
final class RecordFraming {
    static final int HEADER_BYTES = 12;
    static final int ALIGNMENT = 8;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private RecordFraming() {}

    /// Bytes of a record with a body of `length`.
    static long size(int length) {
        return ((long) HEADER_BYTES + length + ALIGNMENT - 1) & -ALIGNMENT;
    }

    static int checksum(byte[] body, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(body, offset, length);
        return (int) crc.getValue();
    }

    /// Writes the header of a record.
    static void put(byte[] header, Header of) {
        INT.set(header, 0, of.length);
        INT.set(header, 4, of.checksum ^ mix(of));
        INT.set(header, 8, of.distance);
    }

    /// What a header says of its body's length, whatever that is.
    static int length(byte[] from, int offset) {
        return (int) INT.get(from, offset);
    }

    /// The header of a record at `lsn`, whatever it says.
    static Header header(byte[] from, int offset, long lsn) {
        int length = length(from, offset);
        int distance = (int) INT.get(from, offset + 8);
        Header raw = new Header(lsn, length, 0, distance);
        return new Header(lsn, length, (int) INT.get(from, offset + 4) ^ mix(raw), distance);
    }

    private static int mix(Header of) {
        long h = of.lsn * 0x9E37_79B9_7F4A_7C15L + of.length;
        h = (h ^ (h >>> 32)) * 0xD6E8_FEB8_6659_FD93L + of.distance;
        h = (h ^ (h >>> 32)) * 0xD6E8_FEB8_6659_FD93L;
        return (int) (h >>> 32);
    }

    /// What stands before a body.
    ///
    /// @param lsn where the record begins
    /// @param length bytes of the body
    /// @param checksum CRC32C of the body alone
    /// @param distance how far before `lsn` the log was synced
    record Header(long lsn, int length, int checksum, int distance) {
        /// Where the log was synced to when the record was appended, or earlier.
        long synced() {
            return lsn - distance;
        }
    }
}
