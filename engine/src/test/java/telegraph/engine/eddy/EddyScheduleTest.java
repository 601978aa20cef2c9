package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.function.BiFunction;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import telegraph.engine.stem.RoutingRules.Rule;
import telegraph.testkit.Seeds;
import telegraph.testkit.schedule.Schedule;
import telegraph.testkit.schedule.SteppedLoader;

/// Random joins give what nested loops give in whatever order starter, readers, pacers, workers and
/// client take their steps; and an eddy that breaks a rule does not, in some order that a seed
/// gives again.
class EddyScheduleTest {
    private static final int SEEDS = 5_000;
    private static final int MANY_SEEDS = 20_000;

    /// As many as are run of the eddy that breaks no rule, so that these have the power to fail.
    private static final int MUTANT_SEEDS = SEEDS;

    /// The first runs load classes, which takes steps that later runs do not take.
    private static final int FIRST_RUNS = 20;

    @SuppressWarnings("unchecked")
    private static LongFunction<String> joins(String broken) {
        BiFunction<String, Long, String> world =
                new SteppedLoader("telegraph.")
                        .make(BiFunction.class, ScheduledJoin.class.getName());
        LongFunction<String> join = seed -> world.apply(broken, seed);
        for (long seed = 1; seed <= FIRST_RUNS; seed++) {
            difference(join, seed);
        }
        return join;
    }

    /// What is wrong with the result of a seed, or null.
    private static String difference(LongFunction<String> join, long seed) {
        String[] found = new String[1];
        try {
            Schedule.run(seed, () -> found[0] = join.apply(seed));
        } catch (Exception e) {
            throw new AssertionError("seed=" + seed, e);
        } catch (AssertionError e) {
            return e.getMessage(); // it does not end
        }
        return found[0];
    }

    @Test
    void whoeverGoesFirstTheResultIsTheSame() {
        LongFunction<String> join = joins("");
        Seeds.run(SEEDS, (seed, random) -> assertNull(difference(join, seed)));
    }

    @Test
    @Tag("slow")
    void whoeverGoesFirstInManyOrdersTheResultIsTheSame() {
        LongFunction<String> join = joins("");
        Seeds.run(MANY_SEEDS, (seed, random) -> assertNull(difference(join, seed)));
    }

    @ParameterizedTest
    @EnumSource(
            value = Rule.class,
            names = {"FOLLOW_ASKED", "KNOW_PARTIAL"},
            mode = EnumSource.Mode.EXCLUDE)
    void aRuleThatIsBrokenIsNoticedAndNoticedAgain(Rule rule) {
        LongFunction<String> join = joins(rule.name());
        for (long seed = 1; seed <= MUTANT_SEEDS; seed++) {
            String found = difference(join, seed);
            if (found != null) {
                assertNotNull(difference(join, seed), "seed=" + seed);
                return;
            }
        }
        throw new AssertionError("no schedule noticed: broken=" + rule);
    }
}
