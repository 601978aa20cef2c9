package telegraph.sources.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.engine.Price;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import telegraph.sources.fetch.Secrets;

/// The options of one declared source, checked as they are read.
public final class SourceOptions {
    /// Every option there is, but for `header.NAME` and `form.NAME`.
    public static final Set<String> NAMES =
            Set.of(
                    "connector",
                    "url",
                    "method",
                    "body",
                    "idempotent",
                    "token",
                    "format",
                    "rows",
                    "encoding",
                    "delimiter",
                    "nulls",
                    "paging",
                    "page_first",
                    "page_count",
                    "page_size",
                    "pages_max",
                    "total",
                    "next_cursor",
                    "next_link",
                    "max_concurrent",
                    "requests_per_second",
                    "requests_max",
                    "price",
                    "timeout",
                    "retries",
                    "on_error",
                    "on_empty",
                    "not_found",
                    "cache_ttl",
                    "order",
                    "random_order",
                    "stable",
                    "bounds",
                    "hedge");

    private static final Pattern DURATION =
            Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ms|s|m|min|h|d|)", Pattern.CASE_INSENSITIVE);

    private final String source;
    private final Map<String, String> values = new TreeMap<>();

    SourceOptions(String source, Map<String, String> options) {
        this(source, options, NAMES);
    }

    /// @param names the options allowed here, besides `header.NAME` and `form.NAME`
    SourceOptions(String source, Map<String, String> options, Set<String> names) {
        this.source = source;
        for (Map.Entry<String, String> option : options.entrySet()) {
            String name = option.getKey();
            String lower = name.toLowerCase(Locale.ROOT);
            boolean dotted = lower.startsWith("header.") || lower.startsWith("form.");
            if (!dotted && !names.contains(lower)) {
                List<String> known = new ArrayList<>(names);
                known.add("header.NAME");
                known.add("form.NAME");
                throw TelegraphException.input(
                        "an option must be one of those a source has: source="
                                + source
                                + " option="
                                + name
                                + Nearest.advice(lower, known));
            }
            if (values.put(dotted ? name : lower, option.getValue()) != null) {
                throw wrong(name, option.getValue(), "an option is given once");
            }
        }
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /// The options `prefix.NAME`, by NAME, in order of name.
    Map<String, String> dotted(String prefix) {
        Map<String, String> found = new TreeMap<>();
        values.forEach((name, value) -> {
            if (name.toLowerCase(Locale.ROOT).startsWith(prefix + ".")) {
                found.put(name.substring(prefix.length() + 1), value);
            }
        });
        return found;
    }

    long whole(String name, long otherwise, long min, long max) {
        String text = values.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(text.strip());
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw wrong(name, text, "a whole number is needed");
        }
        throw wrong(name, text, "a whole number from " + min + " to " + max + " is needed");
    }

    double number(String name, double otherwise) {
        String text = values.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            double value = Double.parseDouble(text.strip());
            if (value > 0 && value <= 1e6) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw wrong(name, text, "a number is needed");
        }
        throw wrong(name, text, "a number above 0 and up to 1000000 is needed");
    }

    boolean flag(String name, boolean otherwise) {
        String text = values.get(name);
        if (text == null) {
            return otherwise;
        }
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true", "on", "yes", "1" -> true;
            case "false", "off", "no", "0" -> false;
            default -> throw wrong(name, text, "true or false is needed");
        };
    }

    Optional<Duration> duration(String name) {
        String text = values.get(name);
        if (text == null) {
            return Optional.empty();
        }
        Matcher matcher = DURATION.matcher(text.strip());
        if (!matcher.matches()) {
            throw wrong(name, text, "a duration such as '500ms', '10s', '5m' or '1h' is needed");
        }
        double millis =
                Double.parseDouble(matcher.group(1))
                        * switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
                            case "ms" -> 1;
                            case "m", "min" -> 60_000;
                            case "h" -> 3_600_000;
                            case "d" -> 86_400_000;
                            default -> 1000;
                        };
        return Optional.of(Duration.ofMillis((long) millis));
    }

    /// What one request costs.
    Optional<Price> price(String name) {
        String text = values.get(name);
        if (text == null) {
            return Optional.empty();
        }
        Optional<Price> price = Price.of(text);
        if (price.isEmpty()) {
            throw wrong(
                    name,
                    text,
                    "a price is a decimal number and, if you like, a currency, such as '0.002 USD'");
        }
        return price;
    }

    String choice(String name, String otherwise, String... allowed) {
        String text = values.get(name);
        if (text == null) {
            return otherwise;
        }
        String lower = text.strip().toLowerCase(Locale.ROOT);
        List<String> choices = List.of(allowed);
        if (!choices.contains(lower)) {
            throw wrong(
                    name,
                    text,
                    "one of " + String.join(", ", choices) + " is needed",
                    Nearest.advice(lower, choices));
        }
        return lower;
    }

    TelegraphException wrong(String name, String value, String rule) {
        return wrong(name, value, rule, "");
    }

    TelegraphException wrong(String name, String value, String rule, String advice) {
        // A token written in clear is refused, and not repeated.
        String shown = name.equals("token") ? Secrets.SHOWN : value;
        return TelegraphException.input(
                rule + ": source=" + source + " option=" + name + " value=" + shown + advice);
    }

    TelegraphException missing(String name, String rule) {
        return TelegraphException.input(rule + ": source=" + source + " option=" + name);
    }
}
