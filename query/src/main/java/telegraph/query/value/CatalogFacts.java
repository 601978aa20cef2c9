package telegraph.query.value;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Answers the functions that tell something of the catalog or the session, such as `format_type`,
/// to the expressions of one statement.
///
/// Threads: any.
@FunctionalInterface
public interface CatalogFacts {
    /// Where nobody asks whose answers last no longer than a statement.
    CatalogFacts NONE =
            (function, _) -> {
                throw refused(function);
            };

    /// The value of a function for arguments of which none is null unless it takes that: a text, a
    /// truth, a whole number as Long, or a list of these.
    Object answer(String function, Object[] arguments);

    /// What is said where an expression is compiled for longer than a statement.
    static TelegraphException refused(String function) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "not supported in a default, a check or what else is evaluated for one row: "
                        + function
                        + ", which tells something of the catalog or the session");
    }
}
