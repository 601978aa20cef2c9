package telegraph.sources.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;

/// The bytes of a local file, from any place on.
///
/// Threads: one reads; any may close.
public final class BlockBytes implements AutoCloseable {
    /// What is read at once beyond the place where a reader is likely to stop.
    private static final int BEYOND_BYTES = 8 << 10;

    /// What is asked for at once: it comes by a copy, which is to stay in a near cache.
    private static final int PIECE_BYTES = 128 << 10;

    private final String name;
    private final SeekableByteChannel channel;

    BlockBytes(FileOrigin.Local file) throws IOException {
        this.name = file.name();
        try {
            this.channel = Files.newByteChannel(file.path());
        } catch (NoSuchFileException e) {
            throw FileNames.missing(file.name(), file.path());
        } catch (AccessDeniedException e) {
            throw FileOrigin.Local.denied(file.name(), e);
        }
    }

    public String name() {
        return name;
    }

    /// The size by now.
    public long size() throws IOException {
        return channel.size();
    }

    /// Up to `count` bytes from `offset` on; fewer only at the end of the file.
    public byte[] read(long offset, int count) throws IOException {
        long rest = Math.max(0, size() - offset);
        byte[] bytes = new byte[(int) Math.min(count, rest)];
        int have = fill(offset, bytes, 0, bytes.length);
        return have == bytes.length ? bytes : java.util.Arrays.copyOf(bytes, have);
    }

    /// Reads up to `count` bytes from `offset` on into `bytes` from `at` on; fewer only at the end
    /// of the file.
    ///
    /// @return how many
    public int fill(long offset, byte[] bytes, int at, int count) throws IOException {
        int have = 0;
        while (have < count) {
            int read = read(offset + have, bytes, at + have, Math.min(PIECE_BYTES, count - have));
            if (read < 0) {
                return have;
            }
            have += read;
        }
        return have;
    }

    private int read(long offset, byte[] bytes, int at, int count) throws IOException {
        channel.position(offset);
        return channel.read(ByteBuffer.wrap(bytes, at, count));
    }

    /// All bytes from `offset` on, of which those up to `end` are likely to be wanted.
    public InputStream from(long offset, long end) {
        return new From(offset, end, BEYOND_BYTES);
    }

    /// The bytes from `offset` on that stand before `end`.
    public InputStream range(long offset, long end) {
        return new From(offset, end, 0);
    }

    /// Where the first line begins at or after `offset`, or where the file ends.
    public long lineStart(long offset) throws IOException {
        if (offset == 0) {
            return 0;
        }
        byte[] piece = new byte[BEYOND_BYTES];
        for (long at = offset - 1; ; ) {
            int read = read(at, piece, 0, piece.length);
            if (read < 0) {
                return Math.min(at, size());
            }
            for (int i = 0; i < read; i++) {
                if (piece[i] == '\n') {
                    return at + i + 1;
                }
            }
            at += read;
        }
    }

    /// How many lines end before `offset`, as an editor counts.
    public long linesBefore(long offset) throws IOException {
        long lines = 0;
        byte before = 0;
        byte[] piece = new byte[64 << 10];
        InputStream in = from(0, offset);
        for (long left = offset; left > 0; ) {
            int read = in.read(piece, 0, (int) Math.min(piece.length, left));
            if (read < 0) {
                return lines;
            }
            for (int i = 0; i < read; i++) {
                byte b = piece[i];
                if (b == '\r' || b == '\n' && before != '\r') {
                    lines++;
                }
                before = b;
            }
            left -= read;
        }
        return lines;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private final class From extends InputStream {
        private final long end;
        private final int beyond;
        private long next;

        /// @param beyond how many bytes are read at once from `end` on, if any
        From(long offset, long end, int beyond) {
            this.next = offset;
            this.end = Math.min(end, Long.MAX_VALUE / 2);
            this.beyond = beyond;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            long wanted = Math.min(length, Math.max(0, end - next) + beyond);
            if (wanted == 0) {
                return length == 0 ? 0 : -1;
            }
            int read = BlockBytes.this.read(next, bytes, offset, (int) wanted);
            next += Math.max(0, read);
            return read;
        }
    }
}
