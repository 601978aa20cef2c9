package telegraph.language.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;

/// What PostgreSQL 15 takes for a syntax error is one here, and nothing else is, but for what is
/// listed with a reason.
///
/// The verdicts of PostgreSQL stand before the statements in `postgresql-syntax.txt`: `wrong` if it
/// answered with SQLSTATE 42601, `right` if it did anything else, be it another error. They are
/// made anew by sending each line to a server with `psql -c`, where `\n` stands for the end of a
/// line.
class PostgresqlSyntaxTest {
    /// Statements that PostgreSQL refuses and that are read here.
    private static final Map<String, String> READ =
            Map.ofEntries(
                    Map.entry(
                            "a word that is reserved in PostgreSQL only begins no clause here",
                            """
                            SELECT check FROM t
                            SELECT column FROM t
                            SELECT constraint FROM t
                            SELECT do FROM t
                            SELECT foreign FROM t
                            SELECT primary FROM t
                            SELECT references FROM t
                            SELECT to FROM t
                            SELECT variadic FROM t
                            SELECT only FROM t
                            SELECT a FROM only
                            SELECT a FROM check
                            SELECT a FROM t check
                            """),
                    Map.entry(
                            "after AS every word is a name, and without it all that cannot go on",
                            """
                            SELECT a FROM t AS left
                            SELECT a FROM t AS order
                            SELECT a year FROM t
                            SELECT a array FROM t
                            SELECT a to FROM t
                            SELECT a grant FROM t
                            SELECT sum(a) OVER (ROWS) FROM t
                            SELECT sum(a) OVER (rows ORDER BY a) FROM t
                            """),
                    Map.entry(
                            "Telegraph's own, or that of later PostgreSQL or the standard",
                            """
                            SELECT a FROM t QUALIFY row_number() OVER (ORDER BY a) = 1
                            SELECT a FROM 't'
                            SELECT ?
                            SELECT 1_000
                            SELECT a FROM (SELECT 1 AS a)
                            SELECT first_value(a) IGNORE NULLS OVER (ORDER BY a) FROM t
                            SELECT interval 1 day
                            SELECT interval -'1' day
                            SELECT f(SELECT 1) FROM t
                            """),
                    Map.entry(
                            "no syntax, but said where the query is planned or the row is made",
                            """
                            SELECT 1 UNION TABLE t
                            VALUES (DEFAULT)
                            SELECT (SELECT 1, 2)
                            SELECT (TABLE t)
                            SELECT a FROM VALUES (1)
                            SELECT t.*.a FROM t
                            SELECT ANY (ARRAY[1]) FROM t
                            SELECT a OVERLAPS b FROM t
                            SELECT a::interval month to year FROM t
                            SELECT ARRAY[[1], 2]
                            SELECT f(VARIADIC ARRAY[1], 1) FROM t
                            SELECT position('a', b) FROM t
                            SELECT position('a') FROM t
                            SELECT current_date()
                            SELECT current_timestamp()
                            SELECT current_user()
                            SELECT user()
                            SELECT coalesce() FROM t
                            SELECT nullif(a) FROM t
                            SELECT least()
                            SELECT a FROM t INTO x1
                            SELECT a FROM (t) u
                            """),
                    Map.entry(
                            "a form that can mean one thing only",
                            """
                            SELECT a FROM (t)
                            SELECT a FROM LATERAL t
                            SELECT a FROM LATERAL (t JOIN u ON true)
                            SELECT a FROM t OFFSET 1 + 1 ROWS
                            SELECT a FROM t LIMIT 1 FOR UPDATE SKIP LOCKED OFFSET 2
                            ((SELECT 1) LIMIT 1) LIMIT 2
                            SELECT ARRAY[1][1]
                            SELECT f(1)[1] FROM t
                            SELECT f(1).a FROM t
                            SELECT a::int[a] FROM t
                            SELECT 'a' /* c */\\n'b'
                            SELECT 'a'\\nE'b'
                            SELECT U&'d!0061' UESCAPE 'a'
                            """));

    /// Statements that PostgreSQL reads and that are refused here as if they were no SQL.
    private static final Map<String, String> REFUSED =
            Map.ofEntries(
                    Map.entry(
                            "a comparison with NOT or IS in it has parentheses",
                            """
                            SELECT a = NOT b FROM t
                            SELECT a IS NULL = true FROM t
                            SELECT a BETWEEN 1 = 1 AND 2 FROM t
                            SELECT a BETWEEN 1 AND NOT true FROM t
                            """),
                    Map.entry(
                            "a word that may go on an expression is no name after one",
                            """
                            SELECT a IS FROM t
                            SELECT b LIKE FROM t
                            SELECT a AND FROM t
                            """),
                    Map.entry(
                            "not supported, and not known by name",
                            """
                            SELECT a FROM t FETCH FIRST -1 ROWS ONLY
                            SELECT a FROM t FOR READ ONLY
                            SELECT a FROM user
                            SELECT a FROM current_date AS a
                            TABLE ONLY t
                            SELECT b IS DOCUMENT FROM t
                            SELECT b IS NORMALIZED FROM t
                            SELECT b IS NFC NORMALIZED FROM t
                            SELECT varchar(3) 'abc'
                            SELECT numeric(3, 1) '1.5'
                            SELECT interval(3) '1 day'
                            SELECT substring(b FOR 2 FROM 1) FROM t
                            SELECT substring(b SIMILAR 'a' ESCAPE '#') FROM t
                            """),
                    Map.entry(
                            "a place for no parameter",
                            """
                            SELECT $0
                            """),
                    Map.entry(
                            "PostgreSQL's own error has another code",
                            """
                            UPDATE t SET t.a = 1
                            """));

    private static Set<String> listed(Map<String, String> reasons) {
        Set<String> statements = new TreeSet<>();
        reasons.values().forEach(text -> text.lines().forEach(statements::add));
        return statements;
    }

    private static boolean isRefused(String statement) {
        try {
            Statements.parse(statement);
            return false;
        } catch (TelegraphException e) {
            return e.state() == SqlState.SYNTAX_ERROR;
        }
    }

    @Test
    void syntaxErrorsAreThoseOfPostgresqlButForWhatIsListed() throws IOException {
        Set<String> read = new TreeSet<>();
        Set<String> refused = new TreeSet<>();
        List<String> lines = verdicts();
        for (String line : lines) {
            boolean wrong = line.startsWith("wrong ");
            assertTrue(wrong || line.startsWith("right "), line);
            String statement = line.substring("wrong ".length());
            if (isRefused(statement.replace("\\n", "\n")) != wrong) {
                (wrong ? read : refused).add(statement);
            }
        }
        assertEquals(join(listed(READ)), join(read));
        assertEquals(join(listed(REFUSED)), join(refused));
        assertTrue(lines.size() > 700, () -> "statements: " + lines.size());
        assertEquals(lines.size(), new HashSet<>(lines).size());
    }

    private static String join(Set<String> statements) {
        return String.join("\n", statements);
    }

    private static List<String> verdicts() throws IOException {
        try (InputStream in =
                PostgresqlSyntaxTest.class.getResourceAsStream("postgresql-syntax.txt")) {
            byte[] bytes = Objects.requireNonNull(in).readAllBytes();
            return new ArrayList<>(new String(bytes, StandardCharsets.UTF_8).lines().toList());
        }
    }
}
