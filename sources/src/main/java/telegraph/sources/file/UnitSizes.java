package telegraph.sources.file;

/// How finely files are cut into units, and how many of them are read at once.
///
/// @param blockBytesMin the smallest block of a text file
/// @param blockBytesMax the largest
/// @param blocksWanted about how many blocks all files together should have
/// @param windowBytes what is looked at first to find where a record begins
/// @param readers how many units are read at once
public record UnitSizes(
        long blockBytesMin, long blockBytesMax, int blocksWanted, int windowBytes, int readers) {
    /// Fewer files than these are no sample of each other.
    static final int FILES_MIN = 16;

    /// The most that is looked at to find where a record begins, before all is read up to there.
    public static final int WINDOW_BYTES_MAX = 1 << 20;

    /// Parsing keeps a core busy, so there is a reader for each.
    public static UnitSizes usual() {
        return new UnitSizes(
                16 << 10,
                1 << 20,
                1_000,
                16 << 10,
                Math.max(1, Runtime.getRuntime().availableProcessors()));
    }

    /// The size of a block, if all files together have `bytes`.
    long blockBytes(long bytes) {
        return Math.clamp(bytes / blocksWanted, blockBytesMin, blockBytesMax);
    }
}
