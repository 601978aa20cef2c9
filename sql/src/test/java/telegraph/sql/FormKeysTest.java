package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

/// Which values forms are asked for: those that a query's conditions and joins leave, each once,
/// and nothing else, whatever the types of the two sides.
class FormKeysTest {
    @TempDir Path folder;
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private FaultServer web;
    private Telegraph telegraph;

    @BeforeEach
    void openTheWeb() {
        web = new FaultServer();
        web.on(
                "/form",
                request -> {
                    String key = request.parameter("key");
                    asked.add(key);
                    return Reply.json("[{\"name\":\"n" + key + "\"}]");
                });
        web.on(
                "/pair",
                request -> {
                    String pair = request.parameter("a") + "/" + request.parameter("b");
                    asked.add(pair);
                    return Reply.json("[{\"name\":\"" + pair + "\"}]");
                });
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
        form("form", "TEXT");
        run(
                """
                CREATE SOURCE pair (a TEXT REQUIRED, b INTEGER REQUIRED, name TEXT)
                WITH (connector = 'http', url = '%s?a={a}&b={b}', format = 'json')
                """
                        .formatted(web.url("/pair")));
    }

    private void form(String name, String type) {
        run(
                """
                CREATE SOURCE %s (key %s REQUIRED, name TEXT)
                WITH (connector = 'http', url = '%s?key={key}', format = 'json')
                """
                        .formatted(name, type, web.url("/form")));
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
        web.close();
        assertTrue(web.faults().isEmpty(), () -> "the test's own server failed: " + web.faults());
    }

