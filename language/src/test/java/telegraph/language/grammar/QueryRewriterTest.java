package telegraph.language.grammar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableLiteral;
import telegraph.language.lexer.Lines;
import telegraph.language.lexer.Position;

/// Where literal tables are found, what the text becomes, and that Calcite reads it.
class QueryRewriterTest {
    private static final SqlParser.Config CALCITE =
            SqlParser.config()
                    .withParserFactory(SqlBabelParserImpl.FACTORY)
                    .withConformance(SqlConformanceEnum.LENIENT)
                    .withQuoting(Quoting.DOUBLE_QUOTE)
                    .withUnquotedCasing(Casing.TO_LOWER)
                    .withIdentifierMaxLength(1024);

    private static Statement.Select rewrite(String query) {
        Statement.Select select = Statements.query(query);
        try {
            SqlParser.create(select.text(), CALCITE).parseQuery();
        } catch (SqlParseException e) {
            throw new AssertionError(
                    "Calcite does not read: " + query + "\n as: " + select.text(), e);
        }
        return select;
    }

    private static void becomes(String expected, String query) {
        assertEquals(expected, rewrite(query).text());
    }

    private static void unchanged(String query) {
        Statement.Select select = rewrite(query);
        assertEquals(query, select.text());
        assertTrue(select.tables().isEmpty());
    }

    private static List<String> tables(String query) {
        return rewrite(query).tables().stream().map(TableLiteral::title).toList();
    }

    @Test
    void aFileInQuotesBecomesAnIdentifierWithTheFilesNameAsAlias() {
        becomes(
                "SELECT * FROM \"data/flights.csv\" AS \"flights\"",
                "SELECT * FROM 'data/flights.csv'");
        becomes(
                "SELECT f.a FROM \"x.csv.gz\" f WHERE f.a = 'x.csv'",
                "SELECT f.a FROM 'x.csv.gz' f WHERE f.a = 'x.csv'");
        becomes(
                "SELECT 1 FROM \"x.csv.gz\" AS \"x\" WHERE 1 = 1",
                "SELECT 1 FROM 'x.csv.gz' WHERE 1 = 1");
        becomes("SELECT 1 FROM \"a/*.csv\"", "SELECT 1 FROM 'a/*.csv'");
        becomes(
                "SELECT 1 FROM \"http://h/p/x.json?a=b/c.d\" AS \"x\"",
                "SELECT 1 FROM 'http://h/p/x.json?a=b/c.d'");
        becomes("TABLE \"x.csv\"", "TABLE 'x.csv'");
        becomes("SELECT 1 FROM \"it's.csv\"", "SELECT 1 FROM 'it''s.csv'");
        becomes("SELECT 1 FROM \"a \"\"b\"\".csv\" x", "SELECT 1 FROM 'a \"b\".csv' x");
    }

    @Test
    void literalTablesAreFoundWhereverATableIsDue() {
        assertEquals(
                List.of("a.csv", "b.csv", "c.csv"),
                tables("SELECT 1 FROM 'a.csv' a, 'b.csv' b LEFT JOIN 'c.csv' c ON a.x = c.x"));
        assertEquals(
                List.of("a.csv", "b.csv"),
                tables("SELECT 1 FROM 'a.csv' a JOIN t ON a.x = t.x AND a.y = 'z', 'b.csv' b"));
        assertEquals(
                List.of("a.csv", "b.csv", "c.csv"),
                tables(
                        "WITH w AS (SELECT * FROM 'a.csv') SELECT (SELECT max(x) FROM 'b.csv')"
                                + " FROM w WHERE EXISTS (SELECT 1 FROM 'c.csv' c WHERE c.x = w.x)"));
        assertEquals(
                List.of("a.csv", "b.csv"),
                tables("SELECT 1 FROM ('a.csv' a JOIN 'b.csv' b ON a.x = b.x)"));
        assertEquals(
                List.of("a.csv", "b.csv"),
                tables("SELECT x FROM 'a.csv' UNION ALL (SELECT 'c' FROM 'b.csv')"));
        assertEquals(
                List.of("a.csv", "b.csv"),
                tables(
                        "SELECT 1 FROM (SELECT * FROM 'a.csv') AS a, LATERAL (SELECT 1 FROM 'b.csv') b"));
        assertEquals(List.of("$.csv"), tables("SELECT 1 FROM $$$.csv$$ x"));
    }

