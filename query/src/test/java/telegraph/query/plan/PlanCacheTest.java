package telegraph.query.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TimeZone;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
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

    /// A form that is asked with values for one column.
    private static Unread form(Column asked) {
        return new Unread(
                "form",
                new Schema(List.of(asked, new Column("id", Type.INTEGER))),
                new Access(false, List.of(new int[] {0})),
                10,
                List.of("", ""));
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
        relation(form(new Column("day", Type.DATE)));
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

    @Test
    void textsThatDifferInWhatTheyCompareShareAPlan() {
        relation(t());
        long asked = 0;
        for (String text :
                List.of(
                        "SELECT x FROM t WHERE id = <n> AND x <> '<t>'",
                        "SELECT x FROM t WHERE id = <n> OR x = '<t>' OR id > 3",
                        "SELECT x FROM t WHERE id >= -<n> AND x <> '<t>'",
                        "SELECT x FROM t WHERE <n> > id AND id BETWEEN 1 AND <n>",
                        "SELECT a.x FROM t a JOIN t b ON a.id = b.id AND b.id > <n> WHERE '<t>' < a.x",
                        "SELECT a.x FROM t a LEFT JOIN t b ON a.id = b.id AND b.id > <n>",
                        "WITH w AS (SELECT id FROM t WHERE id <= <n>) SELECT * FROM w, w v",
                        "SELECT x FROM t WHERE id < (SELECT max(id) FROM t WHERE x = '<t>')",
                        "SELECT x, count(*) FROM t WHERE id > 0.<n> GROUP BY x ORDER BY 2 LIMIT 3",
                        "SELECT id FROM t LIMIT <n>",
                        "SELECT id FROM t ORDER BY x, id LIMIT <n> OFFSET 3",
                        "SELECT id FROM t UNION SELECT id FROM t ORDER BY id OFFSET <n>",
                        "WITH w AS (SELECT id FROM t) SELECT id FROM w LIMIT <n>")) {
            ask(text.replace("<n>", "12").replace("<t>", "it''s"));
            demandTaken(asked);
            try (PlanLease again = lease(text.replace("<n>", "47").replace("<t>", "abc"))) {
                demandTaken(++asked);
                String explained =
                        Explain.lines(again.plan(), _ -> true)
                                + RelOptUtil.toString(again.plan().root());
                assertTrue(!explained.contains("12") && !explained.contains("it'"), explained);
                assertTrue(explained.contains("47") || explained.contains("abc"), explained);
            }
        }
    }

    @Test
    void whatAPlanMayDependOnIsNotShared() {
        relation(t());
        for (List<String> texts :
                List.of(
                        List.of("SELECT id + 1 FROM t", "SELECT id + 2 FROM t"),
                        List.of("SELECT id = 1 FROM t", "SELECT id = 2 FROM t"),
                        List.of(
                                "SELECT id FROM t WHERE id < (SELECT id FROM t LIMIT 1)",
                                "SELECT id FROM t WHERE id < (SELECT id FROM t LIMIT 2)"),
                        List.of("SELECT id, x FROM t ORDER BY 1", "SELECT id, x FROM t ORDER BY 2"),
                        List.of(
                                "SELECT id > 1 FROM t GROUP BY id > 1",
                                "SELECT id > 2 FROM t GROUP BY id > 2"),
                        List.of(
                                "SELECT 1 FROM t WHERE id = 1 AND x > 'a' OR id = 1 AND x < 'm'",
                                "SELECT 1 FROM t WHERE id = 2 AND x > 'a' OR id = 1 AND x < 'm'"),
                        List.of(
                                "SELECT id FROM t WHERE CAST(x AS CHAR(3)) = 'ab'",
                                "SELECT id FROM t WHERE CAST(x AS CHAR(3)) = 'abc'",
                                "SELECT id FROM t WHERE x = 'ab'",
                                "SELECT id FROM t WHERE x = ''",
                                "SELECT id FROM t WHERE x = 'a '",
                                "SELECT id FROM t WHERE x = 'b '"),
                        List.of(
                                "SELECT id FROM t WHERE id < 2",
                                "SELECT id FROM t WHERE id < 2.5",
                                "SELECT id FROM t WHERE id < 2.25",
                                "SELECT id FROM t WHERE id < 20.5",
                                "SELECT id FROM t WHERE id < 2E0",
                                "SELECT id FROM t WHERE id < 3E0",
                                "SELECT id FROM t WHERE id < 3000000000",
                                "SELECT id FROM t WHERE id < 4000000000"))) {
            texts.forEach(this::ask);
            demandTaken(0);
        }
    }

    @Test
    void aQueryThatComparesVeryManyIsPlannedWithAllOfThem() {
        relation(t());
        for (int count : List.of(64, 65)) {
            for (int first : List.of(10, 20)) {
                ask(
                        IntStream.range(first, first + count)
                                .mapToObj(i -> "id <> " + i)
                                .collect(
                                        Collectors.joining(" AND ", "SELECT x FROM t WHERE ", "")));
            }
            demandTaken(1);
        }
    }

    @Test
    void aPlanMadeByAValueIsForThatValue() {
        relation(t());
        relation(form(new Column("code", Type.INTEGER)));
        String text = "SELECT t.id FROM t LEFT JOIN form f ON f.id = t.id AND f.code = ";
        ask(text + "1");
        ask(text + "2");
        demandTaken(0);
        ask(text + "1");
        ask(text + "2");
        demandTaken(2);
    }

    @Test
    void whatIsNeverTrueAsksNoSource() {
        relation(t());
        for (List<String> texts :
                List.of(
                        List.of(
                                "SELECT x FROM t WHERE id > 3 AND id < 9",
                                "SELECT x FROM t WHERE id > 9 AND id < 3"),
                        List.of(
                                "SELECT x FROM t WHERE id BETWEEN 3 AND 9 AND x < 'c'",
                                "SELECT x FROM t WHERE id BETWEEN 9 AND 3 AND x < 'c'"),
                        List.of(
                                "SELECT x FROM t WHERE 1 = 1 AND id > 1",
                                "SELECT x FROM t WHERE 1 = 2 AND id > 1"))) {
            for (String text : List.of(texts.getFirst(), texts.getLast(), texts.getFirst())) {
                try (PlanLease lease = lease(text)) {
                    assertEquals(
                            text.equals(texts.getFirst()) ? 1 : 0,
                            PlannedSources.of(lease.plan()).size(),
                            text);
                }
            }
        }
    }

    @Test
    void whatIsRememberedOfTextsIsBounded() {
        long bytesMax = 100_000;
        Openings openings = new Openings(bytesMax);
        BitSet open = new BitSet();
        open.set(3);
        for (int i = 0; i < 1_000; i++) {
            openings.put("SELECT " + i + " ".repeat(i % 100 * 10), open);
            assertTrue(openings.bytes() <= bytesMax, () -> "bytes=" + openings.bytes());
        }
        assertTrue(openings.bytes() > bytesMax / 2, () -> "bytes=" + openings.bytes());
        assertEquals(open, openings.of("SELECT 999" + " ".repeat(990)));
        assertEquals(new BitSet(), openings.of("SELECT 0"), "the first are gone");
        String longest = "SELECT 1" + " ".repeat((int) bytesMax / 8);
        openings.put(longest, open);
        assertEquals(new BitSet(), openings.of(longest), "and a long one is not remembered");
    }
}
