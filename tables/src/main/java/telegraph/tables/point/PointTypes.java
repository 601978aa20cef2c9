package telegraph.tables.point;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import telegraph.language.ast.PointStatement;
import telegraph.language.ast.PointStatement.Operand;
import telegraph.language.ast.PointStatement.Pair;
import telegraph.tables.catalog.TableDefinition;

/// The types of the parameters of a statement about one row: those of the columns that they are
/// compared with, put in or added to.
public final class PointTypes {
    private PointTypes() {}

    /// For each parameter its type as PostgreSQL writes it, without length; "" if it is not told.
    ///
    /// @param statement bound to `table`
    public static List<String> of(PointStatement statement, TableDefinition table, int count) {
        List<String> types = new ArrayList<>(Collections.nCopies(count, ""));
        switch (statement) {
            case PointStatement.Find find -> pairs(find.where(), table, types);
            case PointStatement.Delete delete -> pairs(delete.where(), table, types);
            case PointStatement.Update update -> {
                pairs(update.assignments(), table, types);
                pairs(update.where(), table, types);
            }
            case PointStatement.Insert insert -> {
                for (int i = 0; i < insert.values().size(); i++) {
                    int column =
                            insert.columns().isEmpty() ? i : table.indexOf(insert.columns().get(i));
                    tell(insert.values().get(i), column, table, types);
                }
            }
        }
        return types;
    }

    private static void pairs(List<Pair> pairs, TableDefinition table, List<String> types) {
        pairs.forEach(pair -> tell(pair.operand(), table.indexOf(pair.column()), table, types));
    }

    private static void tell(
            Operand operand, int column, TableDefinition table, List<String> types) {
        switch (operand) {
            case Operand.Place place -> {
                if (types.get(place.parameter()).isEmpty()) {
                    types.set(
                            place.parameter(),
                            table.types().get(column).written().replaceFirst("\\(.*?\\)", ""));
                }
            }
            case Operand.Sum sum -> tell(sum.other(), column, table, types);
            case Operand.Literal _, Operand.Now _ -> {}
        }
    }
}
