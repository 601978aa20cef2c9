package telegraph.bench.load;

import java.util.List;

/// Which loads are run with how many threads, and how long.
///
/// @param rows of FOO
/// @param firstMillis before all runs, so that what they share is compiled
/// @param warmMillis before each run, of the same kind
public record LoadPlan(int rows, long firstMillis, long warmMillis, long millis, boolean quick) {
    /// The whole study, or what of it fits into a minute for all peers.
    public static LoadPlan of(boolean quick) {
        return quick
                ? new LoadPlan(100_000, 1_000, 100, 150, true)
                : new LoadPlan(100_000, 5_000, 1_000, 2_000, false);
    }

    /// How many threads a load is run with.
    public List<Integer> threads(Load load) {
        if (!quick) {
            return List.of(1, 2, 4, 8);
        }
        return switch (load) {
            case SELECT -> List.of(1, 2, 8);
            case UPDATE -> List.of(1, 8);
            default -> List.of(2);
        };
    }
}
