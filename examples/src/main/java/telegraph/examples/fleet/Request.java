package telegraph.examples.fleet;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a client asks a site for.
///
/// @param path decoded, from the first `/`
/// @param parameters of the query string, decoded; those without a value are left out
record Request(String path, Map<String, String> parameters) {
    static Request of(URI address) {
        Map<String, String> parameters = new LinkedHashMap<>();
        String query = address.getRawQuery() == null ? "" : address.getRawQuery();
        for (String part : query.split("&")) {
            int equals = part.indexOf('=');
            if (equals > 0 && equals < part.length() - 1) {
                parameters.put(
                        decoded(part.substring(0, equals)), decoded(part.substring(equals + 1)));
            }
        }
        return new Request(address.getPath(), parameters);
    }

    String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