    @Test
    void stringsThatAreNotTablesStay() {
        for (String query :
                List.of(
                        "SELECT 'a' FROM t",
                        "SELECT a, 'b' FROM t, u WHERE x IN ('a', 'b') GROUP BY a, 'c' ORDER BY a, 'd'",
                        "SELECT EXTRACT(YEAR FROM d), TRIM(BOTH 'x' FROM 'xax') FROM t",
                        "SELECT SUBSTRING('abc' FROM 2), a IS DISTINCT FROM 'b' FROM t",
                        "SELECT 1 FROM t JOIN u ON t.a IN ('a', 'b') AND f(t.a, 'c') = 'd'",
                        "SELECT 1 FROM (VALUES ('a', 'b'), ('c', 'd')) AS v (x, y)",
                        "SELECT 1 FROM ((VALUES ('a'), ('b'))) AS v (x)",
                        "SELECT 1 FROM UNNEST(ARRAY['a', 'b']) AS u (x)",
                        "SELECT 1 FROM t JOIN u ON t.a = ANY(ARRAY['a', 'b'])",
                        "VALUES ('a', 1), ('b', 2)",
                        "SELECT x FROM t UNION SELECT 'a'",
                        "SELECT CASE WHEN a = 'b' THEN 'c' ELSE 'd' END, 'e' FROM \"t\"")) {
            unchanged(query);
        }
    }

    @Test
    void aCallOfATableFunctionIsReadWithItsArguments() {
        Statement.Select select =
                rewrite(
                        "SELECT * FROM read_csv('x.csv', delim => ';', header := TRUE, skip = -2,"
                                + " f => 1.5, n => NULL, l => ['a', 2], a => ARRAY['b'],"
                                + " m => {'k': 'v', w: {'z': []}}) AS t WHERE x = 'y'");
        assertEquals("SELECT * FROM \"read_csv('x.csv')\" AS t WHERE x = 'y'", select.text());
        TableLiteral table = select.tables().getFirst();
        assertEquals("read_csv", table.function());
        assertEquals(List.of("x.csv"), table.arguments());
        assertEquals(
                Arrays.asList(
                        ";",
                        true,
                        -2L,
                        1.5,
                        null,
                        List.of("a", 2L),
                        List.of("b"),
                        Map.of("k", "v", "w", Map.of("z", List.of()))),
                new ArrayList<>(table.named().values()));
        assertEquals(
                List.of("delim", "header", "skip", "f", "n", "l", "a", "m"),
                List.copyOf(table.named().keySet()));
        assertEquals(new Position(1, 15), table.position());
        becomes(
                "SELECT 1 FROM \"read_html('http://h/')\", \"READ.json\" AS \"READ\"",
                "SELECT 1 FROM Read_Html('http://h/', 'table tr'), 'READ.json'");
    }

    @Test
    void equalLiteralsShareAnIdentifierAndDifferentOnesNeverDo() {
        Statement.Select same = rewrite("SELECT 1 FROM 'a.csv' x, 'a.csv' y, \"a.csv\" z");
        assertEquals("SELECT 1 FROM \"a.csv#2\" x, \"a.csv#2\" y, \"a.csv\" z", same.text());
        assertEquals(1, same.tables().size());
        Statement.Select different =
                rewrite(
                        "SELECT 1 FROM 'a.csv' x, 'A.CSV' y, read_csv('a.csv') z, read_csv('a.csv', skip => 1) w");
        assertEquals(4, different.tables().size());
        assertEquals(
                4,
                different.tables().stream()
                        .map(table -> table.identifier().toLowerCase(Locale.ROOT))
                        .distinct()
                        .count());
        becomes(
                "SELECT 1 FROM \"a/x.csv\" AS \"x\", \"b/x.csv\"",
                "SELECT 1 FROM 'a/x.csv', 'b/x.csv'");
    }

