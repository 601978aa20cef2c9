package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// What statements ask for and give, told without carrying them out.
class DescribeTest {
    private Telegraph telegraph;
    private Session session;

    @BeforeEach
    void open() throws InterruptedException {
        telegraph = Telegraph.openInMemory(Map.of(), Map.of());
        session = telegraph.session();
        run(
                "CREATE TABLE t (a INTEGER PRIMARY KEY, s SMALLINT, b BIGINT, r REAL, n"
                        + " NUMERIC(10, 2), v VARCHAR(10), c CHAR(3), x BYTEA, d DATE, m TIMESTAMP, z"
                        + " TIMESTAMPTZ, i INTERVAL, u UUID, j JSON, p NUMERIC, o BOOLEAN)");
        run("CREATE VIEW w AS SELECT v AS name, s FROM t");
    }

    @AfterEach
    void close() {
        session.close();
        long used = telegraph.memoryUsed();
        telegraph.close();
        assertEquals(0, used);
    }

    private void run(String sql) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(sql, events::add).join();
        if (events.getLast() instanceof Event.Failed failed) {
            throw failed.cause();
        }
    }

    private String parameters(String sql, String... given) {
        return String.join(", ", session.prepare(sql, List.of(given)).describe().parameters());
    }

    private String columns(String sql) {
        Optional<List<ResultColumn>> columns = session.prepare(sql).describe().columns();
        return columns.isEmpty()
                ? "none"
                : columns.get().stream()
                        .map(column -> column.name() + " " + column.declared())
                        .collect(Collectors.joining(", "));
    }

    @Test
    void columnsKeepTheTypesTheyWereDeclaredWith() {
        assertEquals(
                "a integer, s smallint, b bigint, r real, n numeric(10,2), v character varying(10),"
                        + " c character(3), x bytea, d date, m timestamp without time zone, z timestamp"
                        + " with time zone, i interval, u uuid, j json, p numeric, o boolean",
                columns("SELECT * FROM t"));
    }

    @Test
    void declaredTypesComeThroughViewsSubqueriesAndUnions() {
        assertEquals("name character varying(10), s smallint", columns("SELECT * FROM w"));
        assertEquals(
                "q character varying(10), u uuid",
                columns("SELECT x.q, x.u FROM (SELECT v AS q, u FROM t) x ORDER BY 1"));
        assertEquals(
                "v character varying(10)", columns("WITH k AS (SELECT v FROM t) SELECT v FROM k"));
        assertEquals(
                "v character varying(10), s integer",
                columns("SELECT v, s FROM t UNION ALL SELECT v, a FROM t"));
    }

    @Test
    void aCastHasTheTypeItAsksFor() {
        assertEquals(
                "a smallint, v uuid, v character varying(3), numeric numeric(6,1), x"
                        + " timestamp with time zone",
                columns(
                        "SELECT a::smallint, v::uuid, CAST(v AS varchar(3)), (1.5)::numeric(6,1),"
                                + " m::timestamptz AS x FROM t"));
    }

    @Test
    void whatIsComputedHasTheTypeOfItsValues() {
        assertEquals(
                "?column? integer, ?column? text, count bigint, sum numeric, ?column? boolean",
                columns("SELECT 1 + 1, 'x' || 'y', count(*), sum(n), 1 < 2 FROM t"));
    }

    @Test
    void statementsWithoutRowsSaySo() {
        assertEquals("none", columns("INSERT INTO t (a) VALUES (1)"));
        assertEquals("none", columns("CREATE TABLE k (a INTEGER)"));
        assertEquals("none", columns("BEGIN"));
        assertEquals("none", columns("SET seed = 1"));
        assertEquals("none", columns(""));
    }

    @Test
    void changesThatReturnRowsTellTheirColumns() {
        assertEquals(
                "a integer, k character varying(10)",
                columns("INSERT INTO t (a) VALUES (1) RETURNING a, v AS k"));
        assertEquals("s smallint", columns("UPDATE t SET a = 2 RETURNING s"));
        assertEquals("u uuid", columns("DELETE FROM t WHERE a = 1 RETURNING u"));
        assertEquals(
                "k character varying(10), b smallint",
                columns(
                        "UPDATE t SET a = 2 FROM t o WHERE o.a = t.a RETURNING t.v AS k, o.s AS b"));
        assertEquals(
                "s smallint, y integer",
                columns("DELETE FROM t USING (VALUES (1)) v(y) WHERE y = a RETURNING t.s, v.*"));
    }

    @Test
    void statementsThatShowTellTheirColumns() throws InterruptedException {
        assertEquals("seed text", columns("SHOW seed"));
        assertEquals("plan text", columns("EXPLAIN SELECT 1"));
        run("PREPARE q (INTEGER) AS SELECT v FROM t WHERE a = $1");
        assertEquals("v character varying(10)", columns("EXECUTE q(1)"));
    }

    @Test
    void aParameterThatIsComparedHasTheTypeOfTheColumn() {
        assertEquals("integer", parameters("SELECT 1 FROM t WHERE a = $1"));
        assertEquals(
                "uuid, smallint, bigint, numeric",
                parameters("SELECT 1 FROM t WHERE u = $1 AND s < $2 AND $3 >= b AND n <> $4"));
        assertEquals(
                "date, date, timestamp with time zone",
                parameters("SELECT 1 FROM t WHERE d BETWEEN $1 AND $2 AND z > $3"));
        assertEquals("bigint, bigint", parameters("SELECT 1 FROM t WHERE b IN ($1, $2)"));
        assertEquals("text", parameters("SELECT 1 FROM t WHERE v LIKE $1"));
        assertEquals("uuid", parameters("SELECT 1 FROM (SELECT u AS k FROM t) q WHERE q.k = $1"));
        assertEquals("bytea", parameters("SELECT 1 FROM t x JOIN t y ON x.x = $1"));
    }

    @Test
    void aParameterThatIsCastHasThatType() {
        assertEquals(
                "integer, uuid, timestamp with time zone",
                parameters("SELECT $1::int, $2::uuid, CAST($3 AS timestamptz)"));
    }

    @Test
    void aParameterThatIsPutInAColumnHasItsType() {
        assertEquals(
                "integer, character varying, uuid",
                parameters("INSERT INTO t (a, v, u) VALUES ($1, $2, $3)"));
        assertEquals(
                "integer, smallint, integer, smallint",
                parameters("INSERT INTO t VALUES ($1, $2), ($3, $4)"));
        assertEquals("integer, json", parameters("INSERT INTO t (a, j) SELECT $1, $2 FROM t"));
        assertEquals(
                "numeric, integer", parameters("UPDATE t SET n = $1, s = DEFAULT WHERE a = $2"));
        assertEquals("bigint, integer", parameters("UPDATE t SET b = b + $1 WHERE a = $2"));
        assertEquals(
                "integer, character varying",
                parameters("INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET v = $2"));
    }

    @Test
    void aParameterWhoseElementsAreComparedIsAnArray() throws InterruptedException {
        assertEquals("integer[]", parameters("SELECT 1 FROM t WHERE a = ANY ($1)"));
        assertEquals("uuid[]", parameters("SELECT 1 FROM t WHERE u <> ALL ($1)"));
        assertEquals("bigint[]", parameters("SELECT 1 FROM t WHERE a = ANY ($1::int8[])"));
        assertEquals("text[]", parameters("SELECT 1 FROM t WHERE v = ANY ($1)", "text[]"));
        run("INSERT INTO t (a, v) VALUES (1, 'x'), (2, 'y z'), (3, NULL)");
        String number = "SELECT a FROM t WHERE a = ANY ($1) ORDER BY a";
        assertEquals(List.of(1, 3), answer(number, List.of(), List.of(1, 3, 5)));
        assertEquals(List.of(), answer(number, List.of(), List.of()));
        assertEquals(List.of(2), answer(number, List.of("text"), "{2}"));
        assertEquals(
                List.of(1, 3),
                answer(
                        "SELECT a FROM t WHERE a = ANY ($1::int[]) ORDER BY a",
                        List.of(),
                        List.of(3, 1)));
        assertEquals(
                List.of(2),
                answer("SELECT a FROM t WHERE v = ANY ($1)", List.of(), List.of("y z", "q")));
        assertEquals(
                List.of(1),
                answer("SELECT a FROM t WHERE v <> ALL ($1)", List.of(), List.of("y z", "q")));
        assertEquals(
                List.of(2), answer("SELECT a FROM t WHERE v = ANY ('{\"y z\",NULL}')", List.of()));
        assertEquals(List.of(List.of(4, 5)), answer("SELECT $1::int[]", List.of(), List.of(4, 5)));
        assertEquals(List.of(List.of(4, 5)), answer("SELECT '{4,5}'::int[]", List.of()));
    }

    @Test
    void aLengthOfTimeIsOneWhereverItComesFrom() throws InterruptedException {
        assertEquals(
                List.of(java.time.LocalDateTime.of(2026, 1, 1, 3, 0)),
                answer(
                        "SELECT $1::timestamp + $2",
                        List.of("", "interval"),
                        java.time.LocalDateTime.of(2026, 1, 1, 0, 0),
                        java.time.Duration.ofHours(3)));
        assertEquals(
                List.of(java.time.LocalDateTime.of(2026, 1, 1, 3, 0)),
                answer(
                        "SELECT $1::timestamp + $2::interval",
                        List.of(),
                        java.time.LocalDateTime.of(2026, 1, 1, 0, 0),
                        java.time.Duration.ofHours(3)));
        assertEquals(
                List.of(java.time.LocalDateTime.of(2026, 1, 2, 0, 0)),
                answer("SELECT DATE '2026-01-01' + '1 day'::interval", List.of()));
        assertEquals(List.of("\\x6162"), answer("SELECT '\\x6162'::bytea", List.of()));
    }

    @Test
    void aParameterThatCountsRowsIsABigint() {
        assertEquals("bigint, bigint", parameters("SELECT a FROM t LIMIT $1 OFFSET $2"));
    }

    @Test
    void aParameterInOneRowOfValuesHasTheTypeOfTheOthers() throws InterruptedException {
        String sql =
                "SELECT p, q FROM (VALUES ($1::date, $2, 0), ($3::date, $4, $5)) AS v (p, q, k)"
                        + " ORDER BY k";
        assertEquals("date, numeric, date, numeric, integer", parameters(sql, "", "numeric"));
        List<Object> answer =
                answer(
                        sql,
                        List.of("", "numeric"),
                        null,
                        new java.math.BigDecimal("1.50"),
                        null,
                        null,
                        1);
        assertEquals(4, answer.size());
        assertEquals(
                0, new java.math.BigDecimal("1.5").compareTo((java.math.BigDecimal) answer.get(1)));
        assertEquals(null, answer.get(3));
    }

    @Test
    void aCountOfRowsMayBeCast() throws InterruptedException {
        run("INSERT INTO t (a) VALUES (1), (2), (3)");
        String sql = "SELECT a FROM t ORDER BY a LIMIT $1::INTEGER OFFSET $2::BIGINT";
        assertEquals("bigint, bigint", parameters(sql));
        assertEquals(List.of(2, 3), answer(sql, List.of(), 2, 1));
    }

    @Test
    void momentsWithAZoneAreCastByTheLongNameToo() throws InterruptedException {
        assertEquals(
                "x timestamp with time zone",
                columns("SELECT CAST('2026-01-01' AS timestamp with time zone) AS x"));
        assertEquals(
                List.of(java.time.Instant.parse("2026-01-01T00:00:00Z")),
                answer(
                        "SELECT $1::TIMESTAMP WITH TIME ZONE",
                        List.of(),
                        java.time.Instant.parse("2026-01-01T00:00:00Z")));
    }

    @Test
    void aParameterThatSaysNothingIsText() {
        assertEquals("text", parameters("SELECT $1"));
        assertEquals("text, text", parameters("SELECT $1 || $2"));
        assertEquals("text", parameters("SELECT $1 IS NULL"));
    }

    @Test
    void aParameterIsOfATypeWithWhichTheStatementMakesSense() {
        assertEquals("integer, integer", parameters("SELECT $1 + $2"));
        assertEquals("integer", parameters("SELECT 1 FROM t WHERE a + $1 = 3"));
        assertEquals(
                "integer, text", parameters("SELECT 1 FROM t WHERE a + $1 = 3 OR v = 'x' || $2"));
        assertEquals("numeric", parameters("SELECT abs($1)"));
    }

    @Test
    void aTypeThatIsGivenStays() {
        assertEquals("bigint", parameters("SELECT 1 FROM t WHERE a = $1", "bigint"));
        assertEquals("integer, uuid", parameters("SELECT $1, $2::uuid", "integer"));
        assertEquals("k bigint", columnsOf("SELECT $1 AS k", "bigint"));
    }

    private String columnsOf(String sql, String... given) {
        return session.prepare(sql, List.of(given)).describe().columns().orElseThrow().stream()
                .map(column -> column.name() + " " + column.declared())
                .collect(Collectors.joining(", "));
    }

    @Test
    void aParameterThatStandsTwiceHasOneType() {
        assertEquals("integer", parameters("SELECT 1 FROM t WHERE a = $1 OR $1 IS NULL"));
        assertEquals("integer", parameters("SELECT 1 FROM t WHERE $1 IS NULL OR a = $1"));
    }

    private List<Object> answer(String sql, List<String> given, Object... values)
            throws InterruptedException {
        Prepared prepared = session.prepare(sql, given);
        prepared.describe();
        for (int i = 0; i < values.length; i++) {
            prepared.set(i + 1, values[i]);
        }
        List<Object> cells = new ArrayList<>();
        session.start(
                        prepared.statement(),
                        event -> {
                            switch (event) {
                                case Event.Rows rows ->
                                        rows.rows()
                                                .forEach(row -> cells.addAll(Arrays.asList(row)));
                                case Event.Failed failed -> cells.add(failed.cause().getMessage());
                                default -> {}
                            }
                        })
                .join();
        return cells;
    }

    @Test
    void aValueHasTheTypeOfItsParameter() throws InterruptedException {
        assertEquals(List.of(6), answer("SELECT $1 + 1", List.of("integer"), "5"));
        assertEquals(
                List.of(2_147_483_648L), answer("SELECT $1 + 1", List.of("bigint"), 2_147_483_647));
        assertEquals(List.of("x"), answer("SELECT coalesce($1, 'x')", List.of(), (Object) null));
        assertEquals(
                List.of(java.time.LocalDateTime.of(2026, 1, 3, 0, 0)),
                answer("SELECT $1 + INTERVAL '1' DAY", List.of("date"), "2026-01-02"));
    }

    @Test
    void aTextIsReadByTheTypeOfWhatItIsComparedWith() throws InterruptedException {
        run("INSERT INTO t (a, n, d) VALUES (5, 2.50, DATE '2026-01-02')");
        String sql = "SELECT a FROM t WHERE a = $1 AND n = $2 AND d = $3";
        assertEquals(List.of(5), answer(sql, List.of(), "5", "2.5", "2026-01-02"));
        assertEquals(List.of(5), answer("SELECT a FROM t LIMIT $1", List.of(), 1L));
    }

    @Test
    void mistakesAreToldWithTheirPlaces() {
        TelegraphException e =
                assertThrows(
                        TelegraphException.class,
                        () -> session.prepare("SELECT $1 + 1,\n  colour FROM t").describe());
        assertEquals(SqlState.UNDEFINED_COLUMN, e.state());
        assertEquals("unknown column \"colour\" at 2:3", e.getMessage());
    }

    @Test
    void aFailedTransactionDescribesNothing() throws InterruptedException {
        session.begin();
        assertThrows(TelegraphException.class, () -> session.prepare("SELECT q").describe());
        TelegraphException e =
                assertThrows(
                        TelegraphException.class, () -> session.prepare("SELECT 1").describe());
        assertEquals(SqlState.FAILED_TRANSACTION, e.state());
        session.rollback();
    }
}
