package telegraph.engine.source;

import java.util.Optional;
import java.util.OptionalLong;
import telegraph.engine.meter.Terms;

/// Something outside that has rows: a file, an API, a form, a table of somebody else.
///
/// This is the one extension point most people will meet. A source says what its rows look like and
/// how they can be asked for; a [Reader] then fetches them in plain blocking code.
///
/// Threads: any; the engine opens many readers of one source at once. Values pass in and out as the
/// Java classes of [telegraph.memory.Batch#valueAt].
public interface Source {
    /// What messages call it: the table's name or the file's path.
    String name();

    Schema schema();

    Access access();

    default Traits traits() {
        return Traits.UNKNOWN;
    }

    /// Between which values those of a column are, if that is known for certain.
    ///
    /// @param column its index in the schema
    default Optional<Bounds> bounds(int column) {
        return Optional.empty();
    }

    /// About how many bytes a scan reads if its rows can come in units ([Sink#frame]):
    /// `Long.MAX_VALUE` if nobody knows; empty if they cannot.
    default OptionalLong sampledBytes() {
        return OptionalLong.empty();
    }

    /// Whether rows of a scan come as fast as this process reads or computes them, and wait for
    /// nobody else. Then a larger input of the same query is not read before they are stored, since
    /// it would have to be stored too. Asked again and again while the query runs.
    default boolean isLocal() {
        return false;
    }

    /// Whether its rows are in this process, so that the first thousand are read in less time than
    /// threads take to start: the one that wants them reads them itself. They may have to be waited
    /// for all the same, as rows that somebody else has locked.
    default boolean isAtHand() {
        return false;
    }

    /// What a scan goes by if it does not read all rows, such as "index i", in words for people.
    default Optional<String> path(ScanRequest request) {
        return Optional.empty();
    }

    /// The same source whose own order is the one that is wanted, if its first rows in that order
    /// can be had for less than it costs to read and sort all of them.
    default Optional<Source> sorted(SortedScan wanted) {
        return Optional.empty();
    }

    /// The same source with some of its rows, if that costs less than to read all of them: one has
    /// the least value of a column, one the greatest.
    default Optional<Source> ends(int column) {
        return Optional.empty();
    }

    /// What it was told by whoever named it, such as options, in words for people; no secrets.
    default Optional<String> told() {
        return Optional.empty();
    }

    /// What asking it costs, and how often a query may.
    default Terms terms() {
        return Terms.NONE;
    }

    /// A reader of all rows. Called only if [Access#scan] is true, or if the constants of the
    /// request bind all columns of one of [Access#binds].
    Reader scan(ScanRequest request);

    /// A reader of the rows that have the given values in the bound columns; of others the engine
    /// drops those that it can tell by a requested column. Called only if the source has bind
    /// patterns.
    Reader lookup(LookupRequest request);
}
