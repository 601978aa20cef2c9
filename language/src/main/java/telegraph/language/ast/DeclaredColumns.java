package telegraph.language.ast;

import java.util.List;

/// A source that knows more of its columns than a batch does.
public interface DeclaredColumns {
    /// The type of a column as PostgreSQL writes it, such as `smallint` or `character varying(10)`;
    /// "" if it is just that of its values.
    String declared(int column);

    /// Whether a column is no part of a row as a whole.
    default boolean isHidden(int column) {
        return false;
    }

    /// The columns of its primary key; none if it has none.
    default List<Integer> primaryKey() {
        return List.of();
    }
}
