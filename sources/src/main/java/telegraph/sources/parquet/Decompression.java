package telegraph.sources.parquet;

import io.airlift.compress.v3.Decompressor;
import io.airlift.compress.v3.lz4.Lz4JavaDecompressor;
import io.airlift.compress.v3.lz4.Lz4NativeDecompressor;
import io.airlift.compress.v3.snappy.SnappyJavaDecompressor;
import io.airlift.compress.v3.snappy.SnappyNativeDecompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import io.airlift.compress.v3.zstd.ZstdNativeDecompressor;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.parquet.format.CompressionCodec;
import telegraph.sources.page.DamagedPageException;
import telegraph.sources.page.ParquetPage;
import telegraph.sources.page.SegmentStream;

/// Makes pages of what they are compressed to.
///
/// Threads: one.
final class Decompression {
    private static final int BLOCK_BYTES = 64 << 10;

    private final Map<CompressionCodec, Decompressor> decompressors =
            new EnumMap<>(CompressionCodec.class);

    /// Fills all of `to`.
    void decompress(CompressionCodec codec, MemorySegment from, MemorySegment to)
            throws IOException {
        long length =
                switch (codec) {
                    case null ->
                            throw new DamagedPageException(
                                    "pages are compressed with UNCOMPRESSED, SNAPPY, GZIP,"
                                            + " ZSTD or LZ4_RAW");
                    case UNCOMPRESSED -> {
                        long count = Math.min(from.byteSize(), to.byteSize());
                        MemorySegment.copy(from, 0, to, 0, count);
                        yield from.byteSize();
                    }
                    case SNAPPY, ZSTD, LZ4_RAW -> block(codec, from, to);
                    case GZIP -> gzip(from, to);
                    case LZO, BROTLI, LZ4 ->
                            throw new DamagedPageException(
                                    "pages are compressed with UNCOMPRESSED, SNAPPY, GZIP,"
                                            + " ZSTD or LZ4_RAW: codec="
                                            + codec);
                };
        if (length != to.byteSize()) {
            throw new DamagedPageException(
                    "a page must have the size it says: expected="
                            + to.byteSize()
                            + " actual="
                            + length);
        }
    }

    private long block(CompressionCodec codec, MemorySegment from, MemorySegment to)
            throws DamagedPageException {
        try {
            return decompressors
                    .computeIfAbsent(codec, Decompression::decompressor)
                    .decompress(from, to);
        } catch (RuntimeException e) {
            throw new DamagedPageException(
                    "a page must be compressed as it says, and not go on past its size: codec="
                            + codec
                            + " bytes="
                            + to.byteSize());
        }
    }

    /// The libraries their authors wrote, where they can be loaded; else the same in Java.
    private static Decompressor decompressor(CompressionCodec codec) {
        return switch (codec) {
            case SNAPPY ->
                    SnappyNativeDecompressor.isEnabled()
                            ? new SnappyNativeDecompressor()
                            : new SnappyJavaDecompressor();
            case ZSTD ->
                    ZstdNativeDecompressor.isEnabled()
                            ? new ZstdNativeDecompressor()
                            : new ZstdJavaDecompressor();
            case LZ4_RAW ->
                    Lz4NativeDecompressor.isEnabled()
                            ? new Lz4NativeDecompressor()
                            : new Lz4JavaDecompressor();
            case UNCOMPRESSED, GZIP, LZO, BROTLI, LZ4 ->
                    throw new IllegalStateException("no codec of blocks: " + codec);
        };
    }

    private static long gzip(MemorySegment from, MemorySegment to) throws IOException {
        byte[] block = new byte[BLOCK_BYTES];
        long length = 0;
        try (GZIPInputStream in =
                new GZIPInputStream(new SegmentStream(from, 0, from.byteSize()))) {
            while (length < to.byteSize()) {
                int some = in.read(block, 0, (int) Math.min(BLOCK_BYTES, to.byteSize() - length));
                if (some < 0) {
                    break;
                }
                MemorySegment.copy(block, 0, to, ParquetPage.BYTE, length, some);
                length += some;
            }
            // Only whoever reads on past the last byte has the check value behind it looked at.
            if (in.read() >= 0) {
                throw new DamagedPageException(
                        "a page must end where it says: codec=GZIP bytes=" + to.byteSize());
            }
        } catch (ZipException | EOFException e) {
            throw new DamagedPageException(
                    "a page must be compressed as it says, with the check value of its bytes:"
                            + " codec=GZIP bytes="
                            + to.byteSize());
        }
        return length;
    }
}
