package telegraph.language.ast;

/// A source that knows more of the types of its columns than a batch does.
public interface DeclaredColumns {
    /// The type of a column as PostgreSQL writes it, such as `smallint` or `character varying(10)`;
    /// "" if it is just that of its values.
    String declared(int column);
}
