package telegraph.jdbc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import telegraph.ground.TelegraphException;

/// What an URL says: which sandbox, and which settings.
///
/// ```
/// jdbc:telegraph:DIRECTORY?memory_limit=256MB&time_limit=10s
/// jdbc:telegraph::memory:          a sandbox of this connection alone, gone with it
/// jdbc:telegraph::memory:NAME      one that all connections of this process with that name share
/// ```
///
/// @param place the directory, or what begins with `:memory:`
/// @param settings by name
record Address(String place, Map<String, String> settings) {
    static final String PREFIX = "jdbc:telegraph:";
    private static final String MEMORY = ":memory:";

    /// @param properties settings too, stronger than the URL's; `user` and `password` are nobody's
    /// @throws TelegraphException of kind INPUT if it names no sandbox
    static Address of(String url, Properties properties) {
        String rest = url.substring(PREFIX.length());
        int question = rest.indexOf('?');
        String place = question < 0 ? rest : rest.substring(0, question);
        Map<String, String> settings = new TreeMap<>();
        if (question >= 0) {
            for (String pair : rest.substring(question + 1).split("&")) {
                int equals = pair.indexOf('=');
                if (equals < 1) {
                    throw TelegraphException.input(
                            "settings in an URL are name=value, with & between them: " + pair);
                }
                settings.put(
                        decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        for (String name : properties.stringPropertyNames()) {
            settings.put(name, properties.getProperty(name));
        }
        settings.remove("user");
        settings.remove("password");
        if (place.isBlank()) {
            throw TelegraphException.input(
                    "an URL names the sandbox's directory, or :memory: for one without: url="
                            + url);
        }
        return new Address(place, settings);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    boolean isMemory() {
        return place.startsWith(MEMORY);
    }

    /// Whether it is a sandbox in memory that is shared with nobody.
    boolean isUnnamed() {
        return place.equals(MEMORY);
    }

    Path directory() {
        return Path.of(place);
    }
}
