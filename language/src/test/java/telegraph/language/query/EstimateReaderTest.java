package telegraph.language.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.EstimateClause;
import telegraph.language.ast.Query;
import telegraph.language.ast.Statement;

/// What a query says of estimates is read and cut out; what only looks like it stays.
class EstimateReaderTest {
    private static Statement.Select select(String query) {
        return Statements.query(query);
    }

    private static String written(Statement.Select select) {
        return QueryWriter.written(select.query());
    }

    /// The query asks for no estimate, and has the names that a reader of PostgreSQL finds in it.
    private static void stays(String query, String written) {
        Statement.Select select = select(query);
        assertEquals(written, written(select));
        assertFalse(select.estimating().isAsked(), query);
    }

    private static void refused(String query, String message) {
        TelegraphException e = assertThrows(TelegraphException.class, () -> select(query), query);
        assertEquals(TelegraphException.Kind.INPUT, e.kind());
        assertEquals("syntax error at " + message, e.getMessage());
    }

    @Test
    void clausesAtTheEndAreReadAndNoPartOfTheQuery() {
        Statement.Select select =
                select(
                        "SELECT avg(x) FROM t LIMIT 3 ERROR WITHIN 1.5 PERCENT AT CONFIDENCE 99"
                                + " PERCENT WITHIN 5 SECONDS");
        assertEquals("SELECT \"avg\"(\"x\") FROM \"t\" LIMIT 3", written(select));
        assertEquals(
                new EstimateClause(
                        false,
                        Optional.of(new BigDecimal("1.5")),
                        Optional.of(new BigDecimal("99")),
                        Optional.of(Duration.ofSeconds(5))),
                select.estimating());
        assertEquals(
                "ERROR WITHIN 1.5 PERCENT AT CONFIDENCE 99 PERCENT WITHIN 5 SECONDS",
                select.estimating().text());
    }

    @Test
    void timesHaveThreeUnitsAndPercentASign() {
        assertEquals(
                Optional.of(Duration.ofMillis(1)),
                select("SELECT 1 WITHIN 1 millisecond").estimating().time());
        assertEquals(
                Optional.of(Duration.ofMillis(250)),
                select("SELECT 1 WITHIN .25 SECOND").estimating().time());
        EstimateClause both = select("SELECT 1 WITHIN 2 minutes ERROR WITHIN 1 %").estimating();
        assertEquals(Optional.of(Duration.ofMinutes(2)), both.time());
        assertEquals(Optional.of(BigDecimal.ONE), both.errorPercent());
        assertEquals("ERROR WITHIN 1 PERCENT WITHIN 120 SECONDS", both.text());
        assertEquals(
                "WITHIN 0.5 MILLISECONDS",
                select("SELECT 1 WITHIN 0.5 MILLISECONDS").estimating().text());
    }

    @Test
    void onlineIsNoPartOfTheQueryAndPlacesAreThoseOfTheText() {
        Statement.Select select = select("SELECT /* now */ ONLINE  k, avg(y)\nFROM t -- all");
        assertTrue(select.estimating().online());
        assertFalse(select.estimating().mayStop());
        assertEquals("SELECT \"k\", \"avg\"(\"y\") FROM \"t\"", written(select));
        Query.Select body = (Query.Select) select.query().body();
        assertEquals("1:29", select.position(body.items().getLast().at()).toString());
        assertEquals("2:6", select.position(body.from().getFirst().at()).toString());
    }

    @Test
    void onlineComesBeforeWhateverBeginsAnExpression() {
        for (String list :
                List.of("k", "\"k\"", "*", "*, 1", "(a + b)", "'x'", "1", "DISTINCT k", "NOT b")) {
            assertTrue(select("SELECT ONLINE " + list + " FROM t").estimating().online(), list);
        }
        assertTrue(
                select("WITH u AS (SELECT 1 AS a) SELECT ONLINE a FROM u").estimating().online());
    }

    @Test
    void aColumnMayBeCalledOnline() {
        stays("SELECT online FROM t", "SELECT \"online\" FROM \"t\"");
        stays("SELECT online, x FROM t", "SELECT \"online\", \"x\" FROM \"t\"");
        stays("SELECT online AS o FROM t", "SELECT \"online\" AS \"o\" FROM \"t\"");
        stays("SELECT online * 2 FROM t", "SELECT (\"online\" * 2) FROM \"t\"");
        stays("SELECT online NOT IN (1) FROM t", "SELECT (\"online\" NOT IN (1)) FROM \"t\"");
        stays("SELECT online - 1 FROM t", "SELECT (\"online\" - 1) FROM \"t\"");
        stays("SELECT online.a FROM online", "SELECT \"online\".\"a\" FROM \"online\"");
        stays("SELECT online", "SELECT \"online\"");
        stays("SELECT a, online FROM t", "SELECT \"a\", \"online\" FROM \"t\"");
    }

