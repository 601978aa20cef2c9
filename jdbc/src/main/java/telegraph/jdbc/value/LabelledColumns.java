package telegraph.jdbc.value;

import java.util.List;
import telegraph.sql.ResultColumn;

/// The columns of a result: their labels and types.
///
/// Columns count from 0.
///
/// Threads: any; immutable.
public final class LabelledColumns {
    private final String[] names;
    private final ColumnType[] types;
    private final boolean[] whole;

    private LabelledColumns(List<ResultColumn> columns) {
        this.names = columns.stream().map(ResultColumn::name).toArray(String[]::new);
        this.types =
                columns.stream()
                        .map(column -> ColumnType.of(column.type()))
                        .toArray(ColumnType[]::new);
        this.whole = new boolean[types.length];
        for (int c = 0; c < types.length; c++) {
            whole[c] = types[c].isWhole();
        }
    }

    public static LabelledColumns of(List<ResultColumn> columns) {
        return new LabelledColumns(columns);
    }

    public int size() {
        return types.length;
    }

    public String name(int column) {
        return names[column];
    }

    public ColumnType type(int column) {
        return types[column];
    }

    public boolean isWhole(int column) {
        return whole[column];
    }
}
