package telegraph.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.TableName;
import telegraph.query.plan.PlanCache;
import telegraph.query.plan.Planner;

/// Tests what a query does that meets definitions which change while it is planned.
class SnapshotPlannerTest {
    private static final TableName TABLE = new TableName(TableName.PUBLIC, "t");

    private final List<TableName> held = new ArrayList<>();

    private static final class Settled extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private void plan(Supplier<Planner> planners, Consumer<TableName> holding) {
        new SnapshotPlanner(planners, new PlanCache(1 << 20), holding)
                .plan(Statements.query("SELECT 1"));
    }

    @Test
    void aTableThatChangesFasterThanItsLockIsTakenIsHeldByItsName() {
        assertThrows(
                Settled.class,
                () ->
                        plan(
                                () -> {
                                    throw held.isEmpty()
                                            ? new SnapshotPlanner.Outdated(TABLE, false)
                                            : new Settled();
                                },
                                held::add));
        assertEquals(List.of(TABLE), held);
    }

    @Test
    void aChangeOrTwoHoldNothing() {
        List<Integer> attempts = new ArrayList<>();
        assertThrows(
                Settled.class,
                () ->
                        plan(
                                () -> {
                                    attempts.add(1);
                                    throw attempts.size() < 3
                                            ? new SnapshotPlanner.Outdated(TABLE, false)
                                            : new Settled();
                                },
                                held::add));
        assertEquals(List.of(), held);
    }

    @Test
    void whatALockKeepsIsNotHeldByItsName() {
        List<Integer> attempts = new ArrayList<>();
        assertThrows(
                Settled.class,
                () ->
                        plan(
                                () -> {
                                    attempts.add(1);
                                    throw attempts.size() < 10
                                            ? new SnapshotPlanner.Outdated(TABLE, true)
                                            : new Settled();
                                },
                                held::add));
        assertEquals(List.of(), held);
    }

    @Test
    void changesWithoutEndAreRefused() {
        TelegraphException refused =
                assertThrows(
                        TelegraphException.class,
                        () ->
                                plan(
                                        () -> {
                                            throw new SnapshotPlanner.Outdated(TABLE, false);
                                        },
                                        held::add));
        assertEquals(SqlState.SERIALIZATION_FAILURE, refused.state());
    }
}
