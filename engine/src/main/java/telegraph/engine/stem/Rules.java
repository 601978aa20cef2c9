package telegraph.engine.stem;

import java.util.function.BooleanSupplier;

/// The rules that make routing exact, each of which a test may break to show that it would notice.
///
/// @param timestampTest probes match only rows with smaller stamps (R3)
/// @param absorbDuplicates a row whose key is stored already is dropped (R7)
/// @param stampAfterInsert a batch is stamped when its rows can be reached, not before (R8)
/// @param crossProducts inputs that together bind a lookup are combined even if nothing joins them
///   (R9)
/// @param confineBounced a bounced tuple goes nowhere but to its lookup (R6)
/// @param followAsked a unit is resolved only when what its rows asked for is
/// @param pause runs between inserting and stamping
/// @param eviction what happens to rows that leave memory
public record Rules(
        boolean timestampTest,
        boolean absorbDuplicates,
        boolean stampAfterInsert,
        boolean crossProducts,
        boolean confineBounced,
        boolean followAsked,
        Runnable pause,
        Eviction eviction) {
    /// As they should be.
    public static final Rules EXACT =
            new Rules(true, true, true, true, true, true, () -> {}, Eviction.EXACT);

    /// How partitions leave memory and probes of them wait.
    ///
    /// @param now whether a partition leaves though memory is not short, asked at each build
    /// @param byStamp a probe that waited matches only rows with smaller stamps, as any does
    /// @param replayed probes that waited are made up for
    /// @param loadedBytesMax the most that is loaded at once, if that is less than memory allows
    public record Eviction(
            BooleanSupplier now, boolean byStamp, boolean replayed, long loadedBytesMax) {
        /// As it should be.
        public static final Eviction EXACT = new Eviction(() -> false, true, true, Long.MAX_VALUE);
    }
}
