package telegraph.query.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import telegraph.memory.Type;

final class CompilerTest {
    private final Workbench bench = new Workbench(Map.of("n", Type.INTEGER));

    @Test
    void constantsHaveTheirValues() {
        assertEquals(3, bench.value("1 + 2"));
        assertEquals("abc", bench.value("'ab' || 'c'"));
        assertEquals(new BigDecimal("1.5"), bench.value("1.5"));
        assertEquals("É", bench.value("upper('é')"));
        assertEquals(12, bench.value("'12'::integer"));
    }
}
