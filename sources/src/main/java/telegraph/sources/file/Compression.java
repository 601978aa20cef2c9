package telegraph.sources.file;

import io.airlift.compress.v3.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/// How the bytes of a file are compressed, told by the bytes themselves and not by the name.
enum Compression {
    NONE(""),
    GZIP(".gz"),
    ZSTD(".zst");

    /// Bytes that [#of] needs to see.
    static final int MAGIC_BYTES = 4;

    private static final int BUFFER_BYTES = 64 << 10;

    private final String suffix;

    Compression(String suffix) {
        this.suffix = suffix;
    }

    /// What the first bytes of a file announce.
    static Compression of(byte[] head) {
        if (head.length >= 2 && head[0] == 0x1f && (head[1] & 0xff) == 0x8b) {
            return GZIP;
        }
        if (head.length >= 4
                && head[0] == 0x28
                && (head[1] & 0xff) == 0xb5
                && head[2] == 0x2f
                && (head[3] & 0xff) == 0xfd) {
            return ZSTD;
        }
        return NONE;
    }

    /// What the end of a file's name announces.
    static Compression ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".gz") || lower.endsWith(".gzip")
                ? GZIP
                : lower.endsWith(".zst") || lower.endsWith(".zstd") ? ZSTD : NONE;
    }

    /// A file's name without the ending that tells its compression.
    static String strip(String name) {
        return ofName(name) == NONE ? name : name.substring(0, name.lastIndexOf('.'));
    }

    String suffix() {
        return suffix;
    }

    InputStream open(InputStream in) throws IOException {
        return switch (this) {
            case NONE -> in;
            case GZIP -> new GZIPInputStream(in, BUFFER_BYTES);
            case ZSTD -> new ZstdInputStream(in);
        };
    }
}
