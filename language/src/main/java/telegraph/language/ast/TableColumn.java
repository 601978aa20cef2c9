package telegraph.language.ast;

import java.util.Optional;
import telegraph.language.lexer.Position;

/// A column as CREATE TABLE or ADD COLUMN declares it; its constraints stand beside it, as those of
/// the table.
///
/// @param byDefault the text of the expression that gives its value where a row has none
/// @param generated the text of the expression that its value always is, over the row's other
///   columns; empty if it is given
/// @param counting how its values are counted, if they are
/// @param position where the declaration stands
public record TableColumn(
        String name,
        SqlType type,
        boolean notNull,
        Optional<String> byDefault,
        Optional<String> generated,
        Identity identity,
        SequenceOptions counting,
        Position position) {
    /// Whether the table counts up the column's values.
    public enum Identity {
        /// It does not.
        NONE,
        /// It does, and nobody else gives one.
        ALWAYS,
        /// It does where a row has none; also what `serial` is.
        BY_DEFAULT
    }
}
