package telegraph.engine.stem;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// The rules that make routing exact, each of which a test may break to show that it would notice.
///
/// @param broken none, except in tests
/// @param pause runs between inserting and stamping
/// @param eviction what happens to rows that leave memory
public record RoutingRules(Set<Rule> broken, Runnable pause, Eviction eviction) {
    /// As they should be.
    public static final RoutingRules EXACT =
            new RoutingRules(EnumSet.noneOf(Rule.class), () -> {}, Eviction.EXACT);

    /// What holds unless a test breaks it.
    public enum Rule {
        /// Probes match only rows with smaller stamps (R3).
        TIMESTAMP_TEST,
        /// A bounced tuple goes nowhere but to its lookup (R6).
        CONFINE_BOUNCED,
        /// A row whose key is stored already is dropped (R7).
        ABSORB_DUPLICATES,
        /// A batch is stamped when its rows can be reached, not before (R8).
        STAMP_AFTER_INSERT,
        /// Inputs that together bind a lookup are combined even if nothing joins them (R9).
        CROSS_PRODUCTS,
        /// A feed is open from the start of the block, not from when it begins to deliver (R12).
        OPEN_AT_ONCE,
        /// An index that lacks rows tells nothing of the keys of its input.
        KNOW_PARTIAL,
        /// A lookup that was cut off is asked for again.
        ASK_AGAIN,
        /// The scan beside lookups answers only values that name a row.
        ANSWER_BY_KEY,
        /// A unit is resolved only when what its rows asked for is.
        FOLLOW_ASKED
    }

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

    /// Whether a rule holds.
    public boolean keep(Rule rule) {
        return !broken.contains(rule);
    }

    /// All rules but this one.
    public static RoutingRules without(Rule rule) {
        return new RoutingRules(EnumSet.of(rule), EXACT.pause(), EXACT.eviction());
    }
}
