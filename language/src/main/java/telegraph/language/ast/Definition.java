package telegraph.language.ast;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A statement that changes what tables, indexes, sequences and schemas there are, or what is said
/// of them.
public sealed interface Definition extends Statement {
    /// What becomes of a temporary table when a transaction commits.
    enum OnCommit {
        PRESERVE_ROWS,
        DELETE_ROWS,
        DROP;

        /// As statements have it.
        public String written() {
            return name().replace('_', ' ');
        }
    }

    /// How long a table is there.
    ///
    /// @param temporary whether TEMPORARY says that it goes with its session
    /// @param onCommit empty if nothing is said of it
    record Life(boolean temporary, Optional<OnCommit> onCommit) {
        /// That of a table of which nothing is said.
        public static final Life LASTING = new Life(false, Optional.empty());
    }

    /// What LIKE takes over of another table, beside its columns and which of them are NOT NULL.
    enum Likeness {
        COMMENTS,
        COMPRESSION,
        CONSTRAINTS,
        DEFAULTS,
        GENERATED,
        IDENTITY,
        INDEXES,
        STATISTICS,
        STORAGE
    }

    /// LIKE in CREATE TABLE.
    ///
    /// @param before how many of the statement's own columns stand before it
    record Like(TableName table, int before, java.util.Set<Likeness> including) {}

    /// CREATE TABLE.
    ///
    /// @param as the query that gives columns and rows of a CREATE TABLE AS, which has none of its
    ///   own
    record CreateTable(
            TableName name,
            Life life,
            boolean ifNotExists,
            List<TableColumn> columns,
            List<Like> likes,
            List<Constraint> constraints,
            Optional<As> as)
            implements Definition {
        /// The same under the name that it is kept by.
        public CreateTable named(TableName other) {
            return new CreateTable(other, life, ifNotExists, columns, likes, constraints, as);
        }
    }

    /// What CREATE TABLE AS fills a table with.
    ///
    /// @param columns names for the query's columns, or none
    /// @param rows whether the query's rows are wanted (WITH DATA), and not its columns only
    record As(List<String> columns, Statement.Select query, boolean rows) {}

    /// CREATE MATERIALIZED VIEW.
    ///
    /// @param columns names for the query's columns, or none
    /// @param query its text as written
    /// @param rows whether the query's rows are wanted (WITH DATA)
    record CreateMaterialized(
            TableName name, boolean ifNotExists, List<String> columns, String query, boolean rows)
            implements Definition {
        /// The same under the name that it is kept by.
        public CreateMaterialized named(TableName other) {
            return new CreateMaterialized(other, ifNotExists, columns, query, rows);
        }
    }

    /// REFRESH MATERIALIZED VIEW.
    ///
    /// @param rows whether the query's rows are wanted, and not none (WITH NO DATA)
    record RefreshMaterialized(TableName name, boolean concurrently, boolean rows)
            implements Definition {}

    record DropMaterialized(List<TableName> names, boolean ifExists, boolean cascade)
            implements Definition {}

    /// What ALTER says that it is about: a view is altered as a table, too.
    enum Altered {
        TABLE,
        VIEW,
        MATERIALIZED_VIEW;

        /// As messages have it.
        public String title() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /// ALTER TABLE, ALTER VIEW, or ALTER MATERIALIZED VIEW.
    record AlterTable(TableName name, Altered kind, boolean ifExists, List<Alteration> alterations)
            implements Definition {}

    record DropTable(List<TableName> names, boolean ifExists, boolean cascade)
            implements Definition {}

    /// CREATE INDEX.
    ///
    /// @param name empty if none was given
    /// @param included columns that INCLUDE names, which are no part of the key
    /// @param condition the text of what holds of the rows that are in it; empty for all
    record CreateIndex(
            String name,
            boolean unique,
            boolean ifNotExists,
            TableName table,
            List<String> columns,
            List<String> included,
            Optional<String> condition)
            implements Definition {}

    /// ALTER INDEX … RENAME.
    record AlterIndex(TableName name, boolean ifExists, String renamed) implements Definition {}

    record DropIndex(List<TableName> names, boolean ifExists, boolean cascade)
            implements Definition {}

    record CreateSequence(TableName name, boolean ifNotExists, SequenceOptions options)
            implements Definition {
        /// The same under the name that it is kept by.
        public CreateSequence named(TableName other) {
            return new CreateSequence(other, ifNotExists, options);
        }
    }

    /// ALTER SEQUENCE.
    ///
    /// @param to its name from now on, if RENAME TO or SET SCHEMA gives it another
    record AlterSequence(
            TableName name, boolean ifExists, SequenceOptions options, Optional<TableName> to)
            implements Definition {}

    record DropSequence(List<TableName> names, boolean ifExists, boolean cascade)
            implements Definition {}

    /// CREATE TYPE … AS ENUM.
    ///
    /// @param labels its values in order
    record CreateType(TableName name, List<String> labels) implements Definition {}

    record AlterType(TableName name, TypeChange change) implements Definition {}

    /// What ALTER TYPE makes of a type.
    sealed interface TypeChange {
        /// ADD VALUE.
        ///
        /// @param ifNotExists whether a value that is there already is fine
        /// @param place where it comes; empty for behind all others
        record AddValue(String text, boolean ifNotExists, Optional<Place> place)
                implements TypeChange {}

        /// Beside another value.
        record Place(boolean before, String text) {}

        record RenameValue(String text, String to) implements TypeChange {}

        /// RENAME TO and SET SCHEMA.
        ///
        /// @param to its name from now on
        record Move(TableName to) implements TypeChange {}
    }

    record DropType(List<TableName> names, boolean ifExists, boolean cascade)
            implements Definition {}

    record CreateSchema(String name, boolean ifNotExists) implements Definition {}

    record DropSchema(List<String> names, boolean ifExists, boolean cascade)
            implements Definition {}

    /// CREATE EXTENSION.
    record CreateExtension(String name, boolean ifNotExists) implements Definition {}

    /// COMMENT ON.
    ///
    /// @param text empty if there is to be none
    record CommentOn(Named on, Optional<String> text) implements Definition {}

    /// What a statement is about that is about things of many kinds.
    ///
    /// @param name of a column or constraint that of its table; a schema's has no second part, and
    ///   neither has an extension's
    /// @param part a column or constraint, else empty
    record Named(Kind kind, TableName name, String part) {
        /// A thing that is no part of another.
        public static Named of(Kind kind, TableName name) {
            return new Named(kind, name, "");
        }
    }

    enum Kind {
        TABLE,
        VIEW,
        SOURCE,
        SEQUENCE,
        INDEX,
        SCHEMA,
        EXTENSION,
        TYPE,
        COLUMN,
        CONSTRAINT;

        /// As messages have it.
        public String title() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
