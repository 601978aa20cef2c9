package telegraph.tables.point;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.language.ast.PointStatement.Pair;
import telegraph.store.Bytes;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.row.KeyCodec;
import telegraph.tables.row.StoredTable;

/// Makes the primary key of the row that `WHERE a = … AND b = …` is about.
///
/// Threads: any; immutable.
final class KeyMaker {
    private final KeyCodec codec;
    private final Given[] parts;

    private KeyMaker(KeyCodec codec, Given[] parts) {
        this.codec = codec;
        this.parts = parts;
    }

    /// Empty if the columns are not those of the primary key, each once.
    static Optional<KeyMaker> of(StoredTable table, List<Pair> where) {
        int[] columns = table.keyColumns();
        if (columns.length == 0 || where.size() != columns.length) {
            return Optional.empty();
        }
        List<StoredColumn> all = table.definition().columns();
        List<Given> parts = new ArrayList<>();
        for (int column : columns) {
            StoredColumn part = all.get(column);
            where.stream()
                    .filter(pair -> pair.column().equalsIgnoreCase(part.name()))
                    .findFirst()
                    .ifPresent(pair -> parts.add(Given.of(pair.operand(), part.type())));
        }
        return parts.size() == columns.length
                ? Optional.of(new KeyMaker(table.key(), parts.toArray(Given[]::new)))
                : Optional.empty();
    }

    /// Whether the comparisons need no planner.
    boolean takes(PointValues values) {
        for (Given part : parts) {
            if (!part.isKey(values)) {
                return false;
            }
        }
        return true;
    }

    /// Makes `to` the key; false if no row has such a key.
    boolean make(Bytes to, PointValues values) {
        to.clear();
        for (int i = 0; i < parts.length; i++) {
            if (!append(to, i, values)) {
                return false;
            }
        }
        return true;
    }

    private boolean append(Bytes to, int part, PointValues values) {
        Given given = parts[part];
        return given.isWhole(values) && given.isInteger()
                ? codec.appendNumber(to, part, given.whole(values))
                : codec.append(to, part, given.value(values));
    }
}
