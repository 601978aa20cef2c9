package telegraph.engine.aggregate;

import telegraph.engine.Aggregate;
import telegraph.engine.Vector;
import telegraph.memory.BatchBuilder;

/// What one aggregate keeps of every group.
///
/// Threads: one at a time.
interface Accumulator {
    /// Makes room for groups 0 to `groups` - 1.
    void groups(int groups);

    /// Adds the values at the selected positions to the groups `groupOf[position]`.
    ///
    /// @param values null for COUNT(*)
    void add(int[] groupOf, Vector values, int[] selection, int count);

    /// Adds what another of the same kind keeps of its group `g` to group `groupOf[g]`.
    void merge(Accumulator other, int[] groupOf, int groups);

    /// Sets a column of the builder's current row to the result of a group; leaves it NULL if there
    /// is none.
    void write(int group, BatchBuilder to, int column);

    /// A new accumulator for an aggregate.
    ///
    /// @param unitsKept whether to keep with each value, where values are kept, its unit
    static Accumulator of(Aggregate aggregate, Account account, boolean unitsKept) {
        boolean pickOne =
                switch (aggregate.function()) {
                    case MIN, MAX, ANY_VALUE, SINGLE_VALUE, GROUPING -> true;
                    case COUNT,
                            SUM,
                            SUM0,
                            AVG,
                            VAR_POP,
                            VAR_SAMP,
                            STDDEV_POP,
                            STDDEV_SAMP,
                            PERCENTILE_CONT,
                            PERCENTILE_DISC,
                            MODE ->
                            false;
                };
        if (aggregate.distinct() && !pickOne) {
            return new DistinctValues(aggregate, account);
        }
        return aggregate.place().isPresent()
                ? new OrderStatistic(aggregate, account, unitsKept)
                : plain(aggregate, account);
    }

    /// A new accumulator that counts every value.
    static Accumulator plain(Aggregate aggregate, Account account) {
        return switch (aggregate.function()) {
            case COUNT -> new Count(account);
            case SUM, SUM0, AVG ->
                    switch (aggregate.argument().orElseThrow().type().kind()) {
                        case DOUBLE -> new RealSum(aggregate, account);
                        case BOOLEAN,
                                INTEGER,
                                BIGINT,
                                DECIMAL,
                                DATE,
                                TIME,
                                TIMESTAMP,
                                INSTANT,
                                TEXT ->
                                new ExactSum(aggregate, account);
                    };
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP -> new Variance(aggregate, account);
            case PERCENTILE_CONT, PERCENTILE_DISC, MODE ->
                    new OrderStatistic(aggregate, account, false);
            // Any value will do; the least is the same one in whatever order rows come.
            case MIN, ANY_VALUE -> new Extreme(aggregate, account, true);
            case MAX -> new Extreme(aggregate, account, false);
            case SINGLE_VALUE -> new Single(aggregate, account);
            case GROUPING ->
                    throw new IllegalArgumentException("GROUPING is read from the group itself");
        };
    }
}
