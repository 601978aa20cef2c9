package telegraph.engine.meter;

import java.util.List;
import java.util.Optional;

/// How far one source of a running query is.
///
/// @param units pages, files or row groups complete
/// @param failed requests given up, whose rows are missing, or rows that could not be read
/// @param retried requests sent again
/// @param cached requests answered from the cache
/// @param rowsTotal how many rows there are in all, or -1 if unknown
/// @param unitsTotal how many units, or -1
/// @param bytesTotal how many bytes, or -1
/// @param waiting why nothing comes for now, or ""
/// @param failure why the first of them failed, or ""
/// @param done whether the source has delivered all
/// @param rowsLost how many of the failures are rows that could not be read
/// @param notes what else is to be said of its rows, as values of them that are in no column
/// @param doubt why rows may be missing or doubled although no request failed, or ""
/// @param price of one request, if the source has one
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
        boolean done,
        long rowsLost,
        List<String> notes,
        String doubt,
        Optional<Price> price) {
    /// Of a source of which nothing else is to be said.
    public Progress(
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
            boolean done) {
        this(
                source,
                rows,
                requests,
                bytes,
                units,
                failed,
                retried,
                cached,
                rowsTotal,
                unitsTotal,
                bytesTotal,
                waiting,
                failure,
                done,
                0,
                List.of(),
                "",
                Optional.empty());
    }

    /// What its requests cost so far, if they have a price.
    public Optional<Price> spent() {
        return price.map(each -> each.times(requests));
    }

    /// Why nothing is claimed of the rows although all there were have come, or "".
    public String incompleteness() {
        return failed > 0 ? "requests failed" : doubt;
    }

    /// The same of the first of several sources of which there is something to say, or empty.
    public static Optional<String> incompleteness(List<Progress> sources) {
        return sources.stream()
                .map(Progress::incompleteness)
                .filter(reason -> !reason.isEmpty())
                .findFirst();
    }
}
