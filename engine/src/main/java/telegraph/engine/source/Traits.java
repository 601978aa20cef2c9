package telegraph.engine.source;

import java.util.OptionalLong;

/// What a source knows of itself, so that the eddy need not find out.
///
/// @param order what the order of its rows means
/// @param rows how many rows it has, if known
/// @param key columns (indices in the schema) that no two rows share, empty if none are declared;
///   without a key, a scan and lookups of one source never run in competition
/// @param lookupsMax the most lookups under way at once
public record Traits(Order order, OptionalLong rows, int[] key, int lookupsMax) {
    /// What the order in which rows arrive has to do with their values.
    public enum Order {
        /// Nothing, by design: any prefix is a random sample.
        RANDOM,
        /// Nothing, says whoever declared the source.
        ARBITRARY,
        /// Sorted by some column.
        SORTED,
        UNKNOWN
    }

    public static final Traits UNKNOWN =
            new Traits(Order.UNKNOWN, OptionalLong.empty(), new int[0], 8);
}
