package telegraph.server.postgres.type;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Lines of text made of PostgreSQL's binary form of COPY, of which [BinaryCopy] has a picture.
///
/// Invariant: at most one row is in memory, and no field longer than [#FIELD_MAX].
///
/// Threads: one.
public final class BinaryCopyInput extends InputStream {
    private static final int FIELD_MAX = 256 << 20;
    private static final int FLAGS_BYTES = 8;
    private static final WireForm TEXT = WireForm.text(ZoneOffset.UTC);
    private static final WireForm BINARY = WireForm.binary(ZoneOffset.UTC);

    private final InputStream in;
    private final List<PgType> types;
    private boolean begun;
    private boolean ended;
    private byte[] line = {};
    private int at;
    private long rows;

    /// @param types of the columns, as PostgreSQL writes them
    public BinaryCopyInput(InputStream in, List<String> types) {
        this.in = in;
        this.types = types.stream().map(PgType::named).toList();
    }

    @Override
    public int read() throws IOException {
        return fill() ? line[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, line.length - at);
        System.arraycopy(line, at, to, offset, count);
        at += count;
        return count;
    }

    private boolean fill() throws IOException {
        while (at == line.length && !ended) {
            if (!begun) {
                begin();
            }
            row();
        }
        return at < line.length;
    }

    private void begin() throws IOException {
        begun = true;
        byte[] signature = bytes(BinaryCopy.SIGNATURE.length);
        if (!Arrays.equals(signature, BinaryCopy.SIGNATURE)) {
            throw wrong("COPY in binary begins with PGCOPY");
        }
        ByteBuffer flags = ByteBuffer.wrap(bytes(FLAGS_BYTES));
        if (flags.getInt() >>> 16 != 0) {
            throw wrong("COPY in binary has no critical flags");
        }
        bytes(length(flags.getInt()));
    }

    private void row() throws IOException {
        int first = in.read();
        if (first < 0) {
            ended = true; // PostgreSQL, too, takes an end without the two bytes that say so
            return;
        }
        int count = (short) (first << 8 | bytes(1)[0] & 0xff);
        if (count == -1) {
            ended = true;
            while (in.read() >= 0) {
                // whatever the client sends behind the end
            }
            return;
        }
        rows++;
        if (count != types.size()) {
            throw wrong(
                    "a row has a field for each column: columns="
                            + types.size()
                            + " fields="
                            + count);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int c = 0; c < count; c++) {
            if (c > 0) {
                out.write('\t');
            }
            int length = ByteBuffer.wrap(bytes(Integer.BYTES)).getInt();
            TextLines.write(length == -1 ? null : text(types.get(c), length(length)), out);
        }
        out.write('\n');
        line = out.toByteArray();
        at = 0;
    }

    private String text(PgType type, int length) throws IOException {
        ByteBuf value = Unpooled.wrappedBuffer(bytes(length));
        ByteBuf out = Unpooled.buffer();
        type.write(type.read(value, length, BINARY), TEXT, out);
        out.skipBytes(Integer.BYTES);
        return out.toString(StandardCharsets.UTF_8);
    }

    private int length(int length) {
        if (length < 0 || length > FIELD_MAX) {
            throw wrong("a field has 0 to " + FIELD_MAX + " bytes: bytes=" + length);
        }
        return length;
    }

    private byte[] bytes(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw wrong("COPY in binary ended within a row");
        }
        return bytes;
    }

    private TelegraphException wrong(String rule) {
        return TelegraphException.of(SqlState.BAD_COPY_FILE, rule + " (row " + rows + ")");
    }
}
