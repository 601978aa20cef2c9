package telegraph.query.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;
import org.apache.calcite.sql.util.SqlShuttle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Query;
import telegraph.language.ast.Statement;
import telegraph.language.query.QueryWalk;
import telegraph.language.query.QueryWriter;
import telegraph.language.shape.MixedTerms;
import telegraph.testkit.query.RandomQuery;
import telegraph.testkit.query.RandomQuery.Extent;

/// The nodes of a query are those that Calcite's own parser makes of it.
///
/// Calcite reads what [QueryWriter] writes, in which parentheses leave nothing to precedence, so
/// that the two are asked for the same. Names that outputs are given are left out.
class QueryNodesTest {
    private static final SqlParser.Config BABEL =
            SqlParser.config()
                    .withParserFactory(SqlBabelParserImpl.FACTORY)
                    .withConformance(Dialect.CONFORMANCE)
                    .withQuoting(Quoting.DOUBLE_QUOTE)
                    .withUnquotedCasing(Casing.TO_LOWER)
                    .withQuotedCasing(Casing.UNCHANGED)
                    .withCaseSensitive(false)
                    .withIdentifierMaxLength(1024);

    private static final int QUERIES = 1_200;

    @AfterEach
    void forget() {
        Thread.interrupted();
    }

    private static SqlNode ours(Statement.Select select) {
        return QueryNodes.of(select).node().accept(new Unnamed());
    }

    private static SqlNode calcites(String written) throws SqlParseException {
        // Calcite knows some functions by their bare words alone, and writes arrays and moments in
        // its own way.
        String known =
                written.replaceAll("\\$\\d", "?")
                        .replace("\"unnest\"(", "UNNEST(")
                        .replace("\"string_agg\"(", "STRING_AGG(")
                        .replace("[]", " ARRAY")
                        .replace("with time zone", "with local time zone")
                        .replaceAll("extract\\('(\\w+)' ", "extract($1 ");
        return SqlParser.create(known, BABEL).parseQuery();
    }

    private static String shape(SqlNode node) {
        return node.toString().replace("`", "").toLowerCase(Locale.ROOT);
    }

    /// Whether texts without a type get one from what stands beside them.
    private static boolean isMixed(Query query) {
        boolean[] mixed = new boolean[1];
        QueryWalk.walk(
                query,
                part -> {
                    mixed[0] |=
                            part instanceof Query whole
                                    && whole.body() instanceof Query.Values values
                                    && MixedTerms.read(values) != values;
                });
        return mixed[0];
    }

    /// An unnest whose columns get no names behind it.
    private static final Pattern SET_WITHOUT_NAMES =
            Pattern.compile("\"unnest\"\\((?![^()]*\\) AS \"[^\"]*\" \\()");

    private static int compared;

    private static void demandSame(String text) {
        Statement.Select select = Statements.query(text);
        String written = QueryWriter.written(select.query());
        if (written.contains("WITH RECURSIVE ")) {
            demandSame(written.replace("WITH RECURSIVE ", "WITH ")); // Calcite keeps it in one
            return;
        }
        if (isMixed(select.query())) {
            return; // Calcite leaves that to its validator, which refuses it
        }
        if (written.contains("generate_series") || SET_WITHOUT_NAMES.matcher(written).find()) {
            return; // a table that Calcite does not know or not name
        }
        if (written.toUpperCase(Locale.ROOT).contains("INTERVAL")) {
            return; // Calcite knows two kinds of them, and neither is ours
        }
        compared++;
        try {
            assertEquals(
                    shape(calcites(written)),
                    DoubledNames.visible(shape(ours(select))),
                    () -> text);
        } catch (SqlParseException e) {
            throw new AssertionError("Calcite does not read: " + written, e);
        }
    }

    /// Takes away the names that outputs have been given: those that stand where the whole item
    /// does.
    private static final class Unnamed extends SqlShuttle {
        @Override
        public SqlNode visit(SqlCall call) {
            SqlNode visited = super.visit(call);
            if (visited instanceof SqlSelect select) {
                SqlNodeList items = select.getSelectList();
                items.replaceAll(Unnamed::bare);
            }
            return visited;
        }

