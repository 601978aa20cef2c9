package telegraph.query.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import telegraph.engine.Column;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.engine.source.Traits;
import telegraph.language.Statements;
import telegraph.language.ast.DeclaredColumns;
import telegraph.memory.Type;
import telegraph.query.translate.Scope;

/// Which plans are used again, and that each is anybody's one at a time.
class PlanCacheTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final long TEXT_MAX = 1_000;

    private final PlanCache plans = new PlanCache(16L << 20);
    private final Map<String, Scope.Named> names = new HashMap<>();
    private TimeZone zone = TimeZone.getTimeZone("UTC");
    private long textMax = TEXT_MAX;

    private final Scope scope =
            new Scope() {
                @Override
                public Optional<Named> find(String name) {
                    return Optional.ofNullable(names.get(name));
                }

                @Override
                public Collection<String> names() {
                    return names.keySet();
                }
            };

    /// A source that is never read.
    private record Unread(String name, Schema schema, Access access, long rows, List<String> types)
            implements Source, DeclaredColumns {
        @Override
        public String declared(int column) {
            return types.get(column);
        }

        @Override
        public Traits traits() {
            return new Traits(Traits.Order.UNKNOWN, OptionalLong.of(rows), new int[0], 8);
        }

        @Override
        public Reader scan(ScanRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Reader lookup(LookupRequest request) {
            throw new UnsupportedOperationException();
        }
    }

    private Unread table(Column... columns) {
        return new Unread(
                "t",
                new Schema(List.of(columns)),
                Access.SCAN,
                10,
                List.of(columns).stream().map(_ -> "").toList());
    }

    private Unread t() {
        return table(new Column("id", Type.INTEGER), new Column("x", Type.TEXT));
    }

    private Unread t(Access access, long rows, String declared) {
        return new Unread("t", t().schema(), access, rows, List.of(declared, ""));
    }

    private void relation(Source source) {
        names.put(source.name(), new Scope.Named.Relation(source.name(), source));
    }

    private void view(String name, List<String> columns, String text) {
        names.put(name, new Scope.Named.View(name, columns, Statements.query(text), scope));
    }

    private PlanLease lease(String text) {
        return new Planner(scope, NOW, zone, "ann")
                .withTextMax(textMax)
                .lease(Statements.query(text), plans);
    }

    private void ask(String text) {
        lease(text).close();
    }

    private void demandTaken(long times) {
        assertEquals(times, plans.taken());
    }

    @Test
    void aPlanIsAnybodysAloneUntilItIsGivenBack() {
        relation(t());
        PlanLease first = lease("SELECT id FROM t");
        first.close();
        PlanLease second = lease("SELECT id FROM t");
        demandTaken(1);
        PlanLease third = lease("SELECT id FROM t");
        demandTaken(1);
        assertNotSame(
                second.plan().root().getCluster(),
                third.plan().root().getCluster(),
                "what nodes share is theirs alone");
        second.close();
        third.close();
        PlanLease fourth = lease("SELECT id FROM t");
        PlanLease fifth = lease("SELECT id FROM t");
        demandTaken(3);
        fourth.close();
        fifth.close();
    }

    @Test
    void itReadsWhatItsNamesStandForNow() {
        relation(t());
        ask("SELECT a.id FROM t a JOIN t b ON a.id = b.id LEFT JOIN t c ON c.x = a.x");
        Unread now = t();
        relation(now);
        try (PlanLease again =
                lease("SELECT a.id FROM t a JOIN t b ON a.id = b.id LEFT JOIN t c ON c.x = a.x")) {
            demandTaken(1);
            List<Source> sources = PlannedSources.of(again.plan());
            assertEquals(3, sources.size());
            sources.forEach(source -> assertSame(now, source));
        }
    }

    @Test
    void sourcesOfTheSameKindStayWhereTheyAre() {
        for (String name : List.of("a", "b")) {
            relation(new Unread(name, t().schema(), Access.SCAN, 10, List.of("", "")));
        }
        String text = "SELECT a.id FROM a WHERE id > 3 UNION ALL SELECT id FROM b";
        ask(text);
        try (PlanLease again = lease(text)) {
            demandTaken(1);
            assertEquals(
                    List.of("a", "b"),
                    PlannedSources.of(again.plan()).stream().map(Source::name).toList());
        }
    }

    @Test
    void otherColumnsTypesAccessOrSizeNeedAnotherPlan() {
        List<Source> others =
                List.of(
                        table(new Column("x", Type.TEXT), new Column("id", Type.INTEGER)),
                        table(new Column("id", Type.BIGINT), new Column("x", Type.TEXT)),
                        t(Access.SCAN, 10, "smallint"),
                        t(Access.SCAN, 100_000, ""),
                        t(new Access(true, List.of(new int[] {0})), 10, ""));
        for (Source other : others) {
            relation(t());
            ask("SELECT * FROM t");
            relation(other);
            ask("SELECT * FROM t");
        }
        demandTaken(0);
        relation(t(new Access(true, List.of(new int[] {0})), 20, ""));
        ask("SELECT * FROM t");
        demandTaken(1);
    }

    @Test
    void anotherViewNeedsAnotherPlan() {
        relation(t());
        view("v", List.of(), "SELECT id, x FROM t");
        ask("SELECT * FROM v");
        view("v", List.of(), "SELECT id, x FROM t WHERE id > 1");
        ask("SELECT * FROM v");
        view("v", List.of("id", "y"), "SELECT id, x FROM t WHERE id > 1");
        ask("SELECT * FROM v");
        demandTaken(0);
        ask("SELECT * FROM v");
        demandTaken(1);
        relation(table(new Column("id", Type.BIGINT), new Column("x", Type.TEXT)));
        ask("SELECT * FROM v");
        demandTaken(1);
    }

    @Test
    void aTableInTheSteadOfAViewNeedsAnotherPlan() {
        relation(t());
        view("u", List.of(), "SELECT id, x FROM t");
        ask("SELECT * FROM u");
        names.put("u", new Scope.Named.Relation("u", t()));
        ask("SELECT * FROM u");
        demandTaken(0);
    }

    @Test
    void anotherZoneOrLongestTextNeedsAnotherPlan() {
        relation(t());
        ask("SELECT id FROM t");
        zone = TimeZone.getTimeZone("Asia/Tokyo");
        ask("SELECT id FROM t");
        textMax = 2 * TEXT_MAX;
        ask("SELECT id FROM t");
        demandTaken(0);
        ask("SELECT id FROM t");
        demandTaken(1);
    }

    /// Whether a form can be asked is known only when the values are that its columns must have.
    @Test
    void aPlanForWhichTheMomentMatteredIsNotKept() {
        relation(t());
        relation(
                new Unread(
                        "form",
                        new Schema(
                                List.of(
                                        new Column("day", Type.DATE),
                                        new Column("id", Type.INTEGER))),
                        new Access(false, List.of(new int[] {0})),
                        10,
                        List.of("", "")));
        String text = "SELECT t.id FROM t LEFT JOIN form f ON f.id = t.id AND f.day = ";
        ask(text + "CURRENT_DATE");
        ask(text + "CURRENT_DATE");
        demandTaken(0);
        assertEquals(0, plans.bytes());
        ask(text + "DATE '2026-03-01'");
        ask(text + "DATE '2026-03-01'");
        demandTaken(1);
    }

    @Test
    void theMomentMayBeAskedForWhenItRuns() {
        relation(t());
        ask("SELECT id, now() FROM t WHERE x < CAST(CURRENT_DATE AS TEXT)");
        ask("SELECT id, now() FROM t WHERE x < CAST(CURRENT_DATE AS TEXT)");
        demandTaken(1);
        assertTrue(plans.bytes() > 0);
    }
}
