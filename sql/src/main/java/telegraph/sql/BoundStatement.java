package telegraph.sql;

import telegraph.language.ast.Statement;

/// A statement that was read, with the values of its parameters.
///
/// Threads: any.
public final class BoundStatement {
    private final Statement statement;

    BoundStatement(Statement statement) {
        this.statement = statement;
    }

    Statement statement() {
        return statement;
    }
}
