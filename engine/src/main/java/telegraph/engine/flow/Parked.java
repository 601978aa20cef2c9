package telegraph.engine.flow;

/// Tuples that wait until one of some lookups takes more values. They keep what routing needs of
/// them: lineage, stamp, and for each input of their span the stored row.
///
/// @param waitsFor the inputs whose lookups were full
/// @param refs by input, then by position; null outside the span
/// @param from, to the positions still there
public record Parked(
        long waitsFor,
        long span,
        long done,
        long stamp,
        int base,
        long[][] refs,
        int from,
        int to,
        Ledger.Entry entry)
        implements Work {
    public int rows() {
        return to - from;
    }

    /// The first tuples, as many as `rows`.
    Parked first(int rows) {
        return new Parked(waitsFor, span, done, stamp, base, refs, from, from + rows, entry);
    }

    /// The tuples after the first `rows`.
    Parked rest(int rows) {
        return new Parked(waitsFor, span, done, stamp, base, refs, from + rows, to, entry);
    }
}