    private Answer ask(String script) {
        try {
            return Answer.of(telegraph, script);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void run(String script) {
        assertNull(ask(script).error(), () -> ask(script).error());
    }

    private List<String> rows(String query) {
        asked.clear();
        Answer answer = ask(query);
        assertNull(answer.error(), () -> query + ": " + answer.error());
        return answer.rows().subList(1, answer.rows().size()).stream().sorted().toList();
    }

    private void gives(String query, String rows, String keys) {
        assertEquals(list(rows), rows(query), query);
        assertEquals(list(keys), asked.stream().sorted().toList(), query);
    }

    private static List<String> list(String words) {
        return words.isEmpty() ? List.of() : List.of(words.split(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "key IN ('a', 'b')",
                "key = 'a' OR key = 'b'",
                "key IN ('a', 'b', 'a')",
                "key IN ('a', NULL, 'b')",
                "key = 'a' OR 'b' = key OR key = 'a'",
                "(key = 'a' OR key = 'b') AND (key = 'b' OR key = 'a' OR key = 'c')",
                "key IN ('a', 'b', 'c') AND key <> 'c'",
                "(key = 'a' AND name = 'na') OR (key = 'b' AND name LIKE 'n%')",
                "key = 'a' OR (key IN ('b', 'c') AND key < 'c')",
                "(key = 'a' OR key = 'b') AND (name = 'na' OR name = 'nb')",
                "key = ANY (ARRAY['a', 'b'])",
            })
    void aFormIsAskedForEachValueOfAList(String condition) {
        assertEquals(List.of("a,na", "b,nb"), rows("SELECT * FROM form WHERE " + condition));
        askedForEachOnce(condition);
        assertEquals(List.of("a", "b"), rows("SELECT key FROM form WHERE " + condition));
        askedForEachOnce(condition);
        assertEquals(List.of("2"), rows("SELECT count(*) FROM form WHERE " + condition));
        askedForEachOnce(condition);
    }

    /// Some conditions name a third value, which another part of them excludes.
    private void askedForEachOnce(String condition) {
        List<String> sorted = asked.stream().sorted().toList();
        assertTrue(
                sorted.equals(List.of("a", "b")) || sorted.equals(List.of("a", "b", "c")),
                () -> condition + " asked " + sorted);
    }

    @Test
    void aListMayBeLong() {
        String list =
                IntStream.range(0, 1500)
                        .mapToObj(i -> "'k" + i + "'")
                        .collect(Collectors.joining(","));
        assertEquals(1500, rows("SELECT * FROM form WHERE key IN (" + list + ")").size());
        assertEquals(1500, asked.size());
        assertEquals(1500, new TreeSet<>(asked).size());
        String either =
                IntStream.range(0, 300)
                        .mapToObj(i -> "key = 'k" + i + "'")
                        .collect(Collectors.joining(" OR "));
        assertEquals(300, rows("SELECT * FROM form WHERE " + either).size());
        assertEquals(300, asked.size());
    }

    @Test
    void viewsAndUnionsAskToo() {
        run("CREATE VIEW v AS SELECT * FROM form WHERE key <> 'z'");
        gives("SELECT * FROM v WHERE key IN ('a', 'b', 'z')", "a,na b,nb", "a b");
        gives("SELECT * FROM v WHERE key = 'a' OR key = 'b'", "a,na b,nb", "a b");
        gives("SELECT * FROM v WHERE key = 'a'", "a,na", "a");
        gives("SELECT * FROM v WHERE key = 'z'", "", "");
        run("CREATE VIEW w AS SELECT key AS k, upper(name) AS n FROM form");
        gives("SELECT * FROM w WHERE k IN ('a', 'b')", "a,NA b,NB", "a b");
        gives(
                "SELECT * FROM form WHERE key IN ('a', 'b') UNION ALL SELECT * FROM form WHERE key ="
                        + " 'c' OR key = 'd'",
                "a,na b,nb c,nc d,nd",
                "a b c d");
    }

    @Test
    void listsOfSeveralFieldsMultiply() {
        gives(
                "SELECT * FROM pair WHERE a IN ('x', 'y') AND b IN (1, 2, 1)",
                "x,1,x/1 x,2,x/2 y,1,y/1 y,2,y/2",
                "x/1 x/2 y/1 y/2");
        gives(
                "SELECT * FROM pair WHERE (a = 'x' OR a = 'y') AND (b = 1 OR b = 2)",
                "x,1,x/1 x,2,x/2 y,1,y/1 y,2,y/2",
                "x/1 x/2 y/1 y/2");
        assertEquals(
                List.of("x,1,x/1", "y,2,y/2"),
                rows("SELECT * FROM pair WHERE (a = 'x' AND b = 1) OR (a = 'y' AND b = 2)"));
        gives(
                "SELECT * FROM (VALUES ('x'), ('y')) t(k) JOIN pair p ON p.a = t.k WHERE p.b IN (1,"
                        + " 2)",
                "x,x,1,x/1 x,x,2,x/2 y,y,1,y/1 y,y,2,y/2",
                "x/1 x/2 y/1 y/2");
    }

    @Test
    void listsStandInJoins() {
        run(
                "CREATE TABLE t (k TEXT PRIMARY KEY, v INTEGER); INSERT INTO t VALUES ('a', 1), ('b', 2)");
        gives(
                "SELECT * FROM t JOIN form f ON f.key = t.k WHERE f.key IN ('a', 'b', 'c')",
                "a,1,a,na b,2,b,nb",
                "a b c");
        gives(
                "SELECT * FROM t LEFT JOIN form f ON f.key IN ('a', 'b') AND f.key = t.k",
                "a,1,a,na b,2,b,nb",
                "a b");
        gives(
                "SELECT * FROM t JOIN form f ON f.key = t.k WHERE t.k = 'a' OR t.k = 'q'",
                "a,1,a,na",
                "a q");
        gives(
                "SELECT * FROM t WHERE k IN (SELECT key FROM form WHERE key IN ('a', 'x'))",
                "a,1",
                "a x");
        gives("SELECT * FROM form f WHERE f.key IN (SELECT k FROM t)", "a,na b,nb", "a b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "key = 'a' OR name = 'nb'",
                "key IN ('a', 'b') OR name = 'nc'",
                "key = 'a' OR key <> 'b'",
                "key = 'a' OR key IS NULL",
                "key = 'a' OR length(key) = 1",
                "key NOT IN ('a', 'b')",
                "key BETWEEN 'a' AND 'b'",
                "(key = 'a') IS NOT TRUE",
                "key = 'a' OR key = name",
            })
    void aListThatLeavesOtherValuesIsNone(String condition) {
        asked.clear();
        String error = ask("SELECT * FROM form WHERE " + condition).error();
        assertTrue(
                error != null && error.contains("source \"form\" needs key"),
                condition + ": " + error);
        assertEquals(List.of(), asked);
    }

    @Test
    void whatNoKeyCanBeIsNotAskedFor() {
        form("numbers", "INTEGER");
        gives("SELECT * FROM numbers WHERE key = 3000000000", "", "");
        gives("SELECT * FROM numbers WHERE key IN (1, 3000000000)", "1,n1", "1");
        gives("SELECT * FROM numbers WHERE key = 1.5", "", "");
        gives("SELECT * FROM numbers WHERE key IN (1.0, 2.5)", "1,n1", "1");
        gives("SELECT * FROM numbers WHERE key = -2147483649 OR key = 7", "7,n7", "7");
        gives("SELECT * FROM form WHERE key = NULL", "", "");
        form("reals", "DOUBLE PRECISION");
        assertEquals(List.of("1"), rows("SELECT count(*) FROM reals WHERE key IN (0e0, -0e0)"));
        assertEquals(1, asked.size());
        gives("SELECT * FROM form WHERE key IN ('a') AND key IN ('b')", "", "");
        gives("SELECT * FROM pair WHERE a = 'x' AND b = 3000000000", "", "");
        gives(
                "SELECT * FROM (VALUES ('x')) t(k) JOIN pair p ON p.a = t.k WHERE p.b = 3000000000",
                "",
                "");
    }

    @ParameterizedTest
    @CsvSource({
        "SMALLINT, SMALLINT",
        "SMALLINT, INTEGER",
        "SMALLINT, BIGINT",
        "SMALLINT, 'DECIMAL(12,2)'",
        "SMALLINT, 'DECIMAL(30,4)'",
        "INTEGER, SMALLINT",
        "INTEGER, INTEGER",
        "INTEGER, BIGINT",
        "INTEGER, 'DECIMAL(12,2)'",
        "INTEGER, 'DECIMAL(30,4)'",
        "BIGINT, SMALLINT",
        "BIGINT, INTEGER",
        "BIGINT, BIGINT",
        "BIGINT, 'DECIMAL(12,2)'",
        "BIGINT, 'DECIMAL(30,4)'",
        "'DECIMAL(5,1)', SMALLINT",
        "'DECIMAL(5,1)', INTEGER",
        "'DECIMAL(5,1)', BIGINT",
        "'DECIMAL(5,1)', 'DECIMAL(12,2)'",
        "'DECIMAL(5,1)', 'DECIMAL(30,4)'",
        "'DECIMAL(20,0)', BIGINT",
        "'DECIMAL(20,0)', 'DECIMAL(30,4)'",
        "'DECIMAL(38,0)', BIGINT",
        "'DECIMAL(38,20)', BIGINT",
        "INTEGER, DOUBLE PRECISION",
        "DOUBLE PRECISION, INTEGER",
        "DOUBLE PRECISION, BIGINT",
    })
    void exactNumbersOfAllTypesMeet(String form, String key) {
        form("numbers", form);
        run("CREATE TABLE t (k " + key + ", n INTEGER)");
        List<String> values = new ArrayList<>(List.of("1", "-7", "30000", "NULL", "1"));
        if (!key.equals("SMALLINT")) {
            values.addAll(List.of("70000", "2147483647", "-2147483648"));
        }
        if (key.equals("BIGINT") || key.startsWith("D")) {
            // Wrapped around at 32 bits these would be 1 and 30000; at 16 bits, -7 and so on.
            values.addAll(List.of("4294967297", "4294997296", "2147483648", "-2147483649"));
        }
        if (key.startsWith("D")) {
            values.addAll(List.of("1.5", "-6.9", "29999.95"));
        }
        for (int i = 0; i < values.size(); i++) {
            run("INSERT INTO t VALUES (" + values.get(i) + ", " + i + ")");
        }
        // What the form can be asked for is told by the key's own range; a copy of its rows tells
        // which pairs are equal.
        for (String query :
                List.of(
                        "SELECT t.n, f.name IS NOT NULL FROM t JOIN numbers f ON f.key = t.k",
                        "SELECT t.n, f.name IS NOT NULL FROM t JOIN numbers f ON t.k = f.key",
                        "SELECT t.n, f.name IS NOT NULL FROM t LEFT JOIN numbers f ON f.key = t.k"
                                + " WHERE f.name IS NOT NULL",
                        "SELECT t.n, TRUE FROM t WHERE EXISTS (SELECT 1 FROM numbers f WHERE f.key ="
                                + " t.k)",
                        "SELECT t.n, TRUE FROM t WHERE t.k IN (SELECT key FROM numbers)",
                        "SELECT t.n, f.name IS NOT NULL FROM t JOIN (SELECT key, max(name) AS name"
                                + " FROM numbers GROUP BY key) f ON f.key = t.k",
                        "SELECT t.n, f.m IS NOT NULL FROM t JOIN (SELECT key AS m, name FROM"
                                + " numbers) f ON f.m = t.k WHERE t.n >= 0")) {
            List<String> expected = expected(values, form);
            assertEquals(expected, rows(query), () -> form + " by " + key + ": " + query);
            assertEquals(
                    expected.stream().map(row -> values.get(index(row))).distinct().count(),
                    asked.size(),
                    () -> form + " by " + key + " asked " + asked + ": " + query);
        }
    }

    private static int index(String row) {
        return Integer.parseInt(row.substring(0, row.indexOf(',')));
    }

    /// The places of the values that a column of the type can hold as they are.
    private static List<String> expected(List<String> values, String type) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (!values.get(i).equals("NULL")
                    && holds(type, new java.math.BigDecimal(values.get(i)))) {
                rows.add(i + ",true");
            }
        }
        return rows.stream().sorted().toList();
    }

    private static boolean holds(String type, java.math.BigDecimal value) {
        long bits =
                switch (type) {
                    case "SMALLINT", "INTEGER" -> 32;
                    case "BIGINT" -> 64;
                    default -> 0;
                };
        if (bits > 0) {
            return value.stripTrailingZeros().scale() <= 0
                    && value.toBigInteger().bitLength() < bits;
        }
        if (!type.startsWith("DECIMAL")) {
            return true;
        }
        String[] digits = type.substring(8, type.length() - 1).split(",");
        int scale = Integer.parseInt(digits[1]);
        return value.stripTrailingZeros().scale() <= scale
                && value.abs()
                                .compareTo(
                                        java.math.BigDecimal.TEN.pow(
                                                Integer.parseInt(digits[0]) - scale))
                        < 0;
    }

    @Test
    void aFileWhoseKeysGrowStillFindsItsForm() throws Exception {
        form("numbers", "INTEGER");
        java.nio.file.Files.writeString(folder.resolve("small.csv"), "k\n1\n2\n");
        java.nio.file.Files.writeString(folder.resolve("large.csv"), "k\n1\n2\n4294967297\n");
        String query = "SELECT c.k, f.name FROM '%s' c JOIN numbers f ON f.key = c.k";
        gives(query.formatted("small.csv"), "1,n1 2,n2", "1 2");
        gives(query.formatted("large.csv"), "1,n1 2,n2", "1 2");
        gives(
                "SELECT * FROM 'large.csv' c LEFT JOIN numbers f ON f.key = c.k",
                "1,1,n1 2,2,n2 4294967297,,",
                "1 2");
        gives(
                "SELECT * FROM numbers f RIGHT JOIN 'large.csv' c ON c.k = f.key",
                ",,4294967297 1,n1,1 2,n2,2",
                "1 2");
    }

    @Test
    void twoFormsOfDifferentTypesBindEachOther() {
        form("numbers", "INTEGER");
        form("longs", "BIGINT");
        gives(
                "SELECT * FROM numbers n JOIN longs l ON n.key = l.key WHERE l.key IN (1,"
                        + " 4294967297)",
                "1,n1,1,n1",
                "1 1 4294967297");
        gives(
                "SELECT * FROM numbers n JOIN longs l ON n.key = l.key WHERE n.key IN (1, 2)",
                "1,n1,1,n1 2,n2,2,n2",
                "1 1 2 2");
    }

    @ParameterizedTest
    @CsvSource({
        "BIGINT, DOUBLE PRECISION",
        "'DECIMAL(12,2)', DOUBLE PRECISION",
        "INTEGER, VARCHAR",
        "VARCHAR, INTEGER",
        "DATE, TIMESTAMP",
    })
    void typesThatCannotBeAskedForEachOtherAreNamed(String form, String key) {
        form("others", form);
        run("CREATE TABLE t (k " + key + ", n INTEGER)");
        asked.clear();
        String error = ask("SELECT * FROM t JOIN others f ON f.key = t.k").error();
        assertTrue(error != null, "refused");
        String left = form.startsWith("DECIMAL") ? "DECIMAL" : form;
        assertTrue(
                error.toUpperCase().contains(left) && error.toUpperCase().contains(key),
                () -> form + " by " + key + ": " + error);
        assertEquals(List.of(), asked);
    }
}
