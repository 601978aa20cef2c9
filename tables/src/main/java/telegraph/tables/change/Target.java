package telegraph.tables.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import telegraph.engine.Column;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Change;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.language.lexer.Position;
import telegraph.language.query.QueryWriter;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.store.Bytes;
import telegraph.store.ReadMode;
import telegraph.tables.access.Conflict;
import telegraph.tables.access.Filling;
import telegraph.tables.access.TableChanges;
import telegraph.tables.access.TableSource;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.row.AssignmentCast;
import telegraph.tables.row.RowExpressions;
import telegraph.tables.row.StatementMoment;
import telegraph.tables.row.StoredTable;

/// The table that a statement changes.
///
/// Its rows here are arrays with a value for each column and, if the table has no primary key, the
/// hidden number of the row after them; so a row that a query found can be found again.
///
/// Threads: one.
public final class Target {
    private final StoredTable table;
    private final TableChanges changes;
    private final Context context;
    private final Schema schema;
    private final List<Type> types;
    private final Bytes key = new Bytes();

    /// What a statement is done in.
    ///
    /// @param asked when and by whom
    /// @param source the table as a query reads it that is about to change it
    public record Context(StatementMoment asked, TableSource source) {}

    /// What the store has the table's rows in.
    public int container() {
        return table.container();
    }

    public Target(StoredTable table, TableChanges changes, Context context) {
        this.table = table;
        this.changes = changes;
        this.context = context;
        this.schema = context.source().schema();
        this.types = schema.columns().stream().map(Column::type).toList();
    }

    /// Whether a query reads stored tables.
    static boolean isStored(List<Source> sources) {
        return sources.stream().anyMatch(TableSource.class::isInstance);
    }

    String name() {
        return table.name();
    }

    /// How many columns it has.
    int width() {
        return table.schema().size();
    }

    /// The types of a row, with the hidden number if there is one.
    List<Type> types() {
        return types;
    }

    Schema schema() {
        return schema;
    }

    Type type(int column) {
        return types.get(column);
    }

    List<String> columnNames() {
        return table.schema().columns().stream().map(Column::name).toList();
    }

    /// The types of its columns as PostgreSQL writes them.
    List<String> declared() {
        return table.definition().types().stream().map(SqlType::written).toList();
    }

    /// Those of some columns.
    public List<String> declared(int[] columns) {
        return Arrays.stream(columns).mapToObj(column -> declared().get(column)).toList();
    }

    /// The table as a query reads it that is about to change it.
    TableSource source() {
        return context.source();
    }

    /// The index of a column.
    ///
    /// @param position where the statement names it
    int column(String name, Position position) {
        int index = table.schema().indexOf(name);
        if (index < 0) {
            throw unknown(name, " at " + position);
        }
        return index;
    }

    private TelegraphException unknown(String name, String place) {
        return TelegraphException.of(
                SqlState.UNDEFINED_COLUMN,
                "table \""
                        + name()
                        + "\" has no column \""
                        + name
                        + "\""
                        + place
                        + Nearest.hint(name, columnNames()));
    }

    /// The columns that a statement lists, or all.
    int[] columns(List<Change.Target> named) {
        if (named.isEmpty()) {
            int[] all = new int[width()];
            Arrays.setAll(all, c -> c);
            return all;
        }
        int[] columns = new int[named.size()];
        for (int i = 0; i < columns.length; i++) {
            Change.Target one = named.get(i);
            columns[i] = column(one.column(), one.position());
            demandOnce(columns, i, one.column() + "\" at " + one.position());
        }
        return columns;
    }

    /// The columns that COPY lists, or all that are not generated.
    int[] columnsNamed(List<String> names) {
        if (names.isEmpty()) {
            return IntStream.range(0, width())
                    .filter(c -> definition(c).generated().isEmpty())
                    .toArray();
        }
        int[] columns = new int[names.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = table.schema().indexOf(names.get(i));
            if (columns[i] < 0) {
                throw unknown(names.get(i), "");
            }
            demandOnce(columns, i, names.get(i) + "\"");
            if (definition(columns[i]).generated().isPresent()) {
                throw notCopied(names.get(i));
            }
        }
        return columns;
    }

    /// COPY names a generated column.
    public static TelegraphException notCopied(String column) {
        return TelegraphException.of(
                SqlState.INVALID_COLUMN_REFERENCE,
                "column \"" + column + "\" is a generated column. COPY computes it of the others");
    }

    private static void demandOnce(int[] columns, int last, String name) {
        for (int i = 0; i < last; i++) {
            if (columns[i] == columns[last]) {
                throw TelegraphException.of(
                        SqlState.DUPLICATE_COLUMN, "a column is named once: \"" + name);
            }
        }
    }

    StoredColumn definition(int column) {
        return table.definition().columns().get(column);
    }

