package telegraph.crawler.warc;

import java.time.Clock;
import java.util.Map;
import java.util.random.RandomGenerator;

/// How WARC files are written.
///
/// @param clock that tells when a file was begun
/// @param about fields of the record about a file, such as `software`
/// @param chance of record ids; used by one thread
/// @param fileBytes where a new file begins
/// @param syncBytes what a power cut may take
public record WarcOptions(
        Clock clock,
        Map<String, String> about,
        RandomGenerator chance,
        long fileBytes,
        long syncBytes) {
    /// Where a new file begins, as archives have it.
    public static final long FILE_BYTES = 1L << 30;

    /// What a power cut may take, so that syncing costs little.
    public static final long SYNC_BYTES = 32L << 20;

    public WarcOptions {
        about = Map.copyOf(about);
    }
}
