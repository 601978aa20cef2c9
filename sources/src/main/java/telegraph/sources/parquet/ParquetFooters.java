package telegraph.sources.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import telegraph.engine.meter.Meter;
import telegraph.sources.file.FileOrigin;

/// Footers that were read to learn the columns of files, so that the scan after it need not read
/// them again; each counts as long as its file has the same size and time.
///
/// Threads: any; it never changes.
final class ParquetFooters {
    private static final int KEPT_MAX = 64;

    private final Map<FileOrigin, Kept> kept;

    private record Kept(ParquetFooter footer, long bytes, FileTime modified) {
        boolean isOf(BasicFileAttributes file) {
            return file.size() == bytes && file.lastModifiedTime().equals(modified);
        }
    }

    ParquetFooters() {
        this(Map.of());
    }

    private ParquetFooters(Map<FileOrigin, Kept> kept) {
        this.kept = kept;
    }

    /// These and the footer of one more local file, if there are few.
    ///
    /// @param before what the file was before its footer was read
    ParquetFooters and(FileOrigin file, BasicFileAttributes before, ParquetFooter footer) {
        if (kept.size() == KEPT_MAX) {
            return this;
        }
        Map<FileOrigin, Kept> more = new HashMap<>(kept);
        more.put(file, new Kept(footer, before.size(), before.lastModifiedTime()));
        return new ParquetFooters(Map.copyOf(more));
    }

    /// The footer of a local file.
    ParquetFooter of(FileOrigin.Local file) throws IOException {
        Kept known = kept.get(file);
        if (known != null && known.isOf(attributes(file))) {
            return known.footer;
        }
        try (ParquetBytes bytes = ParquetBytes.openLocal(file, new Meter(file.name()))) {
            return ParquetFooter.read(bytes, file.name());
        }
    }

    static BasicFileAttributes attributes(FileOrigin.Local file) throws IOException {
        return Files.readAttributes(file.path(), BasicFileAttributes.class);
    }
}
