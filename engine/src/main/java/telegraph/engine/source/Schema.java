package telegraph.engine.source;

import java.util.List;
import telegraph.engine.Column;
import telegraph.memory.Type;

/// The columns of a source, in order.
public record Schema(List<Column> columns) {
    public Schema {
        columns = List.copyOf(columns);
    }

    public int size() {
        return columns.size();
    }

    public Column column(int index) {
        return columns.get(index);
    }

    /// The index of the column of that name, whatever its case, or -1.
    public int indexOf(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    /// The types of the columns at these indices.
    public List<Type> types(int[] indices) {
        return java.util.Arrays.stream(indices).mapToObj(i -> columns.get(i).type()).toList();
    }
}