    /// @throws TelegraphException if UPDATE may not set a column, other than to its default
    void demandAssignable(int column, boolean toDefault) {
        StoredColumn one = definition(column);
        if (one.identity() == Identity.ALWAYS && !toDefault) {
            throw TelegraphException.of(
                    SqlState.GENERATED_ALWAYS,
                    "column \""
                            + one.name()
                            + "\" can only be updated to DEFAULT: it is GENERATED"
                            + " ALWAYS");
        }
        if (one.generated().isPresent() && !toDefault) {
            throw TelegraphException.of(
                    SqlState.GENERATED_ALWAYS,
                    "column \""
                            + one.name()
                            + "\" can only be updated to DEFAULT: it is a generated column");
        }
    }

    /// @throws TelegraphException if INSERT may not give a column a value, other than its default
    void demandInsertable(int column) {
        StoredColumn one = definition(column);
        if (one.generated().isPresent()) {
            throw TelegraphException.of(
                    SqlState.GENERATED_ALWAYS,
                    "cannot insert a non-DEFAULT value into column \""
                            + one.name()
                            + "\": it is a generated column");
        }
    }

    /// @param declared what the values are of that a query gives for a column
    /// @throws TelegraphException of 42804 if it is an enum, and they are of another type. A
    ///   literal is of none, and a text may be one
    void demandAssignable(int column, String declared) {
        StoredColumn one = definition(column);
        boolean other =
                one.type().name() == SqlType.Name.ENUM
                        && !declared.equals(one.type().written())
                        && Statements.type(declared).filter(SqlType::isCharacters).isEmpty();
        if (other) {
            throw TelegraphException.of(
                    SqlState.DATATYPE_MISMATCH,
                    "column \""
                            + one.name()
                            + "\" is of type "
                            + one.type().written()
                            + " but expression is of type "
                            + declared);
        }
    }

    /// Makes a value fit a column.
    Object fit(int column, Object value) {
        StoredColumn one = definition(column);
        return AssignmentCast.fit(value, one.type(), one.name(), context.asked().zone().toZoneId());
    }

    Object byDefault(int column) {
        return fit(column, changes.byDefault(table, column));
    }

    /// Gives a new row what it was not given.
    ///
    /// @param given for each column whether the row has its value already
    void complete(Object[] row, boolean[] given, Change.Overriding overriding) {
        for (int c = 0; c < given.length; c++) {
            if (given[c]) {
                demandInsertable(c);
            }
            Identity identity = given[c] ? definition(c).identity() : Identity.NONE;
            if (identity != Identity.NONE && overriding == Change.Overriding.USER) {
                given[c] = false;
            } else if (identity == Identity.ALWAYS && overriding != Change.Overriding.SYSTEM) {
                throw TelegraphException.of(
                        SqlState.GENERATED_ALWAYS,
                        "cannot insert a value into column \""
                                + definition(c).name()
                                + "\": it is GENERATED ALWAYS. Write DEFAULT, or OVERRIDING SYSTEM"
                                + " VALUE before VALUES");
            }
        }
        changes.complete(table, row, given);
    }

    /// As [TableChanges#load].
    Filling load(Region region) {
        return changes.load(table, region);
    }

    /// As [TableChanges#fill].
    Filling fill(Region region) {
        return changes.fill(table, region);
    }

    /// Inserts a complete row; the row as it is then.
    Object[] insert(Object[] row) {
        changes.insert(table, row);
        return inserted(row);
    }

    /// The row that was inserted last, as it is then.
    Object[] inserted(Object[] row) {
        return known(row, changes.key());
    }

    /// Inserts a complete row unless another has one of its keys; that one is locked then.
    ///
    /// @param first the constraints of which another row counts before one of others
    Optional<Conflict> insertIfFree(Object[] row, List<String> first) {
        return changes.insertIfFree(table, row, first);
    }

    private Object[] known(Object[] row, Bytes rowKey) {
        if (table.hasPrimaryKey()) {
            return row;
        }
        Object[] known = Arrays.copyOf(row, types.size());
        known[row.length] = table.key().value(rowKey.array(), 0, 0);
        return known;
    }

    /// The key of a row.
    byte[] key(Object[] row) {
        keyed(row);
        return key.toArray();
    }

    private void keyed(Object[] row) {
        if (table.hasPrimaryKey()) {
            table.key(key, row);
        } else {
            table.key(key, (Long) row[width()]);
        }
    }

    /// Whether it has a hidden number behind its columns.
    boolean hasNumber() {
        return !table.hasPrimaryKey();
    }

    /// Locks a row that a query found, and reads it again; null if it is gone.
    Object[] lock(Object[] seen) {
        return lock(seen, ReadMode.FOR_UPDATE);
    }

    /// As [#lock(Object\[\])], in a mode.
    Object[] lock(Object[] seen, ReadMode reading) {
        keyed(seen);
        return lock(key, reading);
    }

