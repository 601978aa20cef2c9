package telegraph.server.postgres.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;

/// Messages to a client, one after the other in a buffer that goes out as a whole.
///
/// Threads: one at a time. What [#take] gives belongs to whoever took it.
public final class Replies {
    private static final int START_BYTES = 512;

    private final ByteBufAllocator allocator;
    private ByteBuf buffer;
    private int lengthAt;

    public Replies(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    /// Begins a message; its fields are then written into the buffer that is returned, until
    /// [#end].
    public ByteBuf begin(char type) {
        if (buffer == null) {
            buffer = allocator.buffer(START_BYTES);
        }
        buffer.writeByte(type);
        lengthAt = buffer.writerIndex();
        buffer.writeInt(0);
        return buffer;
    }

    /// Ends the message begun.
    public void end() {
        buffer.setInt(lengthAt, buffer.writerIndex() - lengthAt);
    }

    /// Takes back the message begun.
    public void undo() {
        buffer.writerIndex(lengthAt - 1);
    }

    /// How many bytes wait.
    public int size() {
        return buffer == null ? 0 : buffer.readableBytes();
    }

    /// All that waits, or null if nothing does.
    public ByteBuf take() {
        ByteBuf taken = buffer;
        buffer = null;
        if (taken != null && !taken.isReadable()) {
            taken.release();
            return null;
        }
        return taken;
    }

    /// Forgets what waits.
    public void clear() {
        if (buffer != null) {
            buffer.release();
            buffer = null;
        }
    }

    /// Writes a text with the zero byte at its end; a zero within it is left out.
    public static void text(ByteBuf to, String text) {
        String clean = text.indexOf('\0') < 0 ? text : text.replace("\0", "");
        ByteBufUtil.writeUtf8(to, clean);
        to.writeByte(0);
    }

    /// A message without fields.
    public void plain(char type) {
        begin(type).setInt(lengthAt, 4);
    }

    public void parseComplete() {
        plain('1');
    }

    public void bindComplete() {
        plain('2');
    }

    public void closeComplete() {
        plain('3');
    }

    public void noData() {
        plain('n');
    }

    public void portalSuspended() {
        plain('s');
    }

    public void emptyQuery() {
        plain('I');
    }

    public void commandComplete(String tag) {
        text(begin('C'), tag);
        end();
    }

    /// `SELECT` and a count, without making an object.
    public void selected(int rows) {
        changed("SELECT ", rows);
    }

    /// A tag and a count of one digit after it, without making an object.
    public void changed(String tag, int rows) {
        ByteBuf to = begin('C');
        to.writeCharSequence(tag, StandardCharsets.US_ASCII);
        to.writeByte('0' + rows);
        to.writeByte(0);
        end();
    }

    /// @param status `I` if no transaction is open, `T` if one is, `E` if it has failed
    public void readyForQuery(char status) {
        begin('Z').writeByte(status);
        end();
    }

    public void parameterStatus(String name, String value) {
        ByteBuf to = begin('S');
        text(to, name);
        text(to, value);
        end();
    }

    public void backendKey(int process, byte[] secret) {
        begin('K').writeInt(process).writeBytes(secret);
        end();
    }

    /// @param minor the newest version of protocol 3 that is spoken
    /// @param unknown options that are not known
    public void negotiateVersion(int minor, java.util.List<String> unknown) {
        ByteBuf to = begin('v').writeInt(minor).writeInt(unknown.size());
        unknown.forEach(name -> text(to, name));
        end();
    }

    /// @param kind 0 welcome, 10 begins SASL, 11 goes on with it, 12 ends it
    public ByteBuf authentication(int kind) {
        return begin('R').writeInt(kind);
    }

    public void error(PgReport report) {
        report.write(begin('E'));
        end();
    }

    public void notice(PgReport report) {
        report.write(begin('N'));
        end();
    }
}
