package telegraph.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;

/// What is behind a name that a query can read, as tools list it.
///
/// @param columns, primaryKey, indexes, references of a table; views and sources have them only
///   when they are asked, which DESCRIBE does
public record TableShape(
        String schema,
        String name,
        Kind kind,
        List<Column> columns,
        Optional<Key> primaryKey,
        List<Index> indexes,
        List<Reference> references) {
    /// What it is.
    public enum Kind {
        TABLE,
        VIEW,
        SOURCE
    }

    /// @param type in PostgreSQL's words
    /// @param byDefault the text of the expression, or ""
    /// @param generated that of the one that its value always is, or ""
    public record Column(
            String name,
            String type,
            boolean notNull,
            String byDefault,
            String generated,
            boolean identity) {}

    /// @param columns names, in the order of the key
    public record Key(String name, List<String> columns) {}

    /// @param columns names, in the order of the index
    /// @param condition what holds of the rows that are in it, or "" for all
    public record Index(String name, List<String> columns, boolean unique, String condition) {}

    /// A foreign key.
    ///
    /// @param referenced names of columns of the other table, or none if they are not known
    /// @param onDelete, onUpdate such as `NO ACTION`
    /// @param deferral `NEVER`, `IMMEDIATE` or `DEFERRED`: when it is checked, if nobody says
    public record Reference(
            String name,
            List<String> columns,
            String schema,
            String table,
            List<String> referenced,
            String onDelete,
            String onUpdate,
            String deferral) {}

    /// @param others finds the definitions of tables that are referred to
    static Optional<TableShape> of(Entry entry, Snapshot others) {
        return switch (entry) {
            case Entry.TableEntry table -> Optional.of(of(table.definition(), others));
            case Entry.ViewEntry view -> Optional.of(bare(view, Kind.VIEW));
            case Entry.SourceEntry source -> Optional.of(bare(source, Kind.SOURCE));
            case Entry.SequenceEntry _, Entry.TypeEntry _, Entry.SchemaEntry _ -> Optional.empty();
        };
    }

    private static TableShape bare(Entry entry, Kind kind) {
        return new TableShape(
                entry.name().schema(),
                entry.name().name(),
                kind,
                List.of(),
                Optional.empty(),
                List.of(),
                List.of());
    }

    private static TableShape of(TableDefinition table, Snapshot others) {
        List<Column> columns = new ArrayList<>();
        for (StoredColumn column : table.columns()) {
            columns.add(
                    new Column(
                            column.name(),
                            column.type().toString(),
                            column.notNull(),
                            column.byDefault().orElse(""),
                            column.generated().orElse(""),
                            column.identity() != Identity.NONE));
        }
        List<Index> indexes = new ArrayList<>();
        table.primaryKey()
                .ifPresent(key ->
                        indexes.add(new Index(key.name(), names(table, key.columns()), true, "")));
        for (TableDefinition.Index index : table.indexes()) {
            indexes.add(
                    new Index(
                            index.name(),
                            names(table, index.columns()),
                            index.unique(),
                            index.condition().orElse("")));
        }
        List<Reference> references = new ArrayList<>();
        for (TableDefinition.ForeignKey key : table.foreignKeys()) {
            references.add(
                    new Reference(
                            key.name(),
                            names(table, key.columns()),
                            key.table().schema(),
                            key.table().name(),
                            others.table(key.table())
                                    .map(other -> names(other, key.referenced()))
                                    .orElse(List.of()),
                            key.onDelete().name().replace('_', ' '),
                            key.onUpdate().name().replace('_', ' '),
                            key.deferral().name()));
        }
        return new TableShape(
                table.name().schema(),
                table.name().name(),
                Kind.TABLE,
                columns,
                table.primaryKey().map(key -> new Key(key.name(), names(table, key.columns()))),
                indexes,
                references);
    }

    private static List<String> names(TableDefinition table, List<Integer> ids) {
        return ids.stream().map(id -> table.column(id).name()).toList();
    }
}
