package telegraph.tables.catalog;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import telegraph.language.ast.ColumnDefinition;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;

/// Something the catalog keeps under a name.
public sealed interface Entry {
    /// The name as it was declared; found without regard to case.
    TableName name();

    /// `table`, `materialized view`, `source`, `view`, `sequence` or `schema`.
    String kind();

    /// A table, or a materialized view.
    record TableEntry(TableDefinition definition) implements Entry {
        @Override
        public TableName name() {
            return definition.name();
        }

        @Override
        public String kind() {
            return definition.kind();
        }
    }

    /// A sequence that stands for itself.
    ///
    /// @param owner the column that it goes with
    record SequenceEntry(Sequence sequence, Optional<Owner> owner) implements Entry {
        @Override
        public TableName name() {
            return sequence.name();
        }

        @Override
        public String kind() {
            return "sequence";
        }
    }

    /// A column of a table.
    ///
    /// @param column its id
    record Owner(TableName table, int column) {}

    /// A declared source. What only mattered when it was created is gone: how to treat an older
    /// one, and where the columns stood in the script.
    record SourceEntry(Statement.CreateSource create) implements Entry {
        private static final Position NOWHERE = new Position(1, 1);

        public SourceEntry {
            create =
                    new Statement.CreateSource(
                            create.name(),
                            false,
                            false,
                            create.columns().stream().map(SourceEntry::unplaced).toList(),
                            Collections.unmodifiableMap(new LinkedHashMap<>(create.options())));
        }

        private static ColumnDefinition unplaced(ColumnDefinition column) {
            return new ColumnDefinition(
                    column.name(),
                    column.type(),
                    column.path(),
                    column.use(),
                    column.key(),
                    NOWHERE);
        }

        @Override
        public TableName name() {
            return create.name();
        }

        @Override
        public String kind() {
            return "source";
        }
    }

    /// A query under a name.
    ///
    /// @param columns names for the query's columns, or none
    /// @param query the query as written
    record ViewEntry(TableName name, List<String> columns, String query) implements Entry {
        public ViewEntry {
            columns = List.copyOf(columns);
        }

        @Override
        public String kind() {
            return "view";
        }
    }

    /// A schema, whose name has no second part.
    record SchemaEntry(TableName name) implements Entry {
        public static SchemaEntry of(String schema) {
            return new SchemaEntry(new TableName(schema, ""));
        }

        @Override
        public String kind() {
            return "schema";
        }
    }
}
