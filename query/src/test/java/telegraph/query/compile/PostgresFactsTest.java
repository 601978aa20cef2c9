package telegraph.query.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.junit.jupiter.api.Test;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.Interval;
import telegraph.memory.MomentText;
import telegraph.memory.Type;
import telegraph.query.kernel.DecimalMath;
import telegraph.query.value.Texts;
import telegraph.query.value.ValueTexts;

/// Holds expressions against what PostgreSQL 15 answered to `SELECT (expression)::text`.
///
/// Each line of `postgresql-facts.tsv` is an expression, a tab, and the answer: its text, `\N` for
/// NULL, or `ERROR` and PostgreSQL's message, of which only the failing counts. Trailing zeros of
/// decimals do not count, since types here are derived by other rules.
final class PostgresFactsTest {
    private final Workbench bench = new Workbench(Map.of("n", Type.INTEGER));

    @Test
    void expressionsMeanWhatPostgresMeans() throws IOException {
        List<String> wrong = new ArrayList<>();
        int facts = 0;
        for (String line : lines()) {
            String[] parts = line.split("\t", -1);
            facts++;
            String actual = answer(parts[0]);
            if (!same(parts[1], actual)) {
                wrong.add(parts[0] + "  expected: " + parts[1] + "  got: " + actual);
            }
        }
        assertTrue(facts > 300, "facts read: " + facts);
        assertEquals("", String.join("\n", wrong));
    }

    private static List<String> lines() throws IOException {
        try (InputStream in = PostgresFactsTest.class.getResourceAsStream("postgresql-facts.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private String answer(String expression) {
        try {
            RexNode node = bench.parseOne(expression);
            Expression compiled = bench.compiler.expression(node, c -> new ColumnRef(0, c));
            Vector vector = compiled.evaluate(Workbench.rows(null), new int[] {0}, 1);
            return text(vector, node.getType());
        } catch (TelegraphException e) {
            return e.kind() == TelegraphException.Kind.INPUT
                    ? "ERROR " + e.getMessage()
                    : "FAILURE " + e;
        } catch (RuntimeException e) {
            return "FAILURE "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse("")
                    + " "
                    + e.getClass().getSimpleName();
        }
    }

    private static String text(Vector vector, RelDataType type) {
        if (vector.nulls[0]) {
            return "\\N";
        }
        if (SqlTypeUtil.isInterval(type)) {
            return Interval.ofCode(vector.highAt(0), vector.longs[0]).toString();
        }
        return switch (vector.type.kind()) {
            case BOOLEAN -> ValueTexts.of(vector.longs[0] != 0);
            case DOUBLE -> ValueTexts.of(vector.doubles[0]);
            case DECIMAL -> DecimalMath.big(vector, 0).toPlainString();
            case DATE -> MomentText.date(vector.longs[0]);
            case TIME -> MomentText.time(vector.longs[0]);
            case TIMESTAMP -> MomentText.timestamp(vector.longs[0]);
            case INSTANT -> MomentText.instant(vector.longs[0]);
            case TEXT -> Texts.string(vector, 0);
            case INTEGER, BIGINT -> Long.toString(vector.longs[0]);
        };
    }

    private static boolean same(String expected, String actual) {
        if (expected.startsWith("ERROR") || actual.startsWith("ERROR")) {
            return expected.startsWith("ERROR") && actual.startsWith("ERROR");
        }
        return expected.equals(actual) || sameNumber(expected, actual);
    }

    private static boolean sameNumber(String expected, String actual) {
        String number = "-?\\d+(\\.\\d+)?";
        return expected.matches(number)
                && actual.matches(number)
                && new BigDecimal(expected).compareTo(new BigDecimal(actual)) == 0;
    }
}
