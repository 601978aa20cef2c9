package telegraph.testkit.web;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The first record of a TLS connection (RFC 8446, section 4.1.2), read before TLS begins, because
/// it says which host is meant.
///
/// @param octets the whole record, for TLS to read again
/// @param host as the client names it; empty if it names none
record ClientHello(byte[] octets, String host) {
    private static final int RECORD_HEAD = 5;
    private static final int HANDSHAKE = 22;
    private static final int HELLO_HEAD = 4 + 2 + 32;
    private static final int SERVER_NAME = 0;
    private static final int NAME_HEAD = 2 + 1;

    /// Reads it; blocks until it is there.
    ///
    /// @throws IOException if this is not how TLS begins
    static ClientHello read(InputStream from) throws IOException {
        DataInputStream in = new DataInputStream(from);
        byte[] head = new byte[RECORD_HEAD];
        in.readFully(head);
        int length = (head[3] & 0xff) << 8 | head[4] & 0xff;
        byte[] record = new byte[RECORD_HEAD + length];
        System.arraycopy(head, 0, record, 0, RECORD_HEAD);
        in.readFully(record, RECORD_HEAD, length);
        try {
            return new ClientHello(record, host(ByteBuffer.wrap(record)));
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new IOException("the beginning of TLS ends too early: octets=" + length, e);
        }
    }

    private static String host(ByteBuffer record) throws IOException {
        if (record.get(0) != HANDSHAKE) {
            throw new IOException("TLS begins with a handshake: record=" + record.get(0));
        }
        record.position(RECORD_HEAD + HELLO_HEAD);
        skip(record, record.get() & 0xff);
        skip(record, record.getShort() & 0xffff);
        skip(record, record.get() & 0xff);
        record.getShort();
        while (record.hasRemaining()) {
            int extension = record.getShort() & 0xffff;
            int length = record.getShort() & 0xffff;
            if (extension == SERVER_NAME) {
                skip(record, NAME_HEAD);
                byte[] name = new byte[record.getShort() & 0xffff];
                record.get(name);
                return new String(name, StandardCharsets.US_ASCII);
            }
            skip(record, length);
        }
        return "";
    }

    private static void skip(ByteBuffer record, int octets) {
        record.position(record.position() + octets);
    }
}