        private static SqlNode bare(SqlNode item) {
            boolean given =
                    item instanceof SqlBasicCall as
                            && as.getKind() == SqlKind.AS
                            && as.operand(1) instanceof SqlIdentifier name
                            && name.getParserPosition().equals(as.getParserPosition());
            return given ? ((SqlCall) item).operand(0) : item;
        }
    }

    @Test
    void nodesOfRandomQueriesAreThoseThatCalciteMakes() {
        long seed = Long.getLong("seed", 20261127L);
        System.out.println("QueryNodesTest seed=" + seed);
        for (int i = 0; i < QUERIES; i++) {
            demandSame(RandomQuery.of(seed + i, i, Extent.PLAIN, 3).text());
        }
        assertTrue(compared > QUERIES / 7, () -> "compared=" + compared);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM 'data/flights.csv'",
                "SELECT * FROM read_csv('export.txt', delim => ';')",
                "SELECT * FROM planes WHERE tailnum = 'N10156'",
                "SELECT * FROM archive.flights",
                "SELECT * FROM crawl('http://localhost:8000/', max_pages => 9)",
                "SELECT a, t.b, t.*, 1 AS one, 'x' two FROM t",
                "SELECT DISTINCT a FROM t",
                "SELECT ALL a FROM t",
                "SELECT a FROM t JOIN u ON t.a = u.a AND t.b < u.b",
                "SELECT a FROM t INNER JOIN u USING (a, b)",
                "SELECT a FROM t LEFT JOIN u ON true RIGHT OUTER JOIN v ON false",
                "SELECT a FROM t FULL JOIN u USING (a)",
                "SELECT a FROM t CROSS JOIN u",
                "SELECT a FROM t NATURAL JOIN u NATURAL LEFT JOIN v",
                "SELECT a FROM t JOIN (u JOIN v ON u.a = v.a) ON t.a = u.a",
                "SELECT a FROM t AS x JOIN t AS y ON x.a = y.b",
                "SELECT a FROM t WHERE a IN (SELECT b FROM u)",
                "SELECT a FROM t WHERE a NOT IN (SELECT b FROM u WHERE u.c = t.c)",
                "SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a)",
                "SELECT a FROM t WHERE NOT EXISTS (SELECT * FROM u)",
                "SELECT (SELECT max(b) FROM u WHERE u.a = t.a) AS m FROM t",
                "SELECT a FROM t, LATERAL (SELECT b FROM u WHERE u.a = t.a) AS x",
                "SELECT name, value FROM t, LATERAL (VALUES ('x', t.x), ('y', t.y)) v(name, value)",
                "WITH x AS (SELECT 1 AS a), y (b) AS (SELECT 2) SELECT a, b FROM x, y",
                "SELECT a, count(*) FROM t GROUP BY a HAVING count(*) > 1",
                "SELECT a, b, sum(c) FROM t GROUP BY ROLLUP (a, b)",
                "SELECT a, b, sum(c) FROM t GROUP BY CUBE (a, b), c",
                "SELECT a, grouping(a) FROM t GROUP BY GROUPING SETS ((a), (a, b), ())",
                "SELECT count(*) FROM t GROUP BY ()",
                "SELECT a FROM t GROUP BY DISTINCT ROLLUP (a), a",
                "SELECT count(DISTINCT a), sum(b) FILTER (WHERE b > 0) FROM t",
                "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a DESC) FROM t",
                "SELECT median(a), mode() WITHIN GROUP (ORDER BY b) FROM t",
                "SELECT string_agg(a, ',' ORDER BY b DESC NULLS LAST, c) FROM t",
                "SELECT row_number() OVER (PARTITION BY a ORDER BY b DESC) FROM t",
                "SELECT sum(a) OVER w, avg(a) OVER w FROM t WINDOW w AS (ORDER BY b)",
                "SELECT sum(a) OVER (w ROWS 2 PRECEDING) FROM t WINDOW w AS (PARTITION BY b ORDER BY c)",
                "SELECT sum(a) OVER (ORDER BY b ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM t",
                "SELECT sum(a) OVER (ORDER BY b ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM t",
                "SELECT sum(a) OVER (ORDER BY b RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) FROM t",
                "SELECT sum(a) OVER (ORDER BY b ROWS 1 PRECEDING EXCLUDE CURRENT ROW) FROM t",
                "SELECT sum(a) OVER (ORDER BY b ROWS 1 PRECEDING EXCLUDE GROUP) FROM t",
                "SELECT sum(a) OVER (ORDER BY b ROWS 1 PRECEDING EXCLUDE TIES) FROM t",
                "SELECT sum(a) FILTER (WHERE b > 0) OVER (ORDER BY c) FROM t",
                "SELECT last_value(a) IGNORE NULLS OVER (ORDER BY b) FROM t",
                "SELECT lag(a, 1, 0) RESPECT NULLS OVER (ORDER BY b) FROM t",
                "SELECT a FROM t QUALIFY row_number() OVER (PARTITION BY a ORDER BY b) = 1",
                "SELECT 1 UNION SELECT 2",
                "SELECT 1 UNION ALL SELECT 2 UNION SELECT 3",
                "SELECT 1 UNION SELECT 2 INTERSECT SELECT 3",
                "SELECT 1 INTERSECT ALL SELECT 2 EXCEPT ALL SELECT 3",
                "(SELECT 1 ORDER BY 1 LIMIT 1) UNION ALL (SELECT 2)",
                "SELECT 1 EXCEPT (SELECT 2 EXCEPT SELECT 3)",
                "VALUES (1, 'a'), (2, 'b')",
                "VALUES (1), (2) ORDER BY 1 DESC LIMIT 1",
                "TABLE t",
                "SELECT a FROM t ORDER BY a, b DESC, c NULLS FIRST, d DESC NULLS LAST",
                "SELECT a FROM t LIMIT 5",
                "SELECT a FROM t OFFSET 3",
                "SELECT a FROM t LIMIT 5 OFFSET 3",
                "SELECT a FROM t OFFSET 3 ROWS FETCH NEXT 5 ROWS ONLY",
                "SELECT a FROM t FETCH FIRST ROW ONLY",
                "SELECT a FROM t WHERE a IS NULL AND b IS NOT NULL OR c IS TRUE",
                "SELECT a FROM t WHERE a IS NOT FALSE OR b IS UNKNOWN AND c IS NOT UNKNOWN",
                "SELECT a FROM t WHERE a IS DISTINCT FROM b AND c IS NOT DISTINCT FROM d",
                "SELECT a FROM t WHERE a BETWEEN 1 AND 2 AND b NOT BETWEEN SYMMETRIC 4 AND 3",
                "SELECT a FROM t WHERE a LIKE 'x%' AND b NOT LIKE '!%' ESCAPE '!'",
                "SELECT a FROM t WHERE a ILIKE 'x%' OR b NOT ILIKE 'y' OR c SIMILAR TO 'z|w'",
                "SELECT a FROM t WHERE a ~ 'x' AND b ~* 'y' AND c !~ 'z' AND d !~* 'w'",
                "SELECT a FROM t WHERE a + 0 IN (1, 2, 3) AND b || '' NOT IN ('x')",
                "SELECT a FROM t WHERE (a, b) IN ((1, 2), (3, 4))",
                "SELECT a FROM t WHERE (a, b) = (1, 2)",
                "SELECT a FROM t WHERE a = ANY (ARRAY[1, 2]) AND b <> ALL (ARRAY[3])",
                "SELECT a FROM t WHERE a < ANY (SELECT b FROM u) OR a >= ALL (SELECT c FROM v)",
                "SELECT a FROM t WHERE NOT a = 1 AND NOT (b OR c)",
                "SELECT CASE WHEN a > 1 THEN 'x' WHEN b THEN 'y' ELSE 'z' END FROM t",
                "SELECT CASE a WHEN 1 THEN 'x' END FROM t",
                "SELECT coalesce(a, b, 0), nullif(a, 1), greatest(a, b), least(a, b) FROM t",
                "SELECT current_date, current_timestamp, localtime, localtimestamp, current_user, user",
                "SELECT CAST(a AS int), CAST(b AS numeric(10, 2)), CAST(c AS varchar(3)) FROM t",
                "SELECT CAST(a AS double precision), CAST(b AS real), CAST(c AS float) FROM t",
                "SELECT CAST(a AS timestamp(3)), CAST(b AS timestamp with time zone) FROM t",
                "SELECT CAST(a AS date), CAST(b AS time), CAST(c AS boolean), CAST(d AS uuid) FROM t",
                "SELECT CAST(a AS bytea), CAST(b AS text), CAST(c AS jsonb), CAST(d AS char(3)) FROM t",
                "SELECT CAST(a AS int[]) FROM t",
                "SELECT a::int, f(b::text), c::date FROM t",
                "SELECT DATE '2024-01-01', TIME '12:00:00', TIMESTAMP '2024-01-01 12:00:00'",
                "SELECT x'00ff', 1, 1.5, 1e3, .5, -7, - (1), NULL, true, false",
                "SELECT 'it''s', E'a\\tb', $$x$$",
                "SELECT a + b - c * d / e % f FROM t",
                "SELECT -a, - - a FROM t",
                "SELECT a || b || 'x' FROM t",
                "SELECT extract(year FROM a), extract(epoch FROM b), extract(dow FROM c) FROM t",
                "SELECT position('a' IN b), substring(a FROM 2), substring(a FROM 2 FOR 3) FROM t",
                "SELECT trim(a), trim(LEADING 'x' FROM a), trim(BOTH FROM b), trim('y' FROM c) FROM t",
                "SELECT overlay(a PLACING b FROM 2), overlay(a PLACING b FROM 2 FOR 3) FROM t",
                "SELECT floor(a), ceil(b), abs(c), round(d, 2), power(e, 2) FROM t",
                "SELECT ARRAY[1, 2], ARRAY[ARRAY[1], ARRAY[2]], ARRAY(SELECT a FROM t), a[1], b[c + 1] FROM t",
                "SELECT ROW(1, 2), (a, b) FROM t",
                "SELECT x FROM unnest(ARRAY[1, 2]) AS u (x)",
                "SELECT a FROM t WHERE (a, b) OVERLAPS (c, d)",
                "SELECT \"Odd Name\", \"a\"\"b\" FROM \"T\"",
            })
    void nodesOfWhatIsPromisedAreThoseThatCalciteMakes(String text) {
        demandSame(text);
    }

    /// Calcite keeps them; as comparisons a plan may leave their values open.
    @Test
    void aShortListOfAColumnIsComparisons() {
        assertEquals(
                shape(
                        "SELECT a FROM t WHERE (a = 1 OR a = 2 OR a = 3) AND (b <> 'x' AND b <>"
                                + " 'y')"),
                shape("SELECT a FROM t WHERE a IN (1, 2, 3) AND b NOT IN ('x', 'y')"));
        String longer = "SELECT a FROM t WHERE a IN (1" + ", 2".repeat(32) + ")";
        assertTrue(shape(longer).contains(" in ("), longer);
        String some = "SELECT a FROM t WHERE a IN (1, b)";
        assertTrue(shape(some).contains(" in ("), some);
    }

    private static String shape(String text) {
        return shape(ours(Statements.query(text)));
    }

    /// `SELECT 'a' || 1 + 2` is `a3` in PostgreSQL, where `||` binds as weakly as any operator
    /// without a place of its own; Calcite has it beside the plus.
    @Test
    void aConcatenationBindsMoreWeaklyThanASum() throws SqlParseException {
        assertEquals(shape("SELECT a || (b + c)"), shape("SELECT a || b + c"));
        assertEquals(
                shape("SELECT (a || b) + c"), shape(calcites("SELECT \"a\" || \"b\" + \"c\"")));
    }

    /// `SELECT 1 = 1::int` is true in PostgreSQL, where `::` binds before all operators.
    @Test
    void aCastBindsBeforeAnyOperator() {
        assertEquals(shape("SELECT a = (b::int)"), shape("SELECT a = b::int"));
        assertEquals(shape("SELECT - (1::int)"), shape("SELECT -1::int"));
    }

    /// `FROM t, u JOIN v ON t.a = v.a` is an error in PostgreSQL, since `t` is not joined there.
    @Test
    void aJoinBindsBeforeAComma() {
        SqlSelect select =
                (SqlSelect)
                        QueryNodes.of(Statements.query("SELECT * FROM t, u CROSS JOIN v")).node();
        SqlJoin comma = (SqlJoin) select.getFrom();
        assertEquals(JoinType.COMMA, comma.getJoinType());
        assertEquals("t", comma.getLeft().toString());
        assertEquals(JoinType.CROSS, ((SqlJoin) comma.getRight()).getJoinType());
    }

    /// PostgreSQL rounds what LIMIT is given, and takes NULL for none; `float(24)` is a real, and
    /// `EXISTS (SELECT FROM t)` and `SELECT 1 WHERE true` are queries there.
    @Test
    void whatCalciteHasNoFormForIsMadeOfWhatItHas() {
        assertEquals(shape("SELECT a FROM t LIMIT 3"), shape("SELECT a FROM t LIMIT 2.5"));
        assertEquals(shape("SELECT a FROM t"), shape("SELECT a FROM t LIMIT NULL"));
        assertEquals(shape("SELECT a FROM t OFFSET 0"), shape("SELECT a FROM t OFFSET NULL"));
        assertEquals(
                shape("SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u)"),
                shape("SELECT a FROM t WHERE EXISTS (SELECT FROM u)"));
        assertEquals(shape("SELECT CAST(a AS real)"), shape("SELECT CAST(a AS float(24))"));
        assertEquals("select 1\nfrom (values row(0))\nwhere true", shape("SELECT 1 WHERE true"));
    }

    @Test
    void parametersKeepTheirNumbers() {
        List<Integer> numbers = new ArrayList<>();
        QueryNodes.of(Statements.query("SELECT $2, $1 FROM t WHERE a = $3"))
                .node()
                .accept(
                        new SqlShuttle() {
                            @Override
                            public SqlNode visit(SqlDynamicParam parameter) {
                                numbers.add(parameter.getIndex());
                                return parameter;
                            }
                        });
        assertEquals(List.of(1, 0, 2), numbers);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT DISTINCT ON (a) a FROM t QUALIFY true",
                "SELECT DISTINCT ON (a) b AS x FROM t ORDER BY a, x + 1",
                "SELECT DISTINCT a FROM t ORDER BY a FETCH FIRST ROW WITH TIES",
                "SELECT FROM t",
                "SELECT a[1:2][1] FROM t",
                "SELECT a COLLATE \"de\" FROM t",
                "SELECT sum(a) OVER (ORDER BY b GROUPS 1 PRECEDING) FROM t",
                "SELECT a FROM t LIMIT a + 1",
                "SELECT a FROM f(1, 2) WITH ORDINALITY",
                "SELECT a, count(*), unnest(ARRAY[1]) FROM t GROUP BY a",
                "SELECT rank() OVER (ORDER BY a), unnest(ARRAY[1]) FROM t",
                "SELECT *, unnest(ARRAY[1]) FROM t NATURAL JOIN u",
                "SELECT a FROM t WHERE generate_series(1, 2) = 1",
                "SELECT f(a ORDER BY b) FROM t"
            })
    void whatIsReadAndNotDoneIsRefusedByName(String text) {
        Statement.Select select = Statements.query(text);
        TelegraphException refused =
                assertThrows(TelegraphException.class, () -> QueryNodes.of(select));
        assertEquals(SqlState.FEATURE_NOT_SUPPORTED, refused.state());
    }

    @Test
    void nodesAreMadeNoFurtherOnceTheThreadIsInterrupted() {
        Statement.Select select = Statements.query("SELECT 1" + ", 1".repeat(100_000));
        Thread.currentThread().interrupt();
        TelegraphException cancelled =
                assertThrows(TelegraphException.class, () -> QueryNodes.of(select));
        assertEquals(TelegraphException.Kind.CANCELLED, cancelled.kind());
        assertTrue(Thread.currentThread().isInterrupted());
    }
}
