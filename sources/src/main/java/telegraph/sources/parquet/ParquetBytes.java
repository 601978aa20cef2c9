package telegraph.sources.parquet;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import telegraph.engine.meter.Meter;
import telegraph.ground.TelegraphException;
import telegraph.sources.file.FileNames;
import telegraph.sources.file.FileOrigin;
import telegraph.sources.page.RandomBytes;

/// A Parquet file whose bytes can be read at any place.
///
/// A file at an address is fetched whole first, since its last bytes are needed before its first.
///
/// Threads: one reads; any may close.
final class ParquetBytes implements RandomBytes, AutoCloseable {
    /// The largest file that is fetched from an address.
    static final int REMOTE_BYTES_MAX = 256 << 20;

    private final SeekableByteChannel channel;
    private final byte[] fetched;
    private final Meter meter;
    private final long size;

    private ParquetBytes(SeekableByteChannel channel, byte[] fetched, Meter meter)
            throws IOException {
        this.channel = channel;
        this.fetched = fetched;
        this.meter = meter;
        this.size = channel == null ? fetched.length : channel.size();
    }

    static ParquetBytes open(FileOrigin file, Meter meter)
            throws IOException, InterruptedException {
        return switch (file) {
            case FileOrigin.Local local -> openLocal(local, meter);
            case FileOrigin.Remote remote -> {
                try (FileOrigin.Opened opened = remote.open(meter)) {
                    byte[] bytes = opened.in().readNBytes(REMOTE_BYTES_MAX + 1);
                    if (bytes.length > REMOTE_BYTES_MAX) {
                        throw TelegraphException.resource(
                                "a Parquet file at an address has at most "
                                        + REMOTE_BYTES_MAX
                                        + " bytes: file="
                                        + remote.name()
                                        + ". Download it and read it from disk.");
                    }
                    meter.addBytes(bytes.length);
                    yield new ParquetBytes(null, bytes, new Meter(remote.name()));
                }
            }
        };
    }

    static ParquetBytes openLocal(FileOrigin.Local local, Meter meter) throws IOException {
        try {
            return new ParquetBytes(Files.newByteChannel(local.path()), null, meter);
        } catch (NoSuchFileException e) {
            throw FileNames.missing(local.name(), local.path());
        } catch (AccessDeniedException e) {
            throw FileOrigin.Local.denied(local.name(), e);
        }
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long offset, MemorySegment to) throws IOException {
        long count = to.byteSize();
        requireInside(offset, count);
        if (channel == null) {
            MemorySegment.copy(
                    fetched, Math.toIntExact(offset), to, ValueLayout.JAVA_BYTE, 0, (int) count);
            return;
        }
        fill(offset, to.asByteBuffer());
        meter.addBytes(count);
    }

    /// `count` bytes from `offset` on.
    byte[] read(long offset, int count) throws IOException {
        requireInside(offset, count);
        ByteBuffer bytes = ByteBuffer.allocate(count);
        if (channel == null) {
            bytes.put(fetched, (int) offset, count);
            return bytes.array();
        }
        fill(offset, bytes);
        meter.addBytes(count);
        return bytes.array();
    }

    private void requireInside(long offset, long count) throws EOFException {
        if (offset < 0 || count < 0 || offset > size - count) {
            throw new EOFException(
                    "bytes must lie in the file: offset="
                            + offset
                            + " count="
                            + count
                            + " size="
                            + size);
        }
    }

    private void fill(long offset, ByteBuffer bytes) throws IOException {
        channel.position(offset);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new EOFException("the file became shorter while it was read: size=" + size);
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