    @Test
    void placesInTheRewrittenTextLeadBackToTheScript() {
        String script =
                "-- first\nSELECT 1;\n  SELECT a,\r\n  bad1 FROM read_csv('x.csv',\n    skip => 1) /* c\n */"
                        + " WHERE bad2 = E'\\n' AND bad3";
        Statement.Select select = (Statement.Select) Statements.parse(script).get(1).statement();
        for (String word : List.of("a,", "bad1", "read_csv", "bad2", "bad3")) {
            String written = word.equals("read_csv") ? "\"read_csv" : word;
            Position rewritten = new Lines(select.text()).position(select.text().indexOf(written));
            Position original = new Lines(script).position(script.indexOf(word));
            assertEquals(
                    original.toString(),
                    select.place(rewritten.line(), rewritten.column()),
                    select.text());
        }
        assertEquals("3:3", select.place(1, 1));
    }

    @Test
    void postgresqlsStringsCommentsAndIntervalsBecomeCalcites() {
        becomes("SELECT 'a\tb''c\u00e9'", "SELECT E'a\\tb\\'c\\u00e9'");
        becomes("SELECT 'it''s', '$'", "SELECT $$it's$$, $x$$$x$");
        becomes("SELECT   1  + 2", "SELECT /* a /* nested */ b */ 1 /*+ no hint */+ 2 -- end");
        becomes("SELECT INTERVAL '3' HOUR(2)", "SELECT INTERVAL '3 hours'");
        becomes("SELECT INTERVAL '25' HOUR(2)", "SELECT INTERVAL '25 hours'");
        becomes(
                "SELECT INTERVAL '1 02:00:00' DAY(2) TO SECOND(6)",
                "SELECT INTERVAL '1 day 02:00:00'");
        becomes("SELECT INTERVAL '14' MONTH(2)", "SELECT INTERVAL '1 year 2 mons'");
        becomes("SELECT INTERVAL -'14' DAY(2)", "SELECT INTERVAL '-2 weeks'");
        becomes("SELECT INTERVAL '1.5' SECOND(2, 6)", "SELECT INTERVAL '1.5 s'");
        unchanged("SELECT INTERVAL '3' HOUR, INTERVAL '1 02:00:00' DAY TO SECOND");
        assertEquals(
                "invalid interval at 1:17: unknown unit \"huors\" in an interval. Did you mean \"hour\"?",
                refused("SELECT INTERVAL '3 huors'"));
        assertEquals(
                "syntax error at 1:17: an interval has years and months, or days and less, and not"
                        + " both: found '1 month 2 days'. Add two intervals",
                refused("SELECT INTERVAL '1 month 2 days'"));
    }

    @Test
    void mistakesInACallSayWhereAndWhat() {
        assertEquals(
                "unknown table function \"read_cvs\" at 1:15. Did you mean \"read_csv\"?",
                refused("SELECT 1 FROM read_cvs('x')"));
        assertEquals(
                "syntax error at 1:24: expected a constant for read_csv, found \"x\"",
                refused("SELECT 1 FROM read_csv(x)"));
        assertEquals(
                "syntax error at 1:39: read_csv is given skip twice",
                refused("SELECT 1 FROM read_csv('x', skip => 1,skip => 2)"));
        assertEquals(
                "syntax error at 1:39: read_csv takes arguments without a name before those with one",
                refused("SELECT 1 FROM read_csv('x', skip => 1,'y')"));
        assertEquals(
                "syntax error at 1:27: expected \")\", found the end of the statement",
                refused("SELECT 1 FROM read_csv('x'"));
        refused("SELECT 1 FROM read_csv(" + "[".repeat(10_000));
    }

    private static String refused(String query) {
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> Statements.query(query));
        assertEquals(TelegraphException.Kind.INPUT, e.kind());
        return e.getMessage();
    }

    /// Random queries from a small grammar, whose literal tables are known as they are made: each
    /// must be found, in order, nothing else may change, and Calcite must read the outcome.
    @Test
    void inRandomQueriesExactlyTheLiteralTablesAreReplaced() {
        long seed = Long.getLong("seed", 20261121L);
        System.out.println("QueryRewriterTest seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            RandomQuery made = new RandomQuery(random);
            String query = made.query(2);
            Statement.Select select = rewrite(query);
            assertEquals(
                    made.tables,
                    select.tables().stream().map(t -> t.arguments().get(0)).toList(),
                    query);
            String back = select.text();
            for (TableLiteral table : select.tables()) {
                back =
                        back.replace(
                                "\"" + table.identifier() + "\"",
                                "'" + table.arguments().get(0) + "'");
            }
            assertEquals(query, back);
        }
    }
}
