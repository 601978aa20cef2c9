package telegraph.server.admission;

import java.time.Instant;

/// A statement as a list shows it.
///
/// @param text without secrets, and cut when it is long
/// @param place in the queue, or 0
/// @param asked when
/// @param nanos since it began, or how long it ran; 0 while it waits
/// @param rows of the result so far
/// @param requests to sources so far
/// @param memory bytes it holds now
/// @param memoryPeak the most it held at once
/// @param tag what was done, or ""
/// @param error why it failed or was cancelled, or ""
/// @param sqlState the code of that, or ""
public record QueryLine(
        String id,
        Admission.Client client,
        String text,
        State state,
        int place,
        Instant asked,
        long nanos,
        long rows,
        long requests,
        long memory,
        long memoryPeak,
        String tag,
        String error,
        String sqlState) {
    /// What has become of a statement.
    public enum State {
        QUEUED,
        RUNNING,
        ENDED,
        FAILED,
        /// Ended before its time, by whoever asked, somebody else, a time limit or the server.
        CANCELLED;

        /// Whether it is over.
        public boolean isOver() {
            return this != QUEUED && this != RUNNING;
        }
    }
}
