package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import telegraph.engine.stem.RoutingRules;
import telegraph.engine.stem.RoutingRules.Rule;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;

/// Random queries over random sources give what nested loops give, whatever the routing; and each
/// rule that makes it so is needed: an eddy that breaks it gives something else.
@Execution(ExecutionMode.CONCURRENT)
class EddyPropertyTest {
    private static final int SEEDS = 600;
    private static final int MANY_SEEDS = 20_000;
    private static final int MUTANT_SEEDS = 3_000;

    @Test
    void everyRandomQueryGivesWhatNestedLoopsGive() {
        Seeds.run(SEEDS, (seed, random) -> check(seed));
    }

    @Test
    @Tag("slow")
    void manyRandomQueriesGiveWhatNestedLoopsGive() {
        Seeds.run(MANY_SEEDS, (seed, random) -> check(1_000_000 + seed));
    }

    @Test
    void everyCrowdOfInputsGivesWhatNestedLoopsGive() {
        Seeds.run(SEEDS / 2, (seed, random) -> check(RandomQuery.crowd(seed)));
    }

    private static void check(long seed) throws InterruptedException {
        check(RandomQuery.of(seed));
    }

    private static void check(RandomQuery query) throws InterruptedException {
        query.under(RoutingRules.EXACT);
        query.query.timeoutMillis = Threads.PATIENCE_MILLIS;
        try {
            assertEquals(query.expected(), actual(query));
        } catch (TelegraphException | AssertionError e) {
            throw new AssertionError(e.getMessage() + "\n" + query, e);
        }
    }

    private static List<String> actual(RandomQuery query) throws InterruptedException {
        return query.query.rows().stream().map(Object::toString).sorted().toList();
    }

    @Test
    void withoutTheTimestampTestResultsAreWrong() throws InterruptedException {
        assertKilled(Rule.TIMESTAMP_TEST);
    }

    @Test
    void withoutAbsorptionDuplicatesAppear() throws InterruptedException {
        assertKilled(Rule.ABSORB_DUPLICATES);
    }

    @Test
    void stampsDrawnBeforeTheInsertLoseResults() throws InterruptedException {
        assertKilled(Rule.STAMP_AFTER_INSERT);
    }

    @Test
    void withoutCrossProductsFormsOfTwoTablesAreNeverAsked() throws InterruptedException {
        assertKilled(Rule.CROSS_PRODUCTS);
    }

    @Test
    void bouncedTuplesThatGoOnNeverEndOrAppearTwice() throws InterruptedException {
        assertKilled(Rule.CONFINE_BOUNCED);
    }

    @Test
    void anInputThatIsCompleteBeforeItsScanBeginsLosesRows() throws InterruptedException {
        assertKilled(Rule.OPEN_AT_ONCE, RandomQuery::crowd);
    }

    @Test
    void lookupsThatAreCutOffAndForgottenLoseResults() throws InterruptedException {
        assertKilled(Rule.ASK_AGAIN);
    }

    @Test
    void aScanAnswersOnlyWhatNamesARow() throws InterruptedException {
        assertKilled(Rule.ANSWER_BY_KEY);
    }

    @Test
    void whateverLeavesMemoryAndWheneverTheResultIsTheSame() {
        Seeds.run(SEEDS, (seed, random) -> checkEvicting(2_000_000 + seed));
    }

    @Test
    @Tag("slow")
    void whateverLeavesMemoryInManyQueriesTheResultIsTheSame() {
        Seeds.run(MANY_SEEDS, (seed, random) -> checkEvicting(3_000_000 + seed));
    }

    private static void checkEvicting(long seed) throws InterruptedException {
        RandomQuery query = RandomQuery.of(seed).under(RoutingRules.EXACT).evicting(true, true);
        query.query.timeoutMillis = Threads.PATIENCE_MILLIS;
        try {
            assertEquals(query.expected(), actual(query));
        } catch (TelegraphException | AssertionError e) {
            throw new AssertionError(e.getMessage() + "\n" + query, e);
        }
    }

    @Test
    void probesThatWaitedAndForgetTheirStampsMakeDuplicates() throws InterruptedException {
        assertEvictionKilled(false, true);
    }

    @Test
    void probesThatWaitAndAreForgottenLoseResults() throws InterruptedException {
        assertEvictionKilled(true, false);
    }

    private static void assertEvictionKilled(boolean byStamp, boolean replayed)
            throws InterruptedException {
        for (long seed = 1; seed <= MUTANT_SEEDS; seed++) {
            RandomQuery query =
                    RandomQuery.of(seed).under(RoutingRules.EXACT).evicting(byStamp, replayed);
            query.query.timeoutMillis = Threads.PATIENCE_MILLIS;
            if (!query.expected().equals(actual(query))) {
                return;
            }
        }
        fail("no random query noticed: byStamp=" + byStamp + " replayed=" + replayed);
    }

    private static void assertKilled(Rule broken) throws InterruptedException {
        assertKilled(broken, RandomQuery::of);
    }

    private static void assertKilled(Rule broken, LongFunction<RandomQuery> queries)
            throws InterruptedException {
        for (long seed = 1; seed <= MUTANT_SEEDS; seed++) {
            RandomQuery query = queries.apply(seed).under(RoutingRules.without(broken));
            query.query.timeoutMillis = 5_000;
            try {
                if (!query.expected().equals(actual(query))) {
                    return;
                }
            } catch (TelegraphException e) {
                assertEquals(TelegraphException.Kind.CANCELLED, e.kind(), e.getMessage());
                return; // it did not end
            }
        }
        fail("no random query noticed: broken=" + broken);
    }
}
