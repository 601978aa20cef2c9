package telegraph.engine;

import java.math.BigDecimal;
import java.util.Optional;
import telegraph.engine.vector.Expression;
import telegraph.memory.Type;

/// One aggregate of a grouped block.
///
/// @param argument what is aggregated; empty for COUNT(*) and GROUPING
/// @param independent for what is of pairs of numbers the other one, on which the argument depends
/// @param filter a boolean; only tuples for which it is true count
/// @param groupingKeys for GROUPING the keys asked about
/// @param place for percentiles and MODE where in the order of a group's values the result is
/// @param type the type of the result
public record Aggregate(
        Function function,
        Optional<Expression> argument,
        Optional<Expression> independent,
        boolean distinct,
        Optional<Expression> filter,
        int[] groupingKeys,
        Optional<Place> place,
        Type type) {
    /// One of single values that does not depend on their order.
    public Aggregate(
            Function function,
            Optional<Expression> argument,
            boolean distinct,
            Optional<Expression> filter,
            int[] groupingKeys,
            Type type) {
        this(
                function,
                argument,
                Optional.empty(),
                distinct,
                filter,
                groupingKeys,
                Optional.empty(),
                type);
    }

    /// A place in the order of a group's values.
    ///
    /// @param fraction from 0, the first value, to 1, the last; MODE has no use for it
    /// @param descending whether the greatest value is the first
    public record Place(BigDecimal fraction, boolean descending) {
        public Place {
            if (fraction.signum() < 0 || fraction.compareTo(BigDecimal.ONE) > 0) {
                throw new IllegalArgumentException(
                        "a fraction lies between 0 and 1: fraction=" + fraction);
            }
        }
    }

    /// What is computed, as SQL defines it. SUM and AVG of an exact type are exact; an overflow
    /// fails the query. MIN and MAX order text by its bytes.
    public enum Function {
        COUNT,
        SUM,
        /// SUM, but 0 of no rows.
        SUM0,
        AVG,
        MIN,
        MAX,
        VAR_POP,
        VAR_SAMP,
        STDDEV_POP,
        STDDEV_SAMP,
        /// The value at a place, between two neighbours in proportion: a number of any kind gives a
        /// DOUBLE, a date a TIMESTAMP, other moments one of their own kind.
        PERCENTILE_CONT,
        /// The first value at which the group's share up to there reaches the place's fraction.
        PERCENTILE_DISC,
        /// The most frequent value; of several the first in the place's order.
        MODE,
        /// A bit for each of `groupingKeys`, the first highest: 1 if the grouping set leaves it
        /// out.
        GROUPING,
        /// The one value of the group; more than one row fails the query.
        SINGLE_VALUE,
        /// Some value of the group.
        ANY_VALUE,
        COVAR_POP,
        COVAR_SAMP,
        CORR,
        REGR_COUNT,
        REGR_SLOPE,
        REGR_INTERCEPT,
        REGR_R2,
        REGR_AVGX,
        REGR_AVGY,
        REGR_SXX,
        REGR_SYY,
        REGR_SXY;

        /// Whether it is of pairs of numbers, those of which neither is NULL.
        public boolean isOfPairs() {
            return compareTo(COVAR_POP) >= 0;
        }
    }
}