    private Object[] lock(Bytes rowKey, ReadMode reading) {
        return changes.read(table, rowKey, reading).map(row -> known(row, rowKey)).orElse(null);
    }

    /// Locks the row that has a key of one that was to be inserted; null if it is gone by now, or
    /// has another key.
    Object[] lock(Conflict conflict, Object[] wanted) {
        Object[] there = lock(conflict.key(), ReadMode.FOR_UPDATE);
        if (there == null) {
            return null;
        }
        boolean left =
                table.indexes().stream()
                        .anyMatch(i -> i.name().equals(conflict.constraint()) && !i.has(there));
        if (left) {
            return null;
        }
        for (int column : columnsOf(conflict.constraint())) {
            if (!Objects.equals(there[column], wanted[column])) {
                return null;
            }
        }
        return there;
    }

    private List<Integer> columnsOf(String constraint) {
        TableDefinition definition = table.definition();
        return definition
                .primaryKey()
                .filter(one -> one.name().equals(constraint))
                .map(TableDefinition.Key::columns)
                .or(() ->
                        definition.indexes().stream()
                                .filter(one -> one.name().equals(constraint))
                                .map(TableDefinition.Index::columns)
                                .findFirst())
                .orElseThrow()
                .stream()
                .map(definition::indexOfId)
                .toList();
    }

    /// The names of the unique keys that an ON CONFLICT means.
    List<String> arbiters(Change.OnConflict conflict) {
        TableDefinition definition = table.definition();
        List<String> unique = new ArrayList<>();
        definition.primaryKey().ifPresent(one -> unique.add(one.name()));
        definition.indexes().stream()
                .filter(TableDefinition.Index::unique)
                .forEach(one -> unique.add(one.name()));
        if (!conflict.constraint().isEmpty()) {
            definition.indexes().stream()
                    .filter(one -> one.condition().isPresent())
                    .forEach(one -> unique.remove(one.name()));
            return unique.stream()
                    .filter(conflict.constraint()::equalsIgnoreCase)
                    .findFirst()
                    .map(List::of)
                    .orElseThrow(() ->
                            TelegraphException.of(
                                    SqlState.UNDEFINED_OBJECT,
                                    "table \""
                                            + name()
                                            + "\" has no unique constraint \""
                                            + conflict.constraint()
                                            + "\""
                                            + Nearest.hint(conflict.constraint(), unique)));
        }
        if (conflict.columns().isEmpty()) {
            return unique;
        }
        List<Integer> wanted = Arrays.stream(columns(conflict.columns())).sorted().boxed().toList();
        List<String> found =
                unique.stream()
                        .filter(one -> columnsOf(one).stream().sorted().toList().equals(wanted))
                        .filter(one -> isMeant(one, conflict.condition()))
                        .toList();
        if (found.isEmpty()) {
            throw TelegraphException.of(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    "ON CONFLICT names the columns of a primary key or unique index: table="
                            + name()
                            + " columns="
                            + conflict.columns().stream().map(Change.Target::column).toList());
        }
        return found;
    }

    /// Whether a unique key is of all rows, or of those of a condition that is written alike.
    private boolean isMeant(String key, Optional<String> condition) {
        Optional<String> own =
                table.definition().indexes().stream()
                        .filter(one -> one.name().equals(key))
                        .findFirst()
                        .flatMap(TableDefinition.Index::condition);
        return own.isEmpty() || own.map(Target::written).equals(condition.map(Target::written));
    }

    private static String written(String condition) {
        return QueryWriter.written(Statements.query("SELECT " + condition));
    }

    /// The values of an ON CONFLICT DO UPDATE, over a row of the table and the one that was to be
    /// inserted.
    RowExpressions conflictValues(Statement.Select values) {
        return table.conflicts()
                .take(
                        values,
                        List.of(
                                new RowExpressions.Row(Change.ROW, table.definition()),
                                new RowExpressions.Row(Change.EXCLUDED, table.definition())),
                        context.asked());
    }

    /// Nobody uses [#conflictValues] any more.
    void giveBack(Statement.Select values, RowExpressions expressions) {
        table.conflicts().give(values, context.asked(), expressions);
    }

    /// Changes a locked row; the row as it is then.
    Object[] update(Object[] before, Object[] after) {
        keyed(before);
        Object[] was = Arrays.copyOf(before, width());
        Object[] row = Arrays.copyOf(after, width());
        changes.update(table, key, was, row);
        if (!table.hasPrimaryKey()) {
            row = Arrays.copyOf(row, types.size());
            row[width()] = before[width()];
        }
        return row;
    }

    /// Deletes a locked row.
    void delete(Object[] before) {
        keyed(before);
        changes.delete(table, key, Arrays.copyOf(before, width()));
    }
}
