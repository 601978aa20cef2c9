package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import telegraph.engine.stem.RoutingRules.Rule;
import telegraph.testkit.Seeds;
import telegraph.testkit.schedule.Schedule;
import telegraph.testkit.schedule.SteppedLoader;

/// Random joins give what nested loops give in whatever order starter, readers, pacers, workers and
/// client take their steps; and an eddy that breaks a rule does not, in some order that a seed
/// gives again.
@Isolated("one schedule at a time in a process")
class EddyScheduleTest {
    private static final int SEEDS = 5_000;
    private static final int MANY_SEEDS = 20_000;

    /// As many as are run of the eddy that breaks no rule, so that these have the power to fail.
    private static final int MUTANT_SEEDS = SEEDS;

    /// The first runs load classes, which takes steps that later runs do not take.
    private static final int FIRST_RUNS = 20;

    private static LongFunction<?> joins(String broken) {
        System.setProperty(ScheduledJoin.BROKEN, broken);
        try {
            LongFunction<?> join =
                    new SteppedLoader("telegraph.")
                            .make(LongFunction.class, ScheduledJoin.class.getName());
            for (long seed = 1; seed <= FIRST_RUNS; seed++) {
                difference(join, seed);
            }
            return join;
        } finally {
            System.clearProperty(ScheduledJoin.BROKEN);
        }
    }

    /// What is wrong with the result of a seed, or null.
    private static String difference(LongFunction<?> join, long seed) {
        Object[] found = new Object[1];
        try {
            Schedule.run(seed, () -> found[0] = join.apply(seed));
        } catch (Exception e) {
            throw new AssertionError("seed=" + seed, e);
        } catch (AssertionError e) {
            return e.getMessage(); // it does not end
        }
        return (String) found[0];
    }

    @Test
    void whoeverGoesFirstTheResultIsTheSame() {
        LongFunction<?> join = joins("");
        Seeds.run(SEEDS, (seed, random) -> assertNull(difference(join, seed)));
    }

    @Test
    @Tag("slow")
    void whoeverGoesFirstInManyOrdersTheResultIsTheSame() {
        LongFunction<?> join = joins("");
        Seeds.run(MANY_SEEDS, (seed, random) -> assertNull(difference(join, seed)));
    }

    @ParameterizedTest
    @EnumSource(
            value = Rule.class,
            names = {"FOLLOW_ASKED", "KNOW_PARTIAL"},
            mode = EnumSource.Mode.EXCLUDE)
    void aRuleThatIsBrokenIsNoticedAndNoticedAgain(Rule rule) {
        LongFunction<?> join = joins(rule.name());
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
