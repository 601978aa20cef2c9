package telegraph.query.run;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;
import telegraph.query.value.Types;
import telegraph.query.value.ValueFailures;
import telegraph.query.value.Values;

/// How the rows of a node lie in batches, and what they are in the enumerable runtime: arrays of
/// internal values, or bare values if there is one column.
///
/// Threads: any.
///
/// @param columns the types of the columns in the plan
/// @param types the types they have in batches
record RowForm(List<RelDataType> columns, List<Type> types) {
    RowForm {
        columns = List.copyOf(columns);
        types = List.copyOf(types);
    }

    /// The form of the rows of a node, all of whose columns batches can hold.
    static RowForm of(RelNode node) {
        List<RelDataType> columns =
                node.getRowType().getFieldList().stream().map(RelDataTypeField::getType).toList();
        return new RowForm(
                columns, columns.stream().map(c -> Types.physical(c).orElseThrow()).toList());
    }

    /// Whether batches can hold all columns of a node's rows.
    static boolean isStorable(RelNode node) {
        return node.getRowType().getFieldList().stream()
                .allMatch(field -> Types.physical(field.getType()).isPresent());
    }

    /// The rows of a batch as arrays of internal values, for generated code.
    ///
    /// @throws telegraph.ground.TelegraphException if one is NaN of type numeric
    List<Object[]> internal(Batch batch) {
        return rows(batch, false);
    }

    /// The same for a result, which takes NaN of type numeric too ([Values#toShown]).
    List<Object[]> shown(Batch batch) {
        return rows(batch, true);
    }

    private List<Object[]> rows(Batch batch, boolean shown) {
        int width = columns.size();
        List<Object[]> rows = new ArrayList<>(batch.rows());
        for (int r = 0; r < batch.rows(); r++) {
            Object[] row = new Object[width];
            for (int c = 0; c < width; c++) {
                row[c] =
                        shown
                                ? Values.toShown(batch, c, r, columns.get(c))
                                : Values.toInternal(batch, c, r, columns.get(c));
            }
            rows.add(row);
        }
        return rows;
    }

    /// Demands that generated code can read rows for a result.
    ///
    /// @throws telegraph.ground.TelegraphException if one is NaN of type numeric
    void demandInternal(List<Object[]> shown) {
        for (Object[] row : shown) {
            for (int c = 0; c < columns.size(); c++) {
                if (Values.isNaN(row[c], columns.get(c))) {
                    throw ValueFailures.noNaN("what is computed above a part of a query");
                }
            }
        }
    }

    /// Adds a row of internal values.
    void append(Object[] row, BatchBuilder to) {
        for (int c = 0; c < row.length; c++) {
            Values.fromInternal(to, c, row[c], columns.get(c));
        }
        to.endRow();
    }

    /// Rows as generated code wants them: those of one column as bare values.
    static Enumerable<?> bare(Enumerable<Object[]> rows, int width) {
        return width == 1 ? rows.select(row -> row[0]) : rows;
    }

    /// A row as an array, whichever shape generated code gave it.
    static Object[] row(Object element) {
        return element instanceof Object[] row ? row : new Object[] {element};
    }
}
