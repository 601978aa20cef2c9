package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.lexer.Lexer;
import telegraph.language.lexer.Token;
import telegraph.sql.introspect.Inquiry;
import telegraph.sql.pgcatalog.CatalogSurroundings;
import telegraph.sql.session.SessionCatalog;
import telegraph.sql.transaction.TransactionWork;
import telegraph.tables.catalog.SearchPath;
import telegraph.testkit.Seeds;

/// Queries about the catalog with words lost, doubled, swapped and taken from others: each of them
/// gives rows or is refused in words, and none fails in another way.
class CatalogFuzzTest {
    private static final int SEEDS = 3;
    private static final int QUERIES = 2_000;

    /// A query that looks at more rows than this many times 4,096 is cancelled.
    private static final int PATIENCE = 20;

    private static final List<String> GOOD =
            List.of(
                    "SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_class c"
                            + " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 WHERE"
                            + " c.relname ~ '^pg_(am|enum)$' ORDER BY 1, a.attnum LIMIT 7",
                    "SELECT CASE WHEN t.typtype = 'd' THEN (SELECT b.typname FROM pg_type b WHERE b.oid"
                            + " = t.typbasetype) ELSE NULL END, t.oid::regtype FROM pg_type t WHERE"
                            + " t.oid = ANY ('{16,23,13221}'::oid[])",
                    "SELECT n.nspname, count(*), array_agg(c.relname ORDER BY c.relname) FROM"
                            + " pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid AND"
                            + " c.relkind IN ('r', 'v') GROUP BY n.nspname HAVING count(*) > 1",
                    "WITH RECURSIVE r(i, j) AS (SELECT 1, 'a' UNION ALL SELECT i + 1, j || 'b' FROM r"
                            + " WHERE i < 5) SELECT * FROM r WHERE j LIKE 'a%' ORDER BY i DESC",
                    "SELECT (information_schema._pg_expandarray(i.indkey)).n, i.indkey[0],"
                            + " unnest('{1,2}'::int[]), coalesce(NULL, 'x') FROM pg_index i",
                    "SELECT row_number() OVER (PARTITION BY typtype ORDER BY oid), typname FROM pg_type"
                            + " WHERE oid < 30 AND NOT typname IN (SELECT 'text' UNION VALUES"
                            + " ('name')) OFFSET 2",
                    "SELECT u.x, u.ordinality, -u.ordinality % 3, array_to_string(ARRAY[1, 2], ',') FROM"
                            + " pg_am, unnest(string_to_array(amname, 'a')) WITH ORDINALITY AS u(x)"
                            + " WHERE amname IS DISTINCT FROM 'heap' AND EXISTS (SELECT 1 FROM"
                            + " pg_class WHERE relam = pg_am.oid)",
                    "SELECT table_name, substring(table_type from 1 for 4), 'pg_class'::regclass::oid"
                            + " FROM information_schema.tables JOIN information_schema.columns USING"
                            + " (table_schema, table_name) WHERE column_name = 'table_name'");

    @Test
    void aBrokenQueryIsRefusedInWords() {
        Seeds.run(SEEDS, (_, random) -> tried(random));
    }

    private static void tried(RandomGenerator random) {
        List<String> words = new ArrayList<>();
        GOOD.forEach(query -> words.addAll(words(query)));
        int answered = 0;
        int refused = 0;
        try (Telegraph telegraph = Telegraph.openInMemory(Map.of(), Map.of())) {
            for (String query : GOOD) {
                assertTrue(fails(telegraph, query) == null, () -> query);
            }
            for (int i = 0; i < QUERIES; i++) {
                String query = broken(words, random);
                TelegraphException failure = fails(telegraph, query);
                if (failure == null) {
                    answered++;
                } else {
                    refused++;
                    assertNotEquals(SqlState.BUG, failure.state(), query);
                }
            }
            assertEquals(0, telegraph.memoryUsed());
        }
        assertTrue(answered > QUERIES / 200, "answered=" + answered);
        assertTrue(refused > QUERIES / 4, "refused=" + refused);
    }

    private static TelegraphException fails(Telegraph telegraph, String query) {
        try (TransactionWork work =
                telegraph
                        .sandbox()
                        .store()
                        .work(
                                telegraph
                                        .sandbox()
                                        .store()
                                        .temporaries(() -> SearchPath.of(SearchPath.INITIAL)))) {
            SessionClient client = SessionClient.local("somebody");
            int[] looks = {0};
            CatalogSurroundings around =
                    new SessionCatalog(telegraph.sandbox(), telegraph.settings(), work, client)
                            .surroundings(
                                    work.view().snapshot(), query, () -> ++looks[0] > PATIENCE);
            Inquiry.of(Statements.query(query), around).rows();
            return null;
        } catch (TelegraphException e) {
            return e;
        } catch (RuntimeException e) {
            throw new AssertionError("query=" + query, e);
        }
    }

    private static List<String> words(String query) {
        return Lexer.cut(query).tokens().stream()
                .filter(token -> token.kind() != Token.Kind.END)
                .map(token -> query.substring(token.start(), token.end()))
                .toList();
    }

    private static String broken(List<String> others, RandomGenerator random) {
        List<String> query = new ArrayList<>(words(GOOD.get(random.nextInt(GOOD.size()))));
        for (int change = random.nextInt(3); change >= 0; change--) {
            int at = random.nextInt(query.size());
            switch (random.nextInt(4)) {
                case 0 -> query.remove(at);
                case 1 -> query.add(at, query.get(random.nextInt(query.size())));
                case 2 -> query.set(at, others.get(random.nextInt(others.size())));
                default -> {
                    String word = query.get(at);
                    int with = random.nextInt(query.size());
                    query.set(at, query.get(with));
                    query.set(with, word);
                }
            }
            if (query.isEmpty()) {
                return "";
            }
        }
        return String.join(" ", query);
    }
}
