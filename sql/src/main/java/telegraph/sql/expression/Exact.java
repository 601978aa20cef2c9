package telegraph.sql.expression;

import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexShuttle;

/// Replaces operators that mean something else in Calcite's runtime than in PostgreSQL.
///
/// Replacing twice changes nothing. Types stay as they are.
public final class Exact extends RexShuttle {
    private final RexBuilder builder;

    public Exact(RexBuilder builder) {
        this.builder = builder;
    }

    RexBuilder builder() {
        return builder;
    }
}
