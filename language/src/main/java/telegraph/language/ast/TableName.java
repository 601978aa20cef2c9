package telegraph.language.ast;

import java.util.Locale;
import telegraph.language.lexer.Quotes;

/// The name of a table, view, source or index, with the schema it is in.
///
/// Names are found without regard to case.
///
/// @param schema the schema; [#PUBLIC] where a statement names none
public record TableName(String schema, String name) {
    /// The schema of names that say nothing of one.
    public static final String PUBLIC = "public";

    public TableName {
        schema = schema.isEmpty() || schema.equalsIgnoreCase(PUBLIC) ? PUBLIC : schema;
    }

    /// A name in [#PUBLIC].
    public static TableName of(String name) {
        return new TableName(PUBLIC, name);
    }

    public boolean isPublic() {
        return schema.equals(PUBLIC);
    }

    /// The same name as it is looked for.
    public TableName folded() {
        return new TableName(schema.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
    }

    /// As messages have it: without the schema if that is [#PUBLIC].
    @Override
    public String toString() {
        return isPublic() ? name : schema + "." + name;
    }

    /// As a statement has to write it.
    public String quoted() {
        String bare = Quotes.name(name);
        return isPublic() ? bare : Quotes.name(schema) + "." + bare;
    }
}
