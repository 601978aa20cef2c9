package telegraph.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import telegraph.engine.Aggregate;
import telegraph.engine.Block;
import telegraph.engine.estimate.Deterministic;
import telegraph.engine.source.Bounds;
import telegraph.engine.vector.ColumnRef;

/// What is known for certain of rows yet to come: how many there can be, and between which bounds
/// their values are.
///
/// | aggregate so far    | at least                  | at most                   |
/// |---------------------|---------------------------|---------------------------|
/// | COUNT m             | m                         | m + left                  |
/// | SUM s               | s + left · min(0, low)    | s + left · max(0, high)   |
/// | MIN v               | low                       | v                         |
/// | MAX v               | v                         | high                      |
/// | AVG                 | low                       | high                      |
/// | COUNT(DISTINCT) d   | d                         | d + left                  |
///
/// These hold in whatever order rows come (Haas 1997, deterministic intervals).
///
/// @param alone whether the only input is the sample, so that a unit has no more rows in a group
///   than it has itself
/// @param left how many more rows a group can get, or -1 if unknown
/// @param bounds of each aggregate's argument; null where unknown
public record Rest(boolean alone, long left, Bounds[] bounds) {
    private static final Bounds ANY =
            new Bounds(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    /// Nothing is known.
    public static Rest unknown(int aggregates) {
        return new Rest(false, -1, new Bounds[aggregates]);
    }

    /// What the sources of a block say of the arguments of its aggregates.
    public static Rest of(long left, Block block, List<Aggregate> aggregates) {
        Bounds[] bounds = new Bounds[aggregates.size()];
        for (int a = 0; a < bounds.length; a++) {
            bounds[a] =
                    aggregates
                            .get(a)
                            .argument()
                            .flatMap(argument -> argument.bareColumn())
                            .map(column -> bounds(block, column))
                            .orElse(null);
        }
        return new Rest(block.inputs().size() == 1, left, bounds);
    }

    /// What is known of the rows of several blocks together.
    public static Rest together(List<Rest> all) {
        Rest first = all.getFirst();
        if (all.size() == 1) {
            return first;
        }
        long left = 0;
        Bounds[] bounds = first.bounds.clone();
        for (Rest rest : all) {
            left = left < 0 || rest.left < 0 ? -1 : left + rest.left;
            for (int a = 0; a < bounds.length; a++) {
                bounds[a] = around(bounds[a], rest.bounds[a]);
            }
        }
        return new Rest(false, left, bounds);
    }

    private static Bounds around(Bounds one, Bounds other) {
        return one == null || other == null
                ? null
                : new Bounds(Math.min(one.low(), other.low()), Math.max(one.high(), other.high()));
    }

    /// Whether rows that are missing can be bounded: every aggregate counts, or its values have
    /// bounds.
    public boolean boundsMissing(List<Aggregate> aggregates) {
        for (int a = 0; a < bounds.length; a++) {
            Aggregate aggregate = aggregates.get(a);
            boolean bounded =
                    switch (aggregate.function()) {
                        case COUNT -> !aggregate.distinct();
                        case SUM, SUM0, AVG -> !aggregate.distinct() && bounds[a] != null;
                        default -> false;
                    };
            if (!bounded) {
                return false;
            }
        }
        return true;
    }

    private static Bounds bounds(Block block, ColumnRef column) {
        Block.Input input = block.inputs().get(column.input());
        return column.column() < input.columns().length
                ? input.source().bounds(input.columns()[column.column()]).orElse(null)
                : null;
    }

    /// Sets bounds of the final value of an aggregate that nothing else is claimed of.
    ///
    /// @param value as it stands, or null
    void bound(Aggregate aggregate, int index, Object value, double[] lows, double[] highs) {
        double now = value instanceof Number number ? number.doubleValue() : Double.NaN;
        Bounds known = bounds[index];
        Bounds of = known == null ? ANY : known;
        double most = left < 0 ? Double.POSITIVE_INFINITY : left;
        switch (aggregate.function()) {
            case COUNT -> set(Deterministic.count(now, most), index, lows, highs);
            case SUM, SUM0 -> {
                if (known != null && !aggregate.distinct()) {
                    double sum = value == null ? 0 : now;
                    set(Deterministic.sum(sum, most, of), index, lows, highs);
                }
            }
            case MIN -> {
                lows[index] = of.low();
                highs[index] = value == null ? of.high() : now;
            }
            case MAX -> {
                lows[index] = value == null ? of.low() : now;
                highs[index] = of.high();
            }
            case AVG -> set(of, index, lows, highs);
            default -> {}
        }
    }

    private static void set(Bounds interval, int index, double[] lows, double[] highs) {
        lows[index] = interval.low();
        highs[index] = interval.high();
    }

    @Override
    public String toString() {
        return "left=" + left + " bounds=" + Arrays.toString(bounds);
    }
}
