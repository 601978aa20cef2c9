package telegraph.engine.tuple;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.engine.Block;
import telegraph.engine.vector.ColumnRef;
import telegraph.memory.Type;

/// One input of a block with the ways chosen to get its rows.
///
/// @param index its place in the block
/// @param columns the columns (indices in the schema) its batches have: those the block uses, then
///   those of the key if the engine needs it
/// @param types of these columns
/// @param feed where rows come from that nobody has to ask for
/// @param binds the lookups tuples may ask for
/// @param key the key's columns (indices in the batches), if rows may arrive by two ways; else
///   empty
public record Instance(
        int index,
        Block.Input input,
        int[] columns,
        List<Type> types,
        Feed feed,
        List<Bind> binds,
        int[] key) {
    /// Where the rows of an input come from without being asked for by tuples.
    public enum Feed {
        SCAN,
        /// Lookups of all combinations of the query's constants.
        CONSTANTS,
        /// Nowhere: only lookups that tuples ask for deliver rows.
        NONE
    }

    /// A lookup that tuples may ask for.
    ///
    /// @param columns the columns (indices in the schema) bound
    /// @param values where the value of each comes from
    /// @param namesRow whether values of these columns name a row, as they hold the declared key
    public record Bind(int input, int[] columns, List<Value> values, boolean namesRow) {
        /// Whether a tuple that holds these inputs has a value for every column.
        boolean boundBy(long span) {
            return values.stream().allMatch(v -> v.boundBy(span));
        }

        /// The columns of tuples among which values are found.
        long neighbours() {
            long all = 0;
            for (Value value : values) {
                for (ColumnRef ref : value.joined()) {
                    all |= 1L << ref.input();
                }
            }
            return all;
        }
    }

    /// Where the values of a bound column come from.
    ///
    /// @param constants the only values the query accepts, if it says so; perhaps none
    /// @param joined columns of other inputs that must be equal to it
    public record Value(Optional<List<Object>> constants, List<ColumnRef> joined) {
        boolean isPossible() {
            return constants.isPresent() || !joined.isEmpty();
        }

        boolean boundBy(long span) {
            return constants.isPresent() || joined.stream().anyMatch(r -> in(span, r.input()));
        }

        /// The column of the span to take the value from; not for constants.
        public ColumnRef source(long span) {
            return joined.stream().filter(r -> in(span, r.input())).findFirst().orElseThrow();
        }
    }

    private static boolean in(long span, int input) {
        return (span >>> input & 1) != 0;
    }

    public String alias() {
        return input.alias();
    }

    public Map<Integer, List<Object>> constants() {
        return input.constants();
    }

    public boolean hasFeed() {
        return feed != Feed.NONE;
    }

    /// Whether a feed and lookups deliver the same rows.
    public boolean competes() {
        return hasFeed() && !binds.isEmpty();
    }

    /// Whether a tuple that holds these inputs may meet this one: its rows come by themselves, or
    /// the tuple can ask for them.
    boolean reachableFrom(long span) {
        return hasFeed() || binds.stream().anyMatch(b -> b.boundBy(span));
    }
}
