package telegraph.engine.flow;

/// Tuples that wait until one of some lookups takes more values.
///
/// @param waitsFor the inputs whose lookups were full
/// @param batch the number of the batch that has all that routing needs of them
/// @param from, to the rows of it still there
public record Parked(
        long waitsFor, long span, long done, int batch, int from, int to, UnitLedger.Entry entry)
        implements WorkItem {
    public int rows() {
        return to - from;
    }

    /// The first tuples, as many as `rows`.
    Parked first(int rows) {
        return new Parked(waitsFor, span, done, batch, from, from + rows, entry);
    }

    /// The tuples after the first `rows`.
    Parked rest(int rows) {
        return new Parked(waitsFor, span, done, batch, from + rows, to, entry);
    }
}
