package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.sql.introspect.Inquiry;
import telegraph.sql.pgcatalog.CatalogSurroundings;
import telegraph.sql.session.SessionCatalog;
import telegraph.sql.transaction.TransactionWork;
import telegraph.tables.catalog.SearchPath;

/// Queries about the catalog that would fill the process's memory with one text or array.
class CatalogSizesTest {
    private static List<Object[]> rows(String query) {
        try (Telegraph telegraph = Telegraph.openInMemory(Map.of(), Map.of());
                TransactionWork work =
                        telegraph
                                .sandbox()
                                .store()
                                .work(
                                        telegraph
                                                .sandbox()
                                                .store()
                                                .temporaries(
                                                        () -> SearchPath.of(SearchPath.INITIAL)))) {
            SessionClient client = SessionClient.local("somebody");
            CatalogSurroundings around =
                    new SessionCatalog(telegraph.sandbox(), telegraph.settings(), work, client)
                            .surroundings(work.view().snapshot(), query, () -> false);
            return Inquiry.of(Statements.query(query), around).rows();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT string_agg(repeat('x', 100000000), ',') FROM pg_type a, pg_type b",
                "SELECT string_agg(repeat('x', 100000), ',') FROM pg_type a, pg_type b",
                "SELECT string_agg(repeat('x', 100000), ',') OVER () FROM pg_type",
                "SELECT repeat(typname, 2000000) FROM pg_type",
                "SELECT repeat(repeat('x', 10000), 2000000000)",
                "SELECT lpad('x', 2000000000)",
                "SELECT rpad('x', 10000000, 'yz') FROM pg_type",
                "SELECT replace(repeat('x', 100000), 'x', repeat('y', 100000))",
                "SELECT regexp_replace(repeat('x', 100000), 'x', repeat('y', 100000), 'g')",
                "SELECT regexp_replace(repeat('x', 1000000), '(x*)', repeat('\\1', 100))",
                "SELECT array_to_string(array_agg(t.x), ',') FROM (SELECT repeat('x', 100000) AS x)"
                        + " t, pg_type a, pg_type b",
                "SELECT array_agg(t.x)::text FROM (SELECT repeat('x', 100000) AS x) t, pg_type a,"
                        + " pg_type b",
                "SELECT json_agg(t.x) FROM (SELECT repeat('x', 100000) AS x) t, pg_type a, pg_type"
                        + " b",
                "SELECT string_to_array(repeat('x,', 8000000), ',')",
                "WITH RECURSIVE r(i, t) AS (SELECT 1, 'x' UNION ALL SELECT i + 1, t || t FROM r"
                        + " WHERE i < 40) SELECT count(*) FROM r",
                "WITH RECURSIVE r(i, t) AS (SELECT 1, ARRAY[1] UNION ALL SELECT i + 1, t || t FROM"
                        + " r WHERE i < 40) SELECT count(*) FROM r",
                "WITH RECURSIVE r(i, t) AS (SELECT 1, ARRAY[1] UNION ALL SELECT i + 1,"
                        + " array_cat(t, t) FROM r WHERE i < 40) SELECT count(*) FROM r",
                "WITH RECURSIVE r(i, t) AS (SELECT 1, ARRAY[1] UNION ALL SELECT i + 1, ARRAY[t, t]"
                        + " FROM r WHERE i < 40) SELECT t FROM r"
            })
    void whatBecomesTooLongIsRefused(String query) {
        TelegraphException refused = assertThrows(TelegraphException.class, () -> rows(query));
        assertEquals(SqlState.PROGRAM_LIMIT, refused.state(), refused.getMessage());
        assertTrue(
                refused.getMessage().contains(" at most ")
                        || refused.getMessage().contains(" text_limit=16777216"),
                refused.getMessage());
    }

    @Test
    void aPartOfALongTextIsFound() {
        assertEquals("x", rows("SELECT split_part(repeat('x,', 8000000), ',', 1)").getFirst()[0]);
    }

    @Test
    void longTextsAreMade() {
        Object[] row =
                rows("SELECT length(repeat('xy', 5000000)), lpad('x', 20000, 'yz'), replace('aba',"
                                + " 'a', 'cc'), replace('a', '', 'b'), lpad('x', 4, 'yz')")
                        .getFirst();
        assertEquals(10_000_000, row[0]);
        assertEquals("yz".repeat(9_999) + "yx", row[1]);
        assertEquals("ccbcc", row[2]);
        assertEquals("a", row[3]);
        assertEquals("yzyx", row[4]);
    }
}
