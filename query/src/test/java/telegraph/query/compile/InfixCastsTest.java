package telegraph.query.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;
import org.junit.jupiter.api.Test;

final class InfixCastsTest {
    @Test
    void aCastBindsToTheOperandBeforeItAlone() throws SqlParseException {
        assertGroups("a = b::integer", "a = CAST(b AS integer)");
        assertGroups("a + b::integer * 2", "a + CAST(b AS integer) * 2");
        assertGroups("a * b::integer + 2", "a * CAST(b AS integer) + 2");
        assertGroups("a and b::boolean or c", "a and CAST(b AS boolean) or c");
        assertGroups("a::integer = b::integer", "CAST(a AS integer) = CAST(b AS integer)");
        assertGroups(
                "a || b::varchar || c::varchar", "a || CAST(b AS varchar) || CAST(c AS varchar)");
        assertGroups(
                "a between 1 and b + c::integer and d",
                "a between 1 and b + CAST(c AS integer) and d");
        assertGroups("a or b like c::varchar", "a or b like CAST(c AS varchar)");
        assertGroups("-a::integer", "-CAST(a AS integer)");
        assertGroups("not a::boolean", "not CAST(a AS boolean)");
        assertGroups("x = 1 and y = z::integer and w", "x = 1 and y = CAST(z AS integer) and w");
    }

    @Test
    void parenthesesKeepTheirContentsTogether() throws SqlParseException {
        assertGroups("(a = b)::integer", "CAST((a = b) AS integer)");
        assertGroups("(a + b)::integer * 2", "CAST((a + b) AS integer) * 2");
        assertGroups("(a)+(b)::integer", "a + CAST(b AS integer)");
        assertGroups("(a + ')')::integer", "CAST((a + ')') AS integer)");
        assertGroups("2 * (a + b)::integer", "2 * CAST((a + b) AS integer)");
        assertGroups("f(x)::integer + 1", "CAST(f(x) AS integer) + 1");
        assertGroups("a::integer::varchar", "CAST(CAST(a AS integer) AS varchar)");
    }

    @Test
    void theParenthesesOfACallBelongToNoOperand() throws SqlParseException {
        assertGroups("f(a || b::varchar)", "f(a || CAST(b AS varchar))");
        assertGroups("f(a::varchar || b::varchar)", "f(CAST(a AS varchar) || CAST(b AS varchar))");
        assertGroups(
                "f(a::varchar || b::varchar, (c || d)::varchar || e::varchar)",
                "f(CAST(a AS varchar) || CAST(b AS varchar),"
                        + " CAST((c || d) AS varchar) || CAST(e AS varchar))");
        assertGroups(
                "coalesce(a::double / b::double, 1)",
                "coalesce(CAST(a AS double) / CAST(b AS double), 1)");
        assertGroups("f((a + b)::integer)", "f(CAST((a + b) AS integer))");
        assertGroups(
                "a in (b::integer + c::integer)", "a in (CAST(b AS integer) + CAST(c AS integer))");
        assertGroups(
                "(a::varchar || b::varchar) = c::varchar",
                "(CAST(a AS varchar) || CAST(b AS varchar)) = CAST(c AS varchar)");
    }

    private static void assertGroups(String infix, String written) throws SqlParseException {
        SqlNode actual = parse(infix).accept(new InfixCasts("SELECT " + infix));
        assertEquals(shape(parse(written)), shape(actual), infix);
    }

    private static SqlNode parse(String expression) throws SqlParseException {
        return SqlParser.create(
                        "SELECT " + expression,
                        SqlParser.config().withParserFactory(SqlBabelParserImpl.FACTORY))
                .parseQuery();
    }

    /// The tree as nested calls, with both forms of cast written the same.
    private static String shape(SqlNode node) {
        if (node == null) {
            return "";
        }
        if (node instanceof org.apache.calcite.sql.SqlNodeList list) {
            return list.getList().stream().map(InfixCastsTest::shape).toList().toString();
        }
        if (node instanceof org.apache.calcite.sql.SqlCall call) {
            String name =
                    call.getKind() == org.apache.calcite.sql.SqlKind.CAST
                            ? "CAST"
                            : call.getOperator().getName();
            return name + call.getOperandList().stream().map(InfixCastsTest::shape).toList();
        }
        return node.toString();
    }
}
