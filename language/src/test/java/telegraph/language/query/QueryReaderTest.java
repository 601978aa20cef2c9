package telegraph.language.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Query;
import telegraph.language.ast.Span;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableLiteral;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Position;

/// What texts are read as: which tables are written out, what binds to what, and where each part
/// stands.
class QueryReaderTest {
    private static Statement.Select read(String query) {
        return Statements.query(query);
    }

    private static String written(Statement.Select select) {
        return QueryWriter.written(select.query());
    }

    /// @param expected the query as it is written in its one form
    private static void is(String expected, String query) {
        assertEquals(expected, written(read(query)), query);
    }

    private static List<String> tables(String query) {
        return read(query).tables().stream().map(TableLiteral::title).toList();
    }

    private static String refused(String query) {
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> Statements.query(query), query);
        assertEquals(TelegraphException.Kind.INPUT, e.kind());
        return e.getMessage();
    }

    @Test
    void aFileInQuotesIsATableWithTheFilesNameAsAlias() {
        is("SELECT * FROM \"data/flights.csv\" AS \"flights\"", "SELECT * FROM 'data/flights.csv'");
        is(
                "SELECT \"f\".\"a\" FROM \"x.csv.gz\" AS \"f\" WHERE (\"f\".\"a\" = 'x.csv')",
                "SELECT f.a FROM 'x.csv.gz' f WHERE f.a = 'x.csv'");
        is(
                "SELECT 1 FROM \"x.csv.gz\" AS \"x\" WHERE (1 = 1)",
                "SELECT 1 FROM 'x.csv.gz' WHERE 1 = 1");
        is("SELECT 1 FROM \"a/*.csv\"", "SELECT 1 FROM 'a/*.csv'");
        is(
                "SELECT 1 FROM \"http://h/p/x.json?a=b/c.d\" AS \"x\"",
                "SELECT 1 FROM 'http://h/p/x.json?a=b/c.d'");
        is("SELECT * FROM \"x.csv\"", "TABLE 'x.csv'");
        is("SELECT 1 FROM \"it's.csv\"", "SELECT 1 FROM 'it''s.csv'");
        is("SELECT 1 FROM \"a \"\"b\"\".csv\" AS \"x\"", "SELECT 1 FROM 'a \"b\".csv' x");
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

    @ParameterizedTest
    @ValueSource(
            strings = {
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
                "SELECT CASE WHEN a = 'b' THEN 'c' ELSE 'd' END, 'e' FROM \"t\""
            })
    void stringsThatAreNotTablesStay(String query) {
        assertEquals(List.of(), read(query).tables());
    }

    @Test
    void aCallOfATableFunctionIsReadWithItsArguments() {
        Statement.Select select =
                read(
                        "SELECT * FROM read_csv('x.csv', delim => ';', header := TRUE, skip = -2,"
                                + " f => 1.5, n => NULL, l => ['a', 2], a => ARRAY['b'],"
                                + " m => {'k': 'v', w: {'z': []}}) AS t WHERE x = 'y'");
        assertEquals(
                "SELECT * FROM \"read_csv('x.csv')\" AS \"t\" WHERE (\"x\" = 'y')",
                written(select));
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
        is(
                "SELECT 1 FROM \"read_html('http://h/')\", \"READ.json\" AS \"READ\"",
                "SELECT 1 FROM Read_Html('http://h/', 'table tr'), 'READ.json'");
    }

    @Test
    void equalLiteralsShareAnIdentifierAndDifferentOnesNeverDo() {
        Statement.Select same = read("SELECT 1 FROM 'a.csv' x, 'a.csv' y, \"a.csv\" z");
        assertEquals(
                "SELECT 1 FROM \"a.csv#2\" AS \"x\", \"a.csv#2\" AS \"y\", \"a.csv\" AS \"z\"",
                written(same));
        assertEquals(1, same.tables().size());
        Statement.Select different =
                read(
                        "SELECT 1 FROM 'a.csv' x, 'A.CSV' y, read_csv('a.csv') z, read_csv('a.csv', skip => 1) w");
        assertEquals(4, different.tables().size());
        assertEquals(
                4,
                different.tables().stream()
                        .map(table -> table.identifier().toLowerCase(Locale.ROOT))
                        .distinct()
                        .count());
        is("SELECT 1 FROM \"a/x.csv\" AS \"x\", \"b/x.csv\"", "SELECT 1 FROM 'a/x.csv', 'b/x.csv'");
    }

    /// Each part of a query is where its text is found in the script.
    @Test
    void spansAreThoseOfTheScript() {
        String script =
                "-- first\nSELECT 1;\n  SELECT count(*) AS n,\r\n  -bad1 FROM read_csv('x.csv',\n"
                        + "    skip => 1) x, s.t AS u /* c\n */ JOIN v ON (bad2 = E'\\n') AND NOT bad3"
                        + " IN (1, 2) WHERE a BETWEEN 1 AND 2 OR b::int[] LIKE 'x'";
        Statement.Select select = (Statement.Select) Statements.parse(script).get(1).statement();
        List<String> texts = new ArrayList<>();
        QueryWalk.walk(
                select.query(),
                part -> {
                    Span at =
                            switch (part) {
                                case Query query -> query.at();
                                case Query.From from -> from.at();
                                case Term term -> term.at();
                                default -> throw new IllegalStateException("part: " + part);
                            };
                    texts.add(script.substring(at.start(), at.end()));
                });
        for (String text :
                List.of(
                        "count(*)",
                        "-bad1",
                        "bad1",
                        "read_csv('x.csv',\n    skip => 1)",
                        "s.t",
                        "JOIN",
                        "bad2 = E'\\n'",
                        "(bad2 = E'\\n') AND NOT bad3 IN (1, 2)",
                        "NOT bad3 IN (1, 2)",
                        "bad3 IN (1, 2)",
                        "a BETWEEN 1 AND 2 OR b::int[] LIKE 'x'",
                        "b::int[]",
                        "b")) {
            assertTrue(texts.remove(text), () -> text + " is none of " + texts);
        }
        assertEquals("3:3", select.position(select.query().at()).toString());
        Query.Select body = (Query.Select) select.query().body();
        assertEquals("4:3", select.position(body.items().getLast().at()).toString());
    }

    @Test
    void stringsCommentsAndIntervalsAreRead() {
        is("SELECT 'a\tb''c\u00e9'", "SELECT E'a\\tb\\'c\\u00e9'");
        is("SELECT 'data \u00e9 \\'", "SELECT U&'d!0061ta !00e9 !005C' UESCAPE '!'");
        is("SELECT 'it''s', '$'", "SELECT $$it's$$, $x$$$x$");
        is("SELECT 'ab'", "SELECT 'a' -- and\n 'b'");
        is("SELECT (1 + 2)", "SELECT /* a /* nested */ b */ 1 /*+ no hint */+ 2 -- end");
        is("SELECT INTERVAL '3 hours'", "SELECT INTERVAL '3 hours'");
        is("SELECT INTERVAL '25 hours'", "SELECT '25 hours'::interval");
        is("SELECT INTERVAL '-2 weeks'", "SELECT CAST('-2 weeks' AS interval)");
        is(
                "SELECT INTERVAL '3' HOUR, INTERVAL '1 02:00:00' DAY TO SECOND",
                "SELECT INTERVAL '3' HOUR, INTERVAL '1 02:00:00' DAY TO SECOND");
    }

    @Test
    void whatPostgresqlHasAndWeHaveNotIsNamed() {
        assertEquals(
                "not supported at 1:12: WITH that changes rows within another statement. It begins"
                        + " one",
                refused("WITH x AS (DELETE FROM a RETURNING b) SELECT * FROM x"));
        assertEquals(
                "not supported at 1:34: a name for the columns of USING. Name the tables instead",
                refused("SELECT 1 FROM a JOIN b USING (c) AS j"));
        is(
                "WITH \"x\" AS (SELECT 1) SELECT 1 FROM \"x\"",
                "WITH x AS MATERIALIZED (SELECT 1) SELECT 1 FROM x");
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

    private static void binds(String expected, String term) {
        assertEquals(
                written(read("SELECT " + expected + " FROM t")),
                written(read("SELECT " + term + " FROM t")),
                term);
    }

    /// The table of precedence in chapter 4.1.6 of PostgreSQL's manual, a line each.
    @Test
    void operatorsBindAsInPostgresql() {
        binds("(r).f::int", "((r).f)::int");
        binds("a[1]", "(a)[1]");
        binds("-(a::int)", "-a::int");
        binds("(a[1])::int", "a[1]::int");
        binds("-(a[1])", "-a[1]");
        binds("(-a) COLLATE \"C\"", "-a COLLATE \"C\"");
        binds("(a COLLATE \"C\") AT TIME ZONE 'UTC'", "a COLLATE \"C\" AT TIME ZONE 'UTC'");
        binds("2 * (a AT TIME ZONE 'UTC')", "2 * a AT TIME ZONE 'UTC'");
        binds("(-2) ^ 2", "-2 ^ 2");
        binds("(2 ^ 3) ^ 2", "2 ^ 3 ^ 2");
        binds("a * (b ^ c)", "a * b ^ c");
        binds("((a * b) / c) % d", "a * b / c % d");
        binds("a + (b * c)", "a + b * c");
        binds("(a - b) - c", "a - b - c");
        binds("a || (b + c)", "a || b + c");
        binds("(a || b) || c", "a || b || c");
        binds("(a -> 'b') ->> 'c'", "a -> 'b' ->> 'c'");
        binds("a LIKE (b || c)", "a LIKE b || c");
        binds("(a || b) NOT IN (1)", "a || b NOT IN (1)");
        binds("(a BETWEEN (b + 1) AND (c || d)) AND e", "a BETWEEN b + 1 AND c || d AND e");
        binds("(a LIKE b) = c", "a LIKE b = c");
        binds("a < (b IN (1))", "a < b IN (1)");
        binds("(a = b) IS NULL", "a = b IS NULL");
        binds("(a < b) IS DISTINCT FROM (c < d)", "a < b IS DISTINCT FROM c < d");
        binds("NOT (a IS NULL)", "NOT a IS NULL");
        binds("NOT (a = b)", "NOT a = b");
        binds("(NOT a) AND b", "NOT a AND b");
        binds("a OR (b AND c)", "a OR b AND c");
        binds("(a AND b) OR c", "a AND b OR c");
        binds("(a OPERATOR(pg_catalog.+) b) = c", "a OPERATOR(pg_catalog.+) b = c");
    }

    @Test
    void aCastBindsToTheOperandBeforeItAlone() {
        binds("a = (b::integer)", "a = b::integer");
        binds("a + ((b::integer) * 2)", "a + b::integer * 2");
        binds("(a AND (b::boolean)) OR c", "a AND b::boolean OR c");
        binds("(a::integer) = (b::integer)", "a::integer = b::integer");
        binds("(a || (b::varchar)) || (c::varchar)", "a || b::varchar || c::varchar");
        binds("(a BETWEEN 1 AND (b + (c::integer))) AND d", "a BETWEEN 1 AND b + c::integer AND d");
        binds("a OR (b LIKE (c::varchar))", "a OR b LIKE c::varchar");
        binds("NOT (a::boolean)", "NOT a::boolean");
        binds("((a::integer)::varchar)", "a::integer::varchar");
        binds("(f(x)::integer) + 1", "f(x)::integer + 1");
        binds("f((a::varchar) || (b::varchar))", "f(a::varchar || b::varchar)");
        binds("a IN ((b::integer) + (c::integer))", "a IN (b::integer + c::integer)");
        binds("CAST((a = b) AS integer)", "CAST(a = b AS integer)");
    }

    @Test
    void setOperationsAndJoinsBindAsInPostgresql() {
        is(
                "(SELECT 1) UNION ((SELECT 2) INTERSECT ALL (SELECT 3))",
                "SELECT 1 UNION SELECT 2 INTERSECT ALL SELECT 3");
        is(
                "((SELECT 1) EXCEPT (SELECT 2)) UNION ALL (SELECT 3) ORDER BY 1 LIMIT 2",
                "SELECT 1 EXCEPT SELECT 2 UNION ALL SELECT 3 ORDER BY 1 LIMIT 2");
        is("(SELECT 1 LIMIT 1) LIMIT 2", "(SELECT 1 LIMIT 1) LIMIT 2");
        is(
                "SELECT 1 FROM \"a\" INNER JOIN \"b\" ON TRUE LEFT JOIN \"c\" USING (\"x\")",
                "SELECT 1 FROM a JOIN b ON true LEFT OUTER JOIN c USING (x)");
        is(
                "SELECT 1 FROM \"a\" INNER JOIN (\"b\" LEFT JOIN \"c\" ON FALSE) ON TRUE",
                "SELECT 1 FROM a JOIN b LEFT JOIN c ON false ON true");
        is(
                "SELECT 1 FROM \"a\", \"b\" NATURAL FULL JOIN \"c\" CROSS JOIN \"d\"",
                "SELECT 1 FROM a, b NATURAL FULL JOIN c CROSS JOIN d");
    }

    @Test
    void functionsWithWordsAreThoseThatPostgresqlCalls() {
        is("SELECT extract('year' FROM \"a\")", "SELECT EXTRACT(YEAR FROM a)");
        is("SELECT substring(\"a\" FROM 1 FOR 2)", "SELECT substring(a FOR 2)");
        is("SELECT \"substring\"(\"a\", 1, 2)", "SELECT substring(a, 1, 2)");
        is("SELECT trim(BOTH ' ' FROM \"a\")", "SELECT trim(' ' FROM a)");
        is("SELECT trim(LEADING  FROM \"a\")", "SELECT trim(LEADING FROM a)");
        is("SELECT \"timezone\"('UTC', \"a\")", "SELECT a AT TIME ZONE 'UTC'");
        is("SELECT current_date, \"now\"()", "SELECT CURRENT_DATE, now()");
    }

    /// Whether a query or an expression is in them is known only at the innermost.
    @Test
    void parenthesesWithinParenthesesAreReadOrRefused() {
        int deep = 498; // about as many as are allowed
        is("SELECT 1", "(".repeat(deep) + "SELECT 1" + ")".repeat(deep));
        is("SELECT (SELECT 1)", "SELECT " + "(".repeat(deep) + "SELECT 1" + ")".repeat(deep));
        is(
                "SELECT ((SELECT 1) + 1)",
                "SELECT " + "(".repeat(deep) + "SELECT 1" + ")".repeat(deep - 1) + " + 1)");
        refused("SELECT " + "(".repeat(deep) + "SELECT 1" + ")".repeat(deep - 1));
        refused("SELECT " + "(".repeat(100_000));
    }
}
