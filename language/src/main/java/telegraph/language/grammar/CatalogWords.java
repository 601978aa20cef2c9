package telegraph.language.grammar;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The words by which a query shows that it may be about the catalog: those that begin with `pg_`,
/// and some names of functions and types that are of use for nothing else.
public final class CatalogWords {
    private static final Set<String> WORDS =
            Set.of(
                    ("col_description current_catalog current_database"
                                    + " current_schema current_schemas current_setting format_type"
                                    + " generate_subscripts information_schema"
                                    + " inet_client_addr inet_server_addr inet_server_port"
                                    + " obj_description regclass"
                                    + " regnamespace regproc regrole regtype session_user"
                                    + " set_config shobj_description string_to_array to_regclass"
                                    + " to_regtype txid_current version")
                            .split(" "));

    private CatalogWords() {}

    /// Whether one of these names is among them.
    public static boolean areIn(List<String> names) {
        for (String name : names) {
            String lower = name.toLowerCase(Locale.ROOT);
            boolean privilege = lower.startsWith("has_") && lower.endsWith("_privilege");
            if (lower.startsWith("pg_") || privilege || WORDS.contains(lower)) {
                return true;
            }
        }
        return false;
    }
}
