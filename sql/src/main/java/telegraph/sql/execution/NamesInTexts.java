package telegraph.sql.execution;

import java.util.List;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Term;
import telegraph.language.query.QueryWalk;
import telegraph.query.function.CatalogRoutines;
import telegraph.sql.pgcatalog.CatalogSurroundings;
import telegraph.sql.value.CatalogType;

/// Names of tables and types that a query writes as texts, such as `'orders'::regclass`: a view
/// would look for them anew, wherever the search path of its reader leads.
///
/// Threads: any.
final class NamesInTexts {
    private NamesInTexts() {}

    /// @throws TelegraphException of 0A000 if a query to be kept has one without a schema
    static void demandLasting(Statement.Select query, TableName view) {
        QueryWalk.walk(
                query.query(),
                part ->
                        named(part)
                                .ifPresent(name -> {
                                    throw TelegraphException.of(
                                            SqlState.FEATURE_NOT_SUPPORTED,
                                            "a view does not keep what a name stands for: view="
                                                    + view
                                                    + " name="
                                                    + name
                                                    + ". Write its schema before it");
                                }));
    }

    private static Optional<String> named(Object part) {
        return switch (part) {
            case Term.Cast cast when cast.type().bare().equals("regclass") -> table(cast.term());
            case Term.Cast cast when cast.type().bare().equals("regtype") ->
                    bare(cast.term()).filter(name -> CatalogType.find(name).isEmpty());
            case Term.Call call
                    when CatalogRoutines.isOfRelation(call.bare()) && !call.arguments().isEmpty() ->
                    table(call.arguments().getFirst());
            default -> Optional.empty();
        };
    }

    private static Optional<String> table(Term term) {
        return bare(term).filter(name -> !CatalogSurroundings.isRelation(List.of(name)));
    }

    private static Optional<String> bare(Term term) {
        return term instanceof Term.Literal literal && literal.value() instanceof String text
                ? Optional.of(text).filter(name -> !name.contains(".") && !name.matches("\\d+|-"))
                : Optional.empty();
    }
}
