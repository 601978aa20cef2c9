package telegraph.sources;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import telegraph.engine.source.Source;
import telegraph.sources.file.FileSource;

/// The door to files as tables: CSV, JSON and Parquet, one or many, here or at an http address.
///
/// Threads: any.
public final class FileSources {
    /// The only column of a table without columns, which is NULL in each row and in no result: rows
    /// can be counted and joined, and no query can name it.
    public static final String NO_COLUMN = "$none";

    private final FileTables tables;

    /// @param workingDirectory where relative names start
    /// @param remote opens http and https addresses
    /// @param reach which files may be read now
    public FileSources(Path workingDirectory, RemoteFiles remote, Supplier<Reach> reach) {
        this.tables = new FileTables(workingDirectory, remote, reach);
    }

    /// A source of the rows of a file, of the files a pattern matches, or of what an address holds.
    ///
    /// Header and types are found out from the first rows, so this blocks while they are read. An
    /// option's value may be a String, Long, Double, Boolean, Map or List.
    ///
    /// @throws telegraph.ground.TelegraphException of kind INPUT for whatever the user can put
    ///   right, naming the file
    public Source open(String location, FileFormat format, Map<String, Object> options) {
        return tables.open(location, format, options);
    }

    /// Whether a name in a query means a file: an address, or a name that ends as the files of some
    /// format do.
    public static boolean looksLikeFile(String name) {
        return FileTables.looksLikeFile(name);
    }

    /// Whether a source is one of files.
    public static boolean isOne(Source source) {
        return source instanceof FileSource;
    }

    /// The options a format understands.
    public static Set<String> options(FileFormat format) {
        return FileTables.options(format);
    }
}
