package telegraph.language;

import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Statement;

/// A statement with the text it was read from and its place in the script.
///
/// @param source the text without the semicolon, and without white space and comments around it
/// @param databases what stands before the schemas of tables: the names of databases
public record Parsed(
        Statement statement, String source, int line, int column, Set<String> databases) {
    /// Refuses names of tables in another database than one's own.
    ///
    /// @throws TelegraphException of kind INPUT if there is one
    public void demandWithin(String database) {
        for (String other : databases) {
            if (!other.equalsIgnoreCase(database)) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "a statement is about one database, that of the session: database=\""
                                + other
                                + "\"");
            }
        }
    }
}
