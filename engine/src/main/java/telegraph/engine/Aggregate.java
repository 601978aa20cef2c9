package telegraph.engine;

import java.util.Optional;
import telegraph.memory.Type;

/// One aggregate of a grouped block.
///
/// @param argument what is aggregated; empty for COUNT(*) and GROUPING
/// @param filter a boolean; only tuples for which it is true count
/// @param groupingKeys for GROUPING the keys asked about
/// @param type the type of the result
public record Aggregate(
        Function function,
        Optional<Expression> argument,
        boolean distinct,
        Optional<Expression> filter,
        int[] groupingKeys,
        Type type) {
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
        /// A bit for each of `groupingKeys`, the first highest: 1 if the grouping set leaves it
        /// out.
        GROUPING,
        /// The one value of the group; more than one row fails the query.
        SINGLE_VALUE,
        /// Some value of the group.
        ANY_VALUE
    }
}
