package telegraph.engine;

import java.math.BigDecimal;
import java.util.List;
import telegraph.memory.Type;

/// What is computed of each row and those around it: the rows of its partition, in order, or those
/// of them that its frame holds.
///
/// What comes out is every row with one column more for each call; in which order is not said.
///
/// @param partition the columns whose values make a partition; NULLs are equal
/// @param order how the rows of a partition are ordered; rows equal in it are *peers*
/// @param frame for aggregates and FIRST_VALUE, LAST_VALUE, NTH_VALUE
public record WindowSpec(int[] partition, List<SortKey> order, Frame frame, List<Call> calls) {
    public WindowSpec {
        order = List.copyOf(order);
        calls = List.copyOf(calls);
    }

    /// One window function, over columns of the rows.
    ///
    /// @param arguments NTILE: buckets. LAG and LEAD: value, then if wanted offset, then if wanted
    ///   the value where there is no such row. FIRST_VALUE, LAST_VALUE and aggregates: value; COUNT
    ///   may have none. NTH_VALUE: value and number
    /// @param type of the result
    public record Call(Function function, int[] arguments, Type type) {}

    /// What is computed, as PostgreSQL defines it.
    public enum Function {
        ROW_NUMBER,
        RANK,
        DENSE_RANK,
        NTILE,
        PERCENT_RANK,
        CUME_DIST,
        LAG,
        LEAD,
        FIRST_VALUE,
        LAST_VALUE,
        NTH_VALUE,
        COUNT,
        SUM,
        /// SUM, but 0 of no rows.
        SUM0,
        AVG,
        MIN,
        MAX
    }

    /// The rows around a row that count.
    ///
    /// @param unit what offsets count
    /// @param exclusion what of the rows between its bounds does not count after all
    public record Frame(Unit unit, Bound start, Bound end, Exclusion exclusion) {
        public Frame(Unit unit, Bound start, Bound end) {
            this(unit, start, end, Exclusion.NONE);
        }

        /// From the first row of the partition to the last peer.
        public static final Frame DEFAULT =
                new Frame(Unit.RANGE, Bound.UNBOUNDED_PRECEDING, Bound.CURRENT);

        /// All rows of the partition.
        public static final Frame ALL =
                new Frame(Unit.ROWS, Bound.UNBOUNDED_PRECEDING, Bound.UNBOUNDED_FOLLOWING);

        /// Rows that a frame leaves out.
        public enum Exclusion {
            NONE,
            CURRENT_ROW,
            /// The current row and its peers.
            GROUP,
            /// The current row's peers, but not itself.
            TIES
        }

        /// What is told by an offset, and by the current row.
        public enum Unit {
            /// Rows; the current row is itself.
            ROWS,
            /// Differences from the current row in the one column ordered by (days for dates,
            /// milliseconds for moments); the current row stands for its peers.
            RANGE,
            /// Groups of peers; the current row stands for its peers.
            GROUPS
        }
    }

    /// Where a frame starts or ends.
    ///
    /// @param offset not negative; 0 where the place says all
    /// @param months of the calendar, which a day or moment is moved by before the offset; not
    ///   negative
    public record Bound(Place place, BigDecimal offset, int months) {
        public Bound(Place place, BigDecimal offset) {
            this(place, offset, 0);
        }

        public static final Bound UNBOUNDED_PRECEDING =
                new Bound(Place.UNBOUNDED_PRECEDING, BigDecimal.ZERO);
        public static final Bound CURRENT = new Bound(Place.CURRENT, BigDecimal.ZERO);
        public static final Bound UNBOUNDED_FOLLOWING =
                new Bound(Place.UNBOUNDED_FOLLOWING, BigDecimal.ZERO);

        /// Seen from the current row.
        public enum Place {
            UNBOUNDED_PRECEDING,
            PRECEDING,
            CURRENT,
            FOLLOWING,
            UNBOUNDED_FOLLOWING
        }

        public static Bound preceding(BigDecimal offset) {
            return new Bound(Place.PRECEDING, offset);
        }

        public static Bound following(BigDecimal offset) {
            return new Bound(Place.FOLLOWING, offset);
        }
    }
}
