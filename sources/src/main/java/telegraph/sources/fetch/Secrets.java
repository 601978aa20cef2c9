package telegraph.sources.fetch;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import telegraph.ground.TelegraphException;

/// The settings that nobody may see, looked up by name when a request is made.
///
/// Every value ever handed out is remembered, so that [#mask] can take it out of any text that is
/// about to be shown.
///
/// Threads: any.
public final class Secrets {
    public static final String SHOWN = "***";
    private static final int MASKED_LENGTH_MIN = 3;

    private final Function<String, Optional<String>> settings;
    private final Set<String> used = ConcurrentHashMap.newKeySet();

    public Secrets(Function<String, Optional<String>> settings) {
        this.settings = settings;
    }

    public String value(String name) {
        String value =
                settings.apply(name)
                        .orElseThrow(() ->
                                TelegraphException.input(
                                        "a secret must be set before it is used: secret="
                                                + name
                                                + ". Put secret."
                                                + name
                                                + " = … into telegraph.conf."));
        if (value.length() >= MASKED_LENGTH_MIN) {
            used.add(value);
            used.add(URLEncoder.encode(value, StandardCharsets.UTF_8));
            used.add(Template.percentEncode(value));
        }
        return value;
    }

    /// The text with every secret replaced.
    public String mask(String text) {
        String masked = text;
        for (String secret : used) {
            masked = masked.replace(secret, SHOWN);
        }
        return masked;
    }
}
