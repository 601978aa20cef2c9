package telegraph.testkit;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// Runs a random test under fixed seeds, names the seed that failed and replays it.
///
/// `-Dseed=N` runs the test under that seed only; `-Dseeds=N` runs more of them.
public final class Seeds {
    private static final int REASONS_MAX = 2_000;

    private Seeds() {}

    /// A test of one seed.
    @FunctionalInterface
    public interface Trial {
        void run(long seed, RandomGenerator random) throws Exception;
    }

    /// Runs the trial under the seeds 1 to `count`; on failure says how to replay the one that
    /// failed.
    public static void run(int count, Trial trial) {
        String only = System.getProperty("seed");
        if (only != null) {
            one(Long.parseLong(only), trial);
            return;
        }
        int last = Integer.getInteger("seeds", count);
        for (long seed = 1; seed <= last; seed++) {
            one(seed, trial);
        }
    }

    /// A generator that gives the same numbers for the same seed on every machine.
    public static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    private static void one(long seed, Trial trial) {
        try {
            trial.run(seed, random(seed));
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    "failed with seed=" + seed + ", replay: -Dseed=" + seed + reasons(e), e);
        }
    }

    /// For those who see no more of a failure than its first message.
    private static String reasons(Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            text.append("; ").append(cause.getClass().getSimpleName());
            text.append(": ").append(cause.getMessage());
        }
        return text.substring(0, Math.min(REASONS_MAX, text.length()));
    }
}
