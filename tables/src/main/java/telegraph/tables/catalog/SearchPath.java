package telegraph.tables.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TableName;

/// The schemas in which a session looks for a bare name, one after the other, as `search_path` of
/// PostgreSQL says: what is made under a bare name is in the first of them that is there.
///
/// A schema that is not there is passed over. The session's temporary tables are before all others
/// unless `pg_temp` is among them.
///
/// Threads: any; immutable.
///
/// @param schemas their names, [#USER] for that of the user
public record SearchPath(List<String> schemas) {
    /// What a session begins with.
    public static final String INITIAL = "\"$user\", public";

    private static final String USER = "$user";
    private static final Pattern NAME =
            Pattern.compile("\\s*(?:\"((?:[^\"]|\"\")*)\"|([^\\s\",]+))\\s*(,|$)");

    public SearchPath {
        schemas = List.copyOf(schemas);
    }

    /// Reads names with commas between them.
    ///
    /// @throws TelegraphException of kind INPUT if it is no such list
    public static SearchPath of(String text) {
        List<String> schemas = new ArrayList<>();
        Matcher name = NAME.matcher(text);
        int at = 0;
        boolean more = !text.isBlank();
        while (more) {
            if (!name.find(at) || name.start() != at) {
                throw TelegraphException.of(
                        SqlState.INVALID_PARAMETER_VALUE,
                        "invalid value for parameter \"search_path\": \""
                                + text
                                + "\". It takes names of schemas with commas between them");
            }
            schemas.add(
                    name.group(1) != null
                            ? name.group(1).replace("\"\"", "\"")
                            : name.group(2).toLowerCase(Locale.ROOT));
            at = name.end();
            more = name.group(3).equals(",");
        }
        return new SearchPath(schemas);
    }

    /// The same where it is known who the user is.
    public SearchPath by(String user) {
        return new SearchPath(schemas.stream().map(s -> s.equals(USER) ? user : s).toList());
    }

    /// Those that are there and that tables can be made in.
    ///
    /// @param temporary the schema of the session's temporary tables; empty if there are none
    List<String> in(Snapshot snapshot, String temporary) {
        List<String> found = new ArrayList<>();
        if (!temporary.isEmpty()
                && schemas.stream().noneMatch(TableName.OWN_TEMPORARY::equalsIgnoreCase)) {
            found.add(temporary);
        }
        for (String schema : schemas) {
            if (schema.equalsIgnoreCase(TableName.OWN_TEMPORARY)) {
                if (!temporary.isEmpty()) {
                    found.add(temporary);
                }
            } else if (!schema.isEmpty()
                    && !schema.equalsIgnoreCase(Snapshot.SYSTEM)
                    && snapshot.hasSchema(schema)) {
                found.add(new TableName(schema, "").schema());
            }
        }
        return List.copyOf(found);
    }
}