    @Test
    void wordsOfTheClausesAreNamesElsewhere() {
        stays("SELECT error FROM t", "SELECT \"error\" FROM \"t\"");
        stays(
                "SELECT a error, confidence FROM percent",
                "SELECT \"a\" AS \"error\", \"confidence\" FROM \"percent\"");
        stays(
                "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x) FROM t",
                "SELECT \"percentile_cont\"(0.5) WITHIN GROUP (ORDER BY \"x\") FROM \"t\"");
    }

    @Test
    void aFileKeepsItsAliasBeforeAClause() {
        assertEquals(
                "SELECT \"count\"(*) FROM \"a.csv\" AS \"a\"",
                written(select("SELECT count(*) FROM 'a.csv' WITHIN 1 SECOND")));
        assertEquals(
                "SELECT \"count\"(*) FROM \"a.csv\" AS \"a\"",
                written(select("SELECT count(*) FROM 'a.csv' ERROR WITHIN 1 PERCENT")));
    }

    @Test
    void explainTakesThemToo() {
        Statement.Explain explain =
                (Statement.Explain)
                        Statements.parse("EXPLAIN ANALYZE SELECT ONLINE 1 WITHIN 1 SECOND;")
                                .getFirst()
                                .statement();
        assertTrue(explain.query().estimating().online());
        assertTrue(explain.query().estimating().mayStop());
    }

    @Test
    void numbersOutOfBoundsAreRefusedWithTheirPlace() {
        refused(
                "SELECT 1 ERROR WITHIN 0 PERCENT",
                "1:23: the error allowed is above 0: found 0. Without the clause the answer is"
                        + " exact");
        refused(
                "SELECT 1 ERROR WITHIN -2 PERCENT",
                "1:23: the error allowed is above 0: found -2. Without the clause the answer is"
                        + " exact");
        refused(
                "SELECT 1 WITHIN -5 SECONDS",
                "1:17: a time is above 0: found -5. Without the clause the answer is exact");
        refused(
                "SELECT 1\nERROR WITHIN 1 PERCENT AT CONFIDENCE 100 PERCENT",
                "2:38: a confidence is above 0 and below 100 percent, since nothing but the exact"
                        + " answer is sure: found 100. Without ERROR WITHIN the answer is exact");
        refused(
                "SELECT 1 ERROR WITHIN 1 PERCENT AT CONFIDENCE 0 PERCENT",
                "1:47: a confidence is above 0: found 0. Without the clause the answer is exact");
    }

    @Test
    void whatIsMissingOrWrongIsSaid() {
        refused("SELECT 1 ERROR WITHIN 'x'", "1:23: expected a number such as 1 or 0.5, found 'x'");
        refused(
                "SELECT 1 ERROR WITHIN 5",
                "1:24: expected PERCENT, found the end of the statement");
        refused(
                "SELECT 1 ERROR WITHIN 5 PERCNT",
                "1:25: expected PERCENT, found \"PERCNT\". Did you mean \"PERCENT\"?");
        refused(
                "SELECT 1 WITHIN 5 SECNDS",
                "1:19: expected MILLISECONDS, SECONDS or MINUTES, found \"SECNDS\". Did you mean"
                        + " \"SECONDS\"?");
        refused(
                "SELECT 1 WITHIN 5 PERCENT",
                "1:17: WITHIN alone takes a time. An error in percent is ERROR WITHIN n PERCENT");
        refused(
                "SELECT 1 WITHIN 5 SECONDS WITHIN 6 SECONDS",
                "1:27: each of ERROR WITHIN and WITHIN stands once");
    }

    @Test
    void clausesStandAtTheEndOfTheWholeQuery() {
        refused(
                "SELECT avg(x) FROM t ERROR WITHIN 1 PERCENT LIMIT 3",
                "1:45: expected the end of the statement, since ERROR WITHIN and WITHIN come last,"
                        + " after ORDER BY and LIMIT, found \"LIMIT\"");
        refused(
                "SELECT * FROM (SELECT avg(x) FROM t WITHIN 1 SECOND)",
                "1:37: ERROR WITHIN and WITHIN stand at the end of a whole query, not in a part of"
                        + " it: put them behind the last parenthesis");
        String inside =
                "SELECT ONLINE stands at the beginning of a whole query, not inside one. A column"
                        + " of that name stands in double quotes: \"online\"";
        refused("SELECT * FROM (SELECT ONLINE avg(x) FROM t)", "1:23: " + inside);
        refused("SELECT 1 UNION SELECT ONLINE 2", "1:23: " + inside);
    }

    @Test
    void aViewHasNone() {
        TelegraphException e =
                assertThrows(
                        TelegraphException.class,
                        () -> Statements.parse("CREATE VIEW v AS SELECT 1 WITHIN 1 SECOND"));
        assertEquals(
                "syntax error at 1:18: a view is a table to others: SELECT ONLINE, ERROR WITHIN"
                        + " and WITHIN belong to the query that reads it",
                e.getMessage());
    }
}
