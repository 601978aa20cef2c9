package telegraph.language.ast;

import java.util.List;
import java.util.Optional;
import telegraph.language.lexer.Position;

/// A statement about prepared statements of the session.
public sealed interface Preparation extends Statement {
    /// PREPARE name [(types)] AS statement.
    ///
    /// @param text the statement as written
    /// @param position where it begins in the script
    record Prepare(String name, List<SqlType> types, String text, Position position)
            implements Preparation {}

    /// EXECUTE name [(values)].
    ///
    /// @param values a query of one row with the values, or empty if there are none
    record Execute(String name, Optional<Statement.Select> values) implements Preparation {}

    /// DEALLOCATE.
    ///
    /// @param name empty for ALL
    record Deallocate(Optional<String> name) implements Preparation {}
}
