package telegraph.language.ast;

import java.util.Locale;
import telegraph.language.lexer.Quotes;

/// The name of a table, view, source or index, with the schema it is in, if one is said.
///
/// Names are found without regard to case. A bare name stands for what the first schema has that
/// has something of that name: a session's own of temporary tables, then [#PUBLIC]. What the
/// catalog keeps has a schema.
///
/// @param schema the schema; empty where a statement names none
public record TableName(String schema, String name) {
    /// The schema of new names that say nothing of one.
    public static final String PUBLIC = "public";

    /// What a session calls the schema of its temporary tables.
    public static final String OWN_TEMPORARY = "pg_temp";

    /// Begins the names of all schemas of temporary tables.
    private static final String TEMPORARY = OWN_TEMPORARY + "_";

    public TableName {
        schema = schema.equalsIgnoreCase(PUBLIC) ? PUBLIC : schema;
    }

    /// A bare name.
    public static TableName of(String name) {
        return new TableName("", name);
    }

    /// The schema of the temporary tables of the session with a number.
    public static String temporarySchema(long session) {
        return TEMPORARY + session;
    }

    /// Whether no schema is said.
    public boolean isBare() {
        return schema.isEmpty();
    }

    public boolean isPublic() {
        return schema.equals(PUBLIC);
    }

    /// Whether it is in the schema of a session's temporary tables.
    public boolean isTemporary() {
        return isTemporary(schema);
    }

    /// Whether a schema is that of a session's temporary tables.
    public static boolean isTemporary(String schema) {
        return schema.regionMatches(true, 0, TEMPORARY, 0, TEMPORARY.length());
    }

    /// The same name in a schema.
    public TableName in(String other) {
        return new TableName(other, name);
    }

    /// What it stands for in a text that is kept: a bare name is in [#PUBLIC] there.
    public TableName kept() {
        return within(PUBLIC);
    }

    /// The same name, in a schema if none is said.
    public TableName within(String other) {
        return isBare() ? in(other) : this;
    }

    /// The same name as it is looked for.
    public TableName folded() {
        return new TableName(schema.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
    }

    /// As messages have it: without the schema if that is one of those that bare names are in.
    @Override
    public String toString() {
        return isFound() ? name : schema + "." + name;
    }

    private boolean isFound() {
        return isBare() || isPublic() || isTemporary();
    }

    /// As a statement has to write it where no temporary table hides what is in [#PUBLIC].
    public String quoted() {
        return isBare() || isPublic() ? Quotes.name(name) : qualified();
    }

    /// As a statement has to write it whatever else there is.
    public String qualified() {
        return isBare() ? Quotes.name(name) : Quotes.name(schema) + "." + Quotes.name(name);
    }
}
