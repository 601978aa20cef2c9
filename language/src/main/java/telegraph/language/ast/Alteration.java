package telegraph.language.ast;

import java.util.List;
import telegraph.language.lexer.Position;

/// One change that ALTER TABLE makes.
public sealed interface Alteration {
    /// @param constraints those that stand at the column
    record AddColumn(boolean ifNotExists, TableColumn column, List<Constraint> constraints)
            implements Alteration {}

    record DropColumn(String column, boolean ifExists, boolean cascade) implements Alteration {}

    /// @param later whether rows that are there need not keep it yet
    record AddConstraint(Constraint constraint, boolean later) implements Alteration {}

    record ValidateConstraint(String constraint) implements Alteration {}

    record DropConstraint(String constraint, boolean ifExists, boolean cascade)
            implements Alteration {}

    /// ALTER CONSTRAINT: a foreign key is checked at another time.
    record DeferConstraint(String constraint, Constraint.Deferral deferral) implements Alteration {}

    record RenameTable(String name) implements Alteration {}

    record RenameColumn(String column, String name) implements Alteration {}

    record RenameConstraint(String constraint, String name) implements Alteration {}

    /// @param text the expression
    record SetDefault(String column, String text, Position position) implements Alteration {}

    record DropDefault(String column) implements Alteration {}

    /// DROP EXPRESSION: the column keeps its values, and is generated no more.
    ///
    /// @param ifExists whether a column that is not generated is fine
    record DropExpression(String column, boolean ifExists) implements Alteration {}

    record SetNotNull(String column) implements Alteration {}

    record DropNotNull(String column) implements Alteration {}

    /// ADD GENERATED … AS IDENTITY, or DROP IDENTITY if it is to be NONE.
    ///
    /// @param ifExists whether a column without identity is fine
    /// @param counting how it counts
    record SetIdentity(
            String column,
            TableColumn.Identity identity,
            boolean ifExists,
            SequenceOptions counting)
            implements Alteration {}

    /// RESTART, or SET and an option of an identity.
    record SetCounting(String column, SequenceOptions counting) implements Alteration {}

    /// @param using the text of an expression over the old row, or empty for a cast
    record SetType(String column, SqlType type, String using) implements Alteration {}

    /// What is said of how rows lie on PostgreSQL's disk, and nothing of what they are.
    ///
    /// @param what its words
    record Tune(String what) implements Alteration {}

    /// Moves the table to another schema.
    record SetSchema(String schema) implements Alteration {}
}
