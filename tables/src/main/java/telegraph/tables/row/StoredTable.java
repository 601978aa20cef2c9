package telegraph.tables.row;

import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import telegraph.engine.Column;
import telegraph.engine.source.Schema;
import telegraph.language.ast.SqlType;
import telegraph.store.Bytes;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;

/// A table as the store keeps it: which bytes its rows are, and in which containers.
///
/// | container   | key                                       | value          |
/// |-------------|-------------------------------------------|----------------|
/// | the table's | the primary key, or a hidden growing number | all columns  |
/// | an index's  | see [StoredIndex]                         |                |
///
/// Here a row is an array with a value for each column of the definition, in its order, in the
/// classes of `Batch.valueAt`; NULL is null.
///
/// Threads: any; it never changes, but for what is kept of expressions. Another definition makes
/// another one.
public final class StoredTable {
    private static final SqlType HIDDEN = SqlType.of(SqlType.Name.BIGINT);

    private final TableDefinition definition;
    private final Schema schema;
    private final ValueCodec values;
    private final int[] slots;
    private final int[] keyColumns;
    private final KeyCodec key;
    private final List<StoredIndex> indexes;
    private final List<StoredIndex> wholeIndexes;
    private final KeptExpressions checks;
    private final KeptExpressions generated;
    private final int[] generatedColumns;
    private final KeptDefaults defaults;
    private final ConflictExpressions conflicts = new ConflictExpressions();

    public StoredTable(TableDefinition definition) {
        List<StoredColumn> columns = definition.columns();
        this.definition = definition;
        this.schema =
                new Schema(
                        columns.stream()
                                .map(c -> new Column(c.name(), c.type().physical()))
                                .toList());
        this.slots = columns.stream().mapToInt(StoredColumn::id).toArray();
        this.values = new ValueCodec(definition.slots(), missing(definition));
        this.keyColumns =
                definition
                        .primaryKey()
                        .map(k -> k.columns().stream().mapToInt(definition::indexOfId).toArray())
                        .orElse(new int[0]);
        this.key =
                new KeyCodec(
                        hasPrimaryKey()
                                ? IntStream.of(keyColumns)
                                        .mapToObj(c -> part(columns.get(c).type()))
                                        .toList()
                                : List.of(part(HIDDEN)));
        this.indexes =
                definition.indexes().stream().map(i -> new StoredIndex(i, definition)).toList();
        this.wholeIndexes = indexes.stream().filter(StoredIndex::isWhole).toList();
        this.checks =
                new KeptExpressions(
                        definition,
                        definition.checks().stream().map(TableDefinition.Check::text).toList());
        this.generatedColumns =
                IntStream.range(0, columns.size())
                        .filter(c -> columns.get(c).generated().isPresent())
                        .toArray();
        this.generated =
                new KeptExpressions(
                        definition,
                        IntStream.of(generatedColumns)
                                .mapToObj(c -> columns.get(c).generated().orElseThrow())
                                .toList());
        this.defaults = new KeptDefaults(columns);
    }

    private static KeyCodec.Part part(SqlType type) {
        return new KeyCodec.Part(type, false);
    }

    private static Object[] missing(TableDefinition definition) {
        Object[] missing = new Object[definition.slots().size()];
        for (StoredColumn column : definition.columns()) {
            missing[column.id()] =
                    column.missing()
                            .map(text ->
                                    AssignmentCast.fit(
                                            text, column.type(), column.name(), ZoneOffset.UTC))
                            .orElse(null);
        }
        return missing;
    }

    public TableDefinition definition() {
        return definition;
    }

    /// What messages call it.
    public String name() {
        return definition.name().toString();
    }

    public int container() {
        return definition.container();
    }

    /// The columns as queries see them.
    public Schema schema() {
        return schema;
    }

    public boolean hasPrimaryKey() {
        return keyColumns.length > 0;
    }

    /// The columns of the primary key, as indices; none if rows are known by a hidden number.
    public int[] keyColumns() {
        return keyColumns.clone();
    }

    public int[] keyColumnsShared() {
        return keyColumns;
    }

    /// The codec of the primary key, or of the hidden number.
    public KeyCodec key() {
        return key;
    }

    /// The codec of whole rows; of it the column with index `c` is the slot [#slot] of `c`.
    public ValueCodec values() {
        return values;
    }

    public int slot(int column) {
        return slots[column];
    }

    public int[] slots(int[] columns) {
        return IntStream.of(columns).map(c -> slots[c]).toArray();
    }

    public List<StoredIndex> indexes() {
        return indexes;
    }

    /// Those of all rows, by which rows are found.
    public List<StoredIndex> wholeIndexes() {
        return wholeIndexes;
    }

    public KeptExpressions checks() {
        return checks;
    }

    /// The values of the columns [#generatedColumnsShared], in their order.
    public KeptExpressions generated() {
        return generated;
    }

    /// The columns whose values are computed of the others.
    public int[] generatedColumnsShared() {
        return generatedColumns;
    }

    /// What statements set where a row is there already.
    public ConflictExpressions conflicts() {
        return conflicts;
    }

    public KeptDefaults defaults() {
        return defaults;
    }

    /// Makes `to` the primary key of a row.
    public void key(Bytes to, Object[] row) {
        to.clear();
        key.append(to, row, keyColumns);
    }

    /// Makes `to` the key of the row with a hidden number.
    public void key(Bytes to, long number) {
        to.clear();
        key.appendNumber(to, 0, number);
    }

    /// Makes `to` the value of a row.
    public void encode(Bytes to, Object[] row) {
        if (values.slots() == row.length) {
            values.encode(to, row);
            return;
        }
        Object[] bySlot = new Object[values.slots()];
        for (int column = 0; column < slots.length; column++) {
            bySlot[slots[column]] = row[column];
        }
        values.encode(to, bySlot);
    }

    /// The row whose value starts at an offset.
    public Object[] row(byte[] array, int offset) {
        Object[] row = new Object[slots.length];
        for (int column = 0; column < slots.length; column++) {
            row[column] = values.value(array, offset, slots[column]);
        }
        return row;
    }

    /// The name of the column with an index.
    public String column(int column) {
        return definition.columns().get(column).name();
    }

    /// The key of a row as messages show it: `Key (a, b)=(1, x)`.
    public String shown(int[] columns, Object[] row) {
        return "Key ("
                + String.join(", ", Arrays.stream(columns).mapToObj(this::column).toList())
                + ")=("
                + String.join(
                        ", ", Arrays.stream(columns).mapToObj(c -> String.valueOf(row[c])).toList())
                + ")";
    }
}
