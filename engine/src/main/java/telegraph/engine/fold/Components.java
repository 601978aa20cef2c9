package telegraph.engine.fold;

import java.util.List;
import java.util.Optional;
import telegraph.engine.Aggregate;
import telegraph.engine.estimate.Statistic;

/// Which sums of a unit's rows the aggregates of a block are functions of.
///
/// Component 0 is the number of rows; then for each aggregate that can be estimated:
///
/// | aggregate          | components                                  |
/// |--------------------|---------------------------------------------|
/// | COUNT(*)           | none of its own                             |
/// | COUNT              | values                                      |
/// | SUM, AVG           | values, their sum                           |
/// | VARIANCE, STDDEV   | values, their sum, the sum of their squares |
///
/// Where squares are summed, sums are of values less a constant, the first value seen.
public final class Components {
    /// More sums than these, and intervals would cost more than they are worth.
    public static final int MOST = 48;

    private final int[] first;
    private final int[] width;
    private final Aggregate[] aggregates;
    private final int size;

    public Components(List<Aggregate> aggregates) {
        this.aggregates = aggregates.toArray(Aggregate[]::new);
        this.first = new int[this.aggregates.length];
        this.width = new int[this.aggregates.length];
        int next = 1;
        for (int a = 0; a < first.length; a++) {
            first[a] = next;
            width[a] = width(this.aggregates[a]);
            next += width[a];
        }
        this.size = next;
    }

    private static int width(Aggregate aggregate) {
        if (aggregate.distinct()) {
            return 0;
        }
        return switch (aggregate.function()) {
            case COUNT -> isRows(aggregate) ? 0 : 1;
            case SUM, SUM0, AVG -> 2;
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP -> 3;
            default -> 0;
        };
    }

    private static boolean isRows(Aggregate aggregate) {
        return aggregate.argument().isEmpty() && aggregate.filter().isEmpty();
    }

    /// How many there are.
    public int size() {
        return size;
    }

    /// The first component of an aggregate.
    public int first(int aggregate) {
        return first[aggregate];
    }

    /// How many components an aggregate has of its own.
    public int width(int aggregate) {
        return width[aggregate];
    }

    /// An aggregate as a function of the totals, or empty if it is none.
    public Optional<Statistic> statistic(int aggregate) {
        int at = first[aggregate];
        if (aggregates[aggregate].distinct()) {
            return Optional.empty();
        }
        return Optional.ofNullable(
                switch (aggregates[aggregate].function()) {
                    case COUNT -> Statistic.count(width[aggregate] == 0 ? 0 : at);
                    case SUM, SUM0 -> Statistic.sum(at + 1, at);
                    case AVG -> Statistic.average(at + 1, at);
                    case VAR_POP -> Statistic.variance(at, at + 1, at + 2, false);
                    case VAR_SAMP -> Statistic.variance(at, at + 1, at + 2, true);
                    case STDDEV_POP -> Statistic.deviation(at, at + 1, at + 2, false);
                    case STDDEV_SAMP -> Statistic.deviation(at, at + 1, at + 2, true);
                    default -> null;
                });
    }
}
