package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import telegraph.engine.stem.Rules;
import telegraph.engine.stem.Rules.Eviction;
import telegraph.memory.TelegraphException;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;

/// Random queries over random sources give what nested loops give, whatever the routing; and each
/// rule that makes it so is needed: an eddy that breaks it gives something else.
class EddyPropertyTest {
    private static final int SEEDS = 600;
    private static final int MANY_SEEDS = 20_000;
    private static final int MUTANT_SEEDS = 3_000;
    private static final Eviction EXACT = Eviction.EXACT;

    @Test
    void everyRandomQueryGivesWhatNestedLoopsGive() {
        Seeds.run(SEEDS, (seed, random) -> check(seed));
    }

    @Test
    @Tag("slow")
    void manyRandomQueriesGiveWhatNestedLoopsGive() {
        Seeds.run(MANY_SEEDS, (seed, random) -> check(1_000_000 + seed));
    }

    private static void check(long seed) throws InterruptedException {
        RandomQuery query = RandomQuery.of(seed).under(Rules.EXACT);
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
        assertKilled(new Rules(false, true, true, true, true, true, () -> {}, EXACT));
    }

    @Test
    void withoutAbsorptionDuplicatesAppear() throws InterruptedException {
        assertKilled(new Rules(true, false, true, true, true, true, () -> {}, EXACT));
    }

    @Test
    void stampsDrawnBeforeTheInsertLoseResults() throws InterruptedException {
        assertKilled(new Rules(true, true, false, true, true, true, () -> {}, EXACT));
    }

    @Test
    void withoutCrossProductsFormsOfTwoTablesAreNeverAsked() throws InterruptedException {
        assertKilled(new Rules(true, true, true, false, true, true, () -> {}, EXACT));
    }

    @Test
    void bouncedTuplesThatGoOnNeverEndOrAppearTwice() throws InterruptedException {
        assertKilled(new Rules(true, true, true, true, false, true, () -> {}, EXACT));
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
        RandomQuery query = RandomQuery.of(seed).under(Rules.EXACT).evicting(true, true);
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
            RandomQuery query = RandomQuery.of(seed).under(Rules.EXACT).evicting(byStamp, replayed);
            query.query.timeoutMillis = Threads.PATIENCE_MILLIS;
            if (!query.expected().equals(actual(query))) {
                return;
            }
        }
        fail("no random query noticed: byStamp=" + byStamp + " replayed=" + replayed);
    }

    private static void assertKilled(Rules broken) throws InterruptedException {
        for (long seed = 1; seed <= MUTANT_SEEDS; seed++) {
            RandomQuery query = RandomQuery.of(seed).under(broken);
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
        fail("no random query noticed: rules=" + broken);
    }
}
