package telegraph.language.ast;

import java.util.List;
import telegraph.language.lexer.Position;

/// What the rows of a table promise, beside NOT NULL.
public sealed interface Constraint {
    /// The name, or empty if none was given.
    String name();

    record PrimaryKey(String name, List<String> columns) implements Constraint {}

    record Unique(String name, List<String> columns) implements Constraint {}

    /// @param text the expression that must not be false
    record Check(String name, String text, Position position) implements Constraint {}

    /// @param columns those of this table
    /// @param table what they refer to
    /// @param referenced columns of that, or none for its primary key
    record ForeignKey(
            String name,
            List<String> columns,
            TableName table,
            List<String> referenced,
            Action onDelete,
            Action onUpdate,
            Deferral deferral)
            implements Constraint {}

    /// When a foreign key is checked.
    enum Deferral {
        /// By each statement: NOT DEFERRABLE.
        NEVER,
        /// By each statement, unless SET CONSTRAINTS says otherwise: DEFERRABLE.
        IMMEDIATE,
        /// By the end of the transaction, unless SET CONSTRAINTS says otherwise: INITIALLY
        /// DEFERRED.
        DEFERRED;

        public boolean isDeferrable() {
            return this != NEVER;
        }

        /// As a declaration writes it, with a space before.
        public String clause() {
            return switch (this) {
                case NEVER -> "";
                case IMMEDIATE -> " DEFERRABLE";
                case DEFERRED -> " DEFERRABLE INITIALLY DEFERRED";
            };
        }
    }

    /// What becomes of a row when the one it refers to goes or changes its key.
    enum Action {
        /// The statement fails, unless its end finds all in order.
        NO_ACTION,
        /// The statement fails.
        RESTRICT,
        /// The row goes, or changes, too.
        CASCADE,
        SET_NULL,
        SET_DEFAULT;

        /// As a declaration writes it.
        public String title() {
            return name().replace('_', ' ');
        }
    }
}
