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
final class BlockBytes implements AutoCloseable {
    /// What is read at once beyond the place where a reader is likely to stop.
    private static final int BEYOND_BYTES = 8 << 10;

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

    String name() {
        return name;
    }

    /// The size by now.
    long size() throws IOException {
        return channel.size();
    }

    /// Up to `count` bytes from `offset` on; fewer only at the end of the file.
    byte[] read(long offset, int count) throws IOException {
        long rest = Math.max(0, size() - offset);
        byte[] bytes = new byte[(int) Math.min(count, rest)];
        int have = 0;
        while (have < bytes.length) {
            int read = read(offset + have, bytes, have, bytes.length - have);
            if (read < 0) {
                return java.util.Arrays.copyOf(bytes, have);
            }
            have += read;
        }
        return bytes;
    }

    private int read(long offset, byte[] bytes, int at, int count) throws IOException {
        channel.position(offset);
        return channel.read(ByteBuffer.wrap(bytes, at, count));
    }

    /// All bytes from `offset` on, of which those up to `end` are likely to be wanted.
    InputStream from(long offset, long end) {
        return new From(offset, end);
    }

    /// How many lines end before `offset`, as an editor counts.
    long linesBefore(long offset) throws IOException {
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
        private long next;

        From(long offset, long end) {
            this.next = offset;
            this.end = end;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            long wanted = next < end ? end - next + BEYOND_BYTES : BEYOND_BYTES;
            if (wanted < 0) { // no end is known
                wanted = length;
            }
            int read = BlockBytes.this.read(next, bytes, offset, (int) Math.min(length, wanted));
            next += Math.max(0, read);
            return read;
        }
    }
}
