package telegraph.query.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.junit.jupiter.api.Test;

final class CalciteFunctionsTest {
    @Test
    void theListIsWhatCalcitesAnnotationsSay() {
        assertEquals(
                SqlLibraryOperatorTableFactory.INSTANCE
                        .getOperatorTable(SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL)
                        .getOperatorList(),
                CalciteFunctions.table().getOperatorList());
    }
}
