package telegraph.tables.catalog;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import telegraph.language.ast.ColumnDefinition;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;

/// Something the catalog keeps under a name.
public sealed interface Entry {
    /// The name as it was declared; found without regard to case.
    TableName name();

    /// `table`, `materialized view`, `source`, `view`, `sequence`, `type` or `schema`.
    String kind();

    /// What is said of it.
    Comments comments();

    /// With other comments.
    Entry withComments(Comments comments);

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

        @Override
        public Comments comments() {
            return definition.comments();
        }

        @Override
        public Entry withComments(Comments other) {
            return new TableEntry(definition.withComments(other));
        }
    }

    /// A sequence that stands for itself.
    ///
    /// @param owner the column that it goes with
    record SequenceEntry(Sequence sequence, Optional<Owner> owner, Comments comments)
            implements Entry {
        /// One of which nothing is said.
        public SequenceEntry(Sequence sequence, Optional<Owner> owner) {
            this(sequence, owner, Comments.NONE);
        }

        /// The same, counting otherwise or by another name.
        public SequenceEntry with(Sequence other) {
            return new SequenceEntry(other, owner, comments);
        }

        /// The same, going with another column or none.
        public SequenceEntry with(Optional<Owner> other) {
            return new SequenceEntry(sequence, other, comments);
        }

        @Override
        public TableName name() {
            return sequence.name();
        }

        @Override
        public String kind() {
            return "sequence";
        }

        @Override
        public Entry withComments(Comments other) {
            return new SequenceEntry(sequence, owner, other);
        }
    }

    /// A column of a table.
    ///
    /// @param column its id
    record Owner(TableName table, int column) {}

    /// A declared source. What only mattered when it was created is gone: how to treat an older
    /// one, and where the columns stood in the script.
    record SourceEntry(Statement.CreateSource create, Comments comments) implements Entry {
        private static final Position NOWHERE = new Position(1, 1);

        /// One of which nothing is said.
        public SourceEntry(Statement.CreateSource create) {
            this(create, Comments.NONE);
        }

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
                    column.element(),
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

        @Override
        public Entry withComments(Comments other) {
            return new SourceEntry(create, other);
        }
    }

    /// A query under a name.
    ///
    /// @param columns names for the query's columns, or none
    /// @param query the query as written
    record ViewEntry(TableName name, List<String> columns, String query, Comments comments)
            implements Entry {
        /// One of which nothing is said.
        public ViewEntry(TableName name, List<String> columns, String query) {
            this(name, columns, query, Comments.NONE);
        }

        public ViewEntry {
            columns = List.copyOf(columns);
        }

        @Override
        public String kind() {
            return "view";
        }

        @Override
        public Entry withComments(Comments other) {
            return new ViewEntry(name, columns, query, other);
        }
    }

    /// A type of listed values.
    record TypeEntry(UserType.Enumeration type, Comments comments) implements Entry {
        /// One of which nothing is said.
        public TypeEntry(UserType.Enumeration type) {
            this(type, Comments.NONE);
        }

        @Override
        public TableName name() {
            return type.name();
        }

        @Override
        public String kind() {
            return "type";
        }

        @Override
        public Entry withComments(Comments other) {
            return new TypeEntry(type, other);
        }
    }

    /// A schema, whose name has no second part.
    record SchemaEntry(TableName name, Comments comments) implements Entry {
        public static SchemaEntry of(String schema) {
            return new SchemaEntry(new TableName(schema, ""), Comments.NONE);
        }

        @Override
        public String kind() {
            return "schema";
        }

        @Override
        public Entry withComments(Comments other) {
            return new SchemaEntry(name, other);
        }
    }
}
