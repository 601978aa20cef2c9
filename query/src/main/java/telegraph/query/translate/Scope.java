package telegraph.query.translate;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import telegraph.engine.source.Source;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;

/// What the names of tables in a query stand for.
public interface Scope {
    /// The table of that name, as the query wrote it, or empty if there is none.
    ///
    /// @throws telegraph.ground.TelegraphException if it is there and cannot be opened
    Optional<Named> find(String name);

    /// The table of that name in a schema, or empty if there is none.
    ///
    /// @throws telegraph.ground.TelegraphException if it is there and cannot be opened
    default Optional<Named> find(String schema, String name) {
        return Optional.empty();
    }

    /// The type of the catalog that has a name, or empty if there is none.
    default Optional<UserType> type(TableName name) {
        return Optional.empty();
    }

    /// Names to offer when one is unknown.
    Collection<String> names();

    /// Those of a schema.
    default Collection<String> names(String schema) {
        return List.of();
    }

    /// Whether a name may qualify others.
    default boolean isSchema(String name) {
        return false;
    }

    /// The schemas that names may be qualified by.
    default Collection<String> schemas() {
        return List.of();
    }

    /// What a name stands for.
    sealed interface Named {
        /// Something with rows of its own.
        record Relation(String name, Source source) implements Named {}

        /// A query under a name, with names for its columns (or none, to keep the query's) and the
        /// scope its own text is read in.
        ///
        /// @param name as a statement has to write it, schema and all, so that no two have the same
        record View(String name, List<String> columns, Statement.Select query, Scope scope)
                implements Named {}
    }
}
