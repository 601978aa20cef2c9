package telegraph.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import telegraph.engine.Aggregate;
import telegraph.engine.Block;
import telegraph.engine.Bounds;
import telegraph.engine.ColumnRef;

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
/// @param left how many more rows a group can get, or -1 if unknown
/// @param bounds of each aggregate's argument; null where unknown
public record Rest(long left, Bounds[] bounds) {
    /// Nothing is known.
    public static Rest unknown(int aggregates) {
        return new Rest(-1, new Bounds[aggregates]);
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
        return new Rest(left, bounds);
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
        Bounds of = bounds[index];
        double lowest = of == null ? Double.NEGATIVE_INFINITY : of.low();
        double highest = of == null ? Double.POSITIVE_INFINITY : of.high();
        double most = left < 0 ? Double.POSITIVE_INFINITY : left;
        switch (aggregate.function()) {
            case COUNT -> {
                lows[index] = now;
                highs[index] = now + most;
            }
            case SUM, SUM0 -> {
                if (of != null && !aggregate.distinct()) {
                    double sum = value == null ? 0 : now;
                    lows[index] = sum + times(most, Math.min(0, of.low()));
                    highs[index] = sum + times(most, Math.max(0, of.high()));
                }
            }
            case MIN -> {
                lows[index] = lowest;
                highs[index] = value == null ? highest : now;
            }
            case MAX -> {
                lows[index] = value == null ? lowest : now;
                highs[index] = highest;
            }
            case AVG -> {
                lows[index] = lowest;
                highs[index] = highest;
            }
            default -> {}
        }
    }

    private static double times(double count, double bound) {
        return bound == 0 ? 0 : count * bound;
    }

    @Override
    public String toString() {
        return "left=" + left + " bounds=" + Arrays.toString(bounds);
    }
}
