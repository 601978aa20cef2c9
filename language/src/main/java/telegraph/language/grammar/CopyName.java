package telegraph.language.grammar;

import java.util.Locale;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.lexer.Position;

/// What the name of a file says of how COPY is to write or read it, so that nobody gets CSV under
/// the name of something else. What a file that is read holds, its bytes tell.
///
/// @param path as it was written
/// @param position where it stands
record CopyName(String path, Position position) {
    private static final Set<String> COMPRESSED =
            Set.of(
                    "gz", "gzip", "tgz", "zst", "zstd", "bz2", "xz", "lzma", "zip", "7z", "lz4",
                    "br", "sz", "z");

    private static final Set<String> OTHERS =
            Set.of(
                    "parquet", "pq", "json", "ndjson", "jsonl", "geojson", "xml", "html", "htm",
                    "xls", "xlsx", "ods", "arrow", "feather", "avro", "orc", "db", "duckdb",
                    "sqlite");

    private static final Set<String> TABS = Set.of("tsv", "tab");

    /// @param formatSaid whether the statement says that it means CSV
    /// @throws TelegraphException of kind INPUT if CSV would be written under a name that means
    ///   something else
    void demandWritten(boolean formatSaid) {
        String ending = ending(path);
        if (COMPRESSED.contains(ending)) {
            throw refused(
                    ending,
                    "COPY compresses nothing: leave the ending out, and compress the file"
                            + " afterwards");
        }
        if (!formatSaid && OTHERS.contains(ending)) {
            throw refused(
                    ending,
                    "COPY writes CSV and no other format: call the file .csv, or say (FORMAT csv) to"
                            + " have CSV under this name");
        }
    }

    /// Whether fields are separated by tabs if nothing else is said.
    boolean hasTabs() {
        String ending = ending(path);
        return TABS.contains(
                COMPRESSED.contains(ending)
                        ? ending(path.substring(0, path.length() - ending.length() - 1))
                        : ending);
    }

    /// What stands behind the last point of the name in small letters, or nothing.
    private static String ending(String path) {
        String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        int point = name.lastIndexOf('.');
        return point <= 0 ? "" : name.substring(point + 1).toLowerCase(Locale.ROOT);
    }

    private TelegraphException refused(String ending, String advice) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "a name that ends in ." + ending + " at " + position + ": " + advice);
    }
}
