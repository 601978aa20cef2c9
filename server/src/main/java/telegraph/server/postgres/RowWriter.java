package telegraph.server.postgres;

import io.netty.buffer.ByteBuf;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.server.postgres.dialect.ZonedForms;
import telegraph.server.postgres.message.Replies;
import telegraph.server.postgres.type.PgType;
import telegraph.server.postgres.type.WireForm;
import telegraph.sql.PointRow;
import telegraph.sql.ResultColumn;

/// Writes the rows of a result in the form that the client asked for, and tells their shape.
///
/// Threads: one at a time.
final class RowWriter {
    private static final int COLUMNS_MAX = 65_535;

    private final List<ResultColumn> columns;
    private final PgType[] types;
    private final Formats formats;
    private final WireForm text;
    private final WireForm binary;

    /// @param zones how moments are shown
    RowWriter(List<ResultColumn> columns, PgType[] types, Formats formats, ZonedForms zones) {
        if (formats.count() >= 0 && formats.count() != columns.size()) {
            throw TelegraphException.of(
                    SqlState.PROTOCOL_VIOLATION,
                    "there is one format for each column, or one for all: formats="
                            + formats.count()
                            + " columns="
                            + columns.size());
        }
        if (columns.size() > COLUMNS_MAX) {
            throw TelegraphException.of(
                    SqlState.CONFIGURATION_LIMIT,
                    "a row has at most " + COLUMNS_MAX + " columns on the wire");
        }
        this.columns = columns;
        this.types = types;
        this.formats = formats;
        this.text = zones.text();
        this.binary = zones.binary();
    }

    static PgType[] types(List<ResultColumn> columns) {
        return columns.stream().map(PgType::of).toArray(PgType[]::new);
    }

    /// Tells the shape.
    void describe(Replies to) {
        describe(columns, types, formats, to);
    }

    /// Tells the shape of rows to come.
    static void describe(List<ResultColumn> columns, PgType[] types, Formats formats, Replies to) {
        ByteBuf out = to.begin('T');
        out.writeShort(columns.size());
        for (int c = 0; c < types.length; c++) {
            Replies.text(out, columns.get(c).name());
            out.writeInt(0).writeShort(0); // of which table the column is, we do not say
            out.writeInt(types[c].oid()).writeShort(types[c].size()).writeInt(types[c].typmod());
            out.writeShort(formats.isBinary(c) ? 1 : 0);
        }
        to.end();
    }

    void write(Object[] row, Replies to) {
        ByteBuf out = to.begin('D');
        boolean written = false;
        try {
            out.writeShort(types.length);
            for (int c = 0; c < types.length; c++) {
                types[c].write(row[c], form(c), out);
            }
            written = true;
        } finally {
            close(written, to);
        }
    }

    /// Writes a row that lies in the store's bytes, of which texts are copied as they are.
    void write(PointRow row, Replies to) {
        ByteBuf out = to.begin('D');
        boolean written = false;
        try {
            out.writeShort(types.length);
            for (int c = 0; c < types.length; c++) {
                write(row, c, out);
            }
            written = true;
        } finally {
            close(written, to);
        }
    }

    private static void close(boolean written, Replies to) {
        if (written) {
            to.end();
        } else {
            to.undo();
        }
    }

    private void write(PointRow row, int c, ByteBuf out) {
        PgType type = types[c];
        if (row.isNull(c)) {
            out.writeInt(-1);
            return;
        }
        switch (type.oid()) {
            case 20, 21, 23 -> type.writeWhole(row.wholeAt(c), form(c), out);
            case 25, 1043 -> {
                int start = row.start(c);
                if (start < 0) {
                    type.write(row.valueAt(c), form(c), out);
                } else {
                    int length = row.end(c) - start;
                    out.writeInt(length).writeBytes(row.array(), start, length);
                }
            }
            default -> type.write(row.valueAt(c), form(c), out);
        }
    }

    private WireForm form(int column) {
        return formats.isBinary(column) ? binary : text;
    }
}
