package telegraph.tables.catalog;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableLiteral;

/// Keeps secrets out of the catalog: a token, a password or a key may stand in an option only as a
/// reference, `secret:NAME` or `{secret:NAME}`, to a value that the settings hold.
///
/// It knows secrets by the names of what holds them: the last part of an option's name, a parameter
/// of an address, the password before an address's host. A secret under a harmless name is not
/// found.
final class ClearSecrets {
    private static final Set<String> NAMES =
            Set.of(
                    "token",
                    "password",
                    "passwd",
                    "pwd",
                    "secret",
                    "api_key",
                    "apikey",
                    "x_api_key",
                    "access_key",
                    "access_token",
                    "auth_token",
                    "x_auth_token",
                    "bearer",
                    "client_secret",
                    "private_key",
                    "authorization",
                    "proxy_authorization",
                    "cookie",
                    "credentials");

    private static final Pattern REFERENCE =
            Pattern.compile(
                    "secret:[A-Za-z0-9_.-]+|.*\\{secret:[A-Za-z0-9_.-]+}.*", Pattern.DOTALL);
    private static final Pattern USER =
            Pattern.compile("[a-z][a-z0-9+.-]*://[^/?#@\\s]*:([^/?#@\\s]+)@.*");
    private static final Pattern PARAMETER = Pattern.compile("[?&;]([A-Za-z0-9_.-]+)=([^&;#\\s]*)");

    private ClearSecrets() {}

    /// @throws TelegraphException of kind INPUT if the entry holds a secret in clear
    static void refuse(Entry entry) {
        switch (entry) {
            case Entry.TableEntry _,
                    Entry.SchemaEntry _,
                    Entry.TypeEntry _,
                    Entry.SequenceEntry _ -> {}
            case Entry.SourceEntry source ->
                    source.create().options().forEach(ClearSecrets::refuse);
            case Entry.ViewEntry view -> {
                Statement.Select query = Statements.query(view.query());
                for (TableLiteral table : query.tables()) {
                    table.arguments().forEach(value -> refuse("location", value));
                    table.named().forEach(ClearSecrets::refuse);
                }
            }
        }
    }

    private static void refuse(String name, Object value) {
        switch (value) {
            case Map<?, ?> map -> map.forEach((key, inner) -> refuse(name + "." + key, inner));
            case Collection<?> all -> all.forEach(inner -> refuse(name, inner));
            case String text ->
                    find(name, text)
                            .ifPresent(what -> {
                                throw refusal(what);
                            });
            case null, default -> {}
        }
    }

    private static TelegraphException refusal(String what) {
        return TelegraphException.input(
                "a secret is never kept in the catalog: option="
                        + what
                        + ". Put it into the settings (SET secret.NAME = '…', or secret.NAME in telegraph.conf)"
                        + " and write 'secret:NAME' or '{secret:NAME}' here");
    }

    /// Where in an option a secret stands, if one does; never the secret.
    private static Optional<String> find(String name, String value) {
        if (value.isBlank() || REFERENCE.matcher(value).matches()) {
            return Optional.empty();
        }
        if (NAMES.contains(last(name))) {
            return Optional.of(name);
        }
        Matcher user = USER.matcher(value);
        if (user.matches() && !isHole(user.group(1))) {
            return Optional.of(name + " (password of the address)");
        }
        Matcher parameter = PARAMETER.matcher(value);
        while (parameter.find()) {
            if (NAMES.contains(last(parameter.group(1))) && !isHole(parameter.group(2))) {
                return Optional.of(name + " (parameter " + parameter.group(1) + ")");
            }
        }
        return Optional.empty();
    }

    private static boolean isHole(String value) {
        return value.isEmpty() || value.startsWith("{") && value.endsWith("}");
    }

    private static String last(String name) {
        List<String> parts = List.of(name.split("\\."));
        String part = parts.isEmpty() ? name : parts.getLast();
        return part.toLowerCase(Locale.ROOT).replace('-', '_');
    }
}
