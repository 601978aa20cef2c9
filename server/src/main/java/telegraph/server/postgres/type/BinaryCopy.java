package telegraph.server.postgres.type;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.ZoneOffset;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Makes PostgreSQL's binary form of COPY of lines of text.
///
/// | bytes | part                                                               |
/// |------:|--------------------------------------------------------------------|
/// |    11 | `PGCOPY\n\377\r\n\0`                                               |
/// |     8 | flags and the length of an extension, both 0                       |
/// |     2 | for each row the number of fields, and the fields with lengths      |
/// |     2 | -1 at the end                                                      |
///
/// Threads: one at a time.
public final class BinaryCopy {
    static final byte[] SIGNATURE = {
        'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0
    };
    private static final WireForm TEXT = WireForm.text(ZoneOffset.UTC);
    private static final WireForm BINARY = WireForm.binary(ZoneOffset.UTC);

    private final List<PgType> types;
    private boolean begun;

    /// @param types of the columns, as PostgreSQL writes them
    public BinaryCopy(List<String> types) {
        this.types = types.stream().map(PgType::named).toList();
    }

    /// Writes what stands before all rows, once, together with what comes first.
    private void begin(ByteBuf out) {
        if (!begun) {
            begun = true;
            out.writeBytes(SIGNATURE).writeLong(0);
        }
    }

    /// Writes a line of text, which ends before `end`, as a row.
    public void row(byte[] lines, int start, int end, ByteBuf out) {
        begin(out);
        row(TextLines.read(lines, start, end - 1), out);
    }

    private void row(List<String> fields, ByteBuf out) {
        if (fields.size() != types.size()) {
            throw TelegraphException.of(
                    SqlState.BUG,
                    "a line has a field for each column: columns="
                            + types.size()
                            + " fields="
                            + fields.size());
        }
        out.writeShort(types.size());
        for (int c = 0; c < types.size(); c++) {
            types.get(c).write(value(types.get(c), fields.get(c)), BINARY, out);
        }
    }

    private static Object value(PgType type, String field) {
        if (field == null) {
            return null;
        }
        ByteBuf bytes = Unpooled.copiedBuffer(field, java.nio.charset.StandardCharsets.UTF_8);
        return type.read(bytes, bytes.readableBytes(), TEXT);
    }

    /// Writes what stands behind all rows.
    public void end(ByteBuf out) {
        begin(out);
        out.writeShort(-1);
    }
}
