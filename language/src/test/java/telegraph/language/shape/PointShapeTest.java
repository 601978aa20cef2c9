package telegraph.language.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.language.Statements;
import telegraph.language.ast.PointStatement;
import telegraph.language.ast.PointStatement.Item;
import telegraph.language.ast.PointStatement.Operand;
import telegraph.language.ast.PointStatement.Pair;
import telegraph.language.ast.TableName;

/// Which statements are about one row by its key, and what they say of it.
class PointShapeTest {
    private static final TableName FOO = TableName.of("foo");

    @Test
    void aSelectByKeysIsRead() {
        assertEquals(
                Optional.of(
                        new PointStatement.Find(
                                FOO,
                                List.of(new Item("a", "a"), new Item("b", "x"), new Item("c", "y")),
                                List.of(
                                        new Pair("k", new Operand.Place(0)),
                                        new Pair("l", new Operand.Literal(-7))))),
                Statements.point(
                        "SELECT A, f.b AS x, c y FROM Foo f WHERE f.k = ? AND l = -7; -- done"));
    }

    @Test
    void aStarIsAllColumns() {
        assertEquals(
                Optional.of(
                        new PointStatement.Find(
                                new TableName("s", "Foo"),
                                List.of(),
                                List.of(new Pair("a", new Operand.Place(1))))),
                Statements.point("select * from s.\"Foo\" where a = $2"));
    }

    @Test
    void anUpdateMayCountUp() {
        assertEquals(
                Optional.of(
                        new PointStatement.Update(
                                FOO,
                                List.of(
                                        new Pair("a", new Operand.Place(0)),
                                        new Pair(
                                                "b",
                                                new Operand.Sum("b", true, new Operand.Place(1)))),
                                List.of(new Pair("k", new Operand.Place(2))))),
                Statements.point("UPDATE foo SET a = ?, b = b - ? WHERE k = ?"));
    }

    @Test
    void severalColumnsMayBeAssignedAtOnce() {
        assertEquals(
                Optional.of(
                        new PointStatement.Update(
                                FOO,
                                List.of(
                                        new Pair("a", new Operand.Place(0)),
                                        new Pair("b", new Operand.Place(1))),
                                List.of(new Pair("k", new Operand.Place(2))))),
                Statements.point("UPDATE foo SET (a, b) = (?, ?) WHERE k = ?"));
    }

    @Test
    void aDeleteAndAnInsertAreRead() {
        assertEquals(
                Optional.of(
                        new PointStatement.Delete(
                                FOO, List.of(new Pair("k", new Operand.Literal("x'y"))))),
                Statements.point("DELETE FROM foo WHERE k = 'x''y'"));
        assertEquals(
                Optional.of(
                        new PointStatement.Insert(
                                FOO,
                                List.of("a", "b", "c"),
                                List.of(
                                        new Operand.Place(0),
                                        new Operand.Literal(new BigDecimal("1.50")),
                                        new Operand.Literal(null)))),
                Statements.point("INSERT INTO foo (a, B, c) VALUES (?, 1.50, NULL)"));
    }

    @Test
    void theMomentMayBeGiven() {
        assertEquals(
                Optional.of(
                        new PointStatement.Insert(
                                FOO, List.of(), List.of(new Operand.Now(), new Operand.Now()))),
                Statements.point("INSERT INTO foo VALUES (now(), CURRENT_TIMESTAMP)"));
        assertEquals(
                Optional.of(
                        new PointStatement.Update(
                                FOO,
                                List.of(
                                        new Pair("a", new Operand.Now()),
                                        new Pair(
                                                "b",
                                                new Operand.Sum(
                                                        "now", false, new Operand.Literal(1)))),
                                List.of(new Pair("k", new Operand.Place(0))))),
                Statements.point("UPDATE foo SET a = NOW(), b = now + 1 WHERE k = ?"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "INSERT INTO foo VALUES (now)",
                "INSERT INTO foo VALUES (-now())",
                "INSERT INTO foo VALUES (now(3))",
                "UPDATE foo SET a = now() + 1 WHERE k = ?",
                "UPDATE foo SET a = b + now",
                "SELECT",
                "SELECT 1",
                "SELECT a",
                "SELECT a FROM foo",
                "SELECT a + 1 FROM foo WHERE k = ?",
                "SELECT DISTINCT a FROM foo WHERE k = ?",
                "SELECT COUNT(*) FROM foo WHERE k = ?",
                "SELECT CURRENT_DATE FROM foo WHERE k = ?",
                "SELECT a FROM foo, bar WHERE k = ?",
                "SELECT a FROM foo JOIN bar ON x = y WHERE k = ?",
                "SELECT a FROM 'foo.csv' WHERE k = ?",
                "SELECT a FROM foo WHERE k > ?",
                "SELECT a FROM foo WHERE k = ? OR l = ?",
                "SELECT a FROM foo WHERE k = ? + 1",
                "SELECT a FROM foo WHERE k = ?::integer",
                "SELECT a FROM foo WHERE k = l",
                "SELECT a FROM foo WHERE bar.k = 1",
                "SELECT a FROM foo WHERE k = ? FOR UPDATE",
                "SELECT a FROM foo WHERE k = ? ORDER BY a",
                "SELECT a FROM foo WHERE k = ? LIMIT 1",
                "SELECT ONLINE a FROM foo WHERE k = ?",
                "SELECT a FROM foo WHERE k = DATE '2024-01-01'",
                "SELECT * , a FROM foo WHERE k = ?",
                "UPDATE foo SET a = b WHERE k = ?",
                "UPDATE foo SET a = DEFAULT WHERE k = ?",
                "UPDATE foo SET a = ?",
                "UPDATE foo SET a = ? WHERE k = ? RETURNING a",
                "DELETE FROM foo",
                "DELETE FROM foo USING bar WHERE k = ?",
                "INSERT INTO foo VALUES (?), (?)",
                "INSERT INTO foo VALUES (DEFAULT)",
                "INSERT INTO foo VALUES (1 + 1)",
                "INSERT INTO foo DEFAULT VALUES",
                "INSERT INTO foo SELECT 1",
                "INSERT INTO foo VALUES (?) ON CONFLICT DO NOTHING",
                "INSERT INTO foo VALUES (?",
                "SELECT a FROM foo WHERE k = 'unfinished"
            })
    void anythingElseIsNot(String statement) {
        assertEquals(Optional.empty(), Statements.point(statement));
    }
}
