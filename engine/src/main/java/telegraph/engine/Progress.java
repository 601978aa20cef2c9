package telegraph.engine;

/// How far one source of a running query is.
///
/// @param units pages, files or row groups complete
/// @param failed requests given up, whose rows are missing
/// @param retried requests sent again
/// @param cached requests answered from the cache
/// @param rowsTotal how many rows there are in all, or -1 if unknown
/// @param unitsTotal how many units, or -1
/// @param bytesTotal how many bytes, or -1
/// @param waiting why nothing comes for now, or ""
/// @param failure why the first failed request failed, or ""
/// @param done whether the source has delivered all
public record Progress(
        String source,
        long rows,
        long requests,
        long bytes,
        long units,
        long failed,
        long retried,
        long cached,
        long rowsTotal,
        long unitsTotal,
        long bytesTotal,
        String waiting,
        String failure,
        boolean done) {}
