package telegraph.engine;

/// What is known of the lookups that a module sends: by value, and not by tuple.
///
/// Threads: any.
public interface LookupStatistics {
    /// Nanoseconds one takes while others run beside it, or -1 if unknown.
    double nanosEach();

    /// Rows found for each value.
    double rowsEach();

    /// What one costs: its requests, by what they weigh.
    double weight();

    /// About how many new values each tuple asks for, of all that are likely to come to its
    /// junction.
    double valuesEach();

    /// Values lately looked up of which rows went on.
    double hits();

    /// Values lately looked up of which none did.
    double misses();
}
