package telegraph.sources.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;
import telegraph.engine.meter.Meter;
import telegraph.ground.TelegraphException;
import telegraph.sources.text.PeekStream;
import telegraph.sources.text.TranscodedStream;

/// The bytes of one open file as its format wants them: counted, decompressed, guarded, in UTF-8.
///
/// ```
/// origin → count → decompress → guard against bombs → peek → to UTF-8 → format
/// ```
///
/// The meter counts bytes as they lie in the file, so that they compare with its size.
///
/// Threads: one reads and closes; any may close [#cancelHandle], and then reading throws.
public final class FileBytes extends InputStream {
    /// Output below which no compression is suspicious.
    static final long EXPANSION_FREE_BYTES = 64L << 20;

    /// Bytes that [#head] shows.
    public static final int HEAD_BYTES = 64 << 10;

    private final String name;
    private final FileOrigin.Opened origin;
    private final Counted counted;
    private final Compression compression;
    private final long expansionMax;
    private final InputStream plain;
    private final PeekStream content;
    private long expanded;

    private FileBytes(String name, FileOrigin.Opened origin, FileOptions options, Counted counted)
            throws IOException {
        this.name = name;
        this.origin = origin;
        this.counted = counted;
        this.expansionMax = options.expansionMax();
        PeekStream raw = new PeekStream(counted);
        byte[] magic = raw.peek(Compression.MAGIC_BYTES);
        compression = options.compression().orElseGet(() -> Compression.of(magic));
        if (magic.length > 0 && compression != Compression.NONE) {
            requireMagic(magic, compression);
        } else if (magic.length > 0
                && options.compression().isEmpty()
                && origin.mediaType().isEmpty()) {
            requireMagic(magic, Compression.ofName(name));
        }
        plain = magic.length == 0 ? raw : decompressed(raw);
        PeekStream peeked = new PeekStream(new Guarded());
        byte[] first = peeked.peek(4);
        content =
                TranscodedStream.isNeeded(options.charset(), first)
                        ? new PeekStream(
                                TranscodedStream.of(peeked, options.charset(), first, name))
                        : peeked;
        if (TranscodedStream.hasUtf8Mark(content.peek(3))) {
            content.skipNBytes(3);
        }
    }

    /// Opens `file`; `beforeWait` runs whenever the next read may wait for the network.
    public static FileBytes open(
            FileOrigin file, FileOptions options, Meter meter, Runnable beforeWait)
            throws IOException, InterruptedException {
        FileOrigin.Opened origin = file.open(meter);
        try {
            Counted counted = new Counted(origin.in(), meter, file.isRemote() ? beforeWait : null);
            return new FileBytes(file.name(), origin, options, counted);
        } catch (IOException | RuntimeException e) {
            origin.close();
            throw e;
        }
    }

    private void requireMagic(byte[] magic, Compression announced) {
        if (announced != Compression.of(magic)) {
            throw TelegraphException.input(
                    "a "
                            + announced.name().toLowerCase(java.util.Locale.ROOT)
                            + " file begins with its mark: file="
                            + name
                            + " found="
                            + java.util.HexFormat.of().formatHex(magic)
                            + ". If it is not compressed, set compression => 'none'.");
        }
    }

    private InputStream decompressed(InputStream raw) throws IOException {
        try {
            return compression.open(raw);
        } catch (EOFException e) {
            throw truncated(e);
        }
    }

    private TelegraphException truncated(IOException cause) {
        return TelegraphException.input(
                "a compressed file ends where its content ends, this one earlier: file="
                        + name
                        + " bytes_read="
                        + counted.count
                        + ". It was cut off; copy or download it again.",
                cause);
    }

    /// Up to [#HEAD_BYTES] bytes that will be read next; fewer only at the end of the file.
    public byte[] head() throws IOException {
        return content.peek(HEAD_BYTES);
    }

    /// What the server said the file is, or "".
    public String mediaType() {
        return origin.mediaType();
    }

    OptionalLong size() {
        return origin.size();
    }

    @Override
    public int read() throws IOException {
        return content.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return content.read(bytes, offset, length);
    }

    /// What to close to end a read that another thread is in.
    public AutoCloseable cancelHandle() {
        return origin;
    }

    /// Closes the file and gives back the decompressor's memory; for the reading thread.
    @Override
    public void close() throws IOException {
        try {
            plain.close();
        } finally {
            origin.close();
        }
    }

    /// Reads what was decompressed, and stops when it is far more than the file can honestly hold.
    private final class Guarded extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (compression == Compression.NONE) {
                return plain.read(bytes, offset, length);
            }
            int read = decompress(bytes, offset, length);
            expanded += Math.max(0, read);
            if (expanded > EXPANSION_FREE_BYTES
                    && expanded / Math.max(1, counted.count) > expansionMax) {
                throw TelegraphException.resource(
                        "a compressed file may expand to at most "
                                + expansionMax
                                + " times its size: file="
                                + name
                                + " bytes_read="
                                + counted.count
                                + " expanded="
                                + expanded
                                + ". If you trust it, set expansion_max => N.");
            }
            return read;
        }

        private int decompress(byte[] bytes, int offset, int length) throws IOException {
            long before = counted.failures;
            try {
                return plain.read(bytes, offset, length);
            } catch (EOFException e) {
                throw truncated(e);
            } catch (IOException | RuntimeException e) {
                if (counted.failures != before || e instanceof TelegraphException) {
                    throw e; // the origin failed, not its content
                }
                if (counted.ended) {
                    throw truncated(e instanceof IOException io ? io : new IOException(e));
                }
                throw TelegraphException.input(
                        "the content of a compressed file must be whole: file="
                                + name
                                + " bytes_read="
                                + counted.count
                                + " cause="
                                + e.getMessage()
                                + ". It is damaged; copy or download it again.",
                        e);
            }
        }
    }

    /// Counts bytes of the origin, and gives notice before a read that may wait.
    private static final class Counted extends InputStream {
        private final InputStream in;
        private final Meter meter;
        private final Runnable beforeWait;
        private long count;
        private long failures;
        private boolean ended;

        Counted(InputStream in, Meter meter, Runnable beforeWait) {
            this.in = in;
            this.meter = meter;
            this.beforeWait = beforeWait;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                if (beforeWait != null && in.available() == 0) {
                    beforeWait.run();
                }
                int read = in.read(bytes, offset, length);
                if (read > 0) {
                    count += read;
                    meter.addBytes(read);
                }
                ended |= read < 0;
                return read;
            } catch (IOException | RuntimeException e) {
                failures++;
                throw e;
            }
        }

        /// Never zero before the end: decompressors take zero for the end of the file.
        @Override
        public int available() throws IOException {
            return ended ? 0 : Math.max(1, in.available());
        }
    }
}
