package telegraph.engine.stem;

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
public record Rules(
        boolean timestampTest,
        boolean absorbDuplicates,
        boolean stampAfterInsert,
        boolean crossProducts,
        boolean confineBounced,
        boolean followAsked,
        Runnable pause) {
    /// As they should be.
    public static final Rules EXACT = new Rules(true, true, true, true, true, true, () -> {});
}
