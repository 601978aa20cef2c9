package telegraph.engine.stem;

/// A page of a part that probes wait for.
///
/// @param id its number on disk, or -1
/// @param page the page if it is in memory, else null
public record Piece(int id, Partition.Filled page, long bytes) {
    /// A page that was written to disk.
    public static Piece onDisk(int id, long bytes) {
        return new Piece(id, null, bytes);
    }
}
