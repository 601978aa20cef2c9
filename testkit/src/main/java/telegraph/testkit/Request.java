package telegraph.testkit;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// One HTTP request as [FaultServer] read it.
///
/// @param path without the query
/// @param query the raw text after the question mark, empty if there is none
/// @param headers by lower-case name
/// @param number which request this is for its path, from 1
public record Request(
        String method,
        String path,
        String query,
        Map<String, String> headers,
        String body,
        int number) {

    /// A header by its name in any case, empty if the client sent none.
    public String header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    /// The query's parameters, decoded; of a repeated one the last.
    public Map<String, String> parameters() {
        return decode(query);
    }

    /// The parameters of a form in the body, decoded.
    public Map<String, String> form() {
        return decode(body);
    }

    /// One parameter of the query, empty if it is missing.
    public String parameter(String name) {
        return parameters().getOrDefault(name, "");
    }

    private static Map<String, String> decode(String text) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String pair : text.split("&")) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String key = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                found.put(
                        URLDecoder.decode(key, StandardCharsets.UTF_8),
                        URLDecoder.decode(value, StandardCharsets.UTF_8));
            }
        }
        return found;
    }
}
