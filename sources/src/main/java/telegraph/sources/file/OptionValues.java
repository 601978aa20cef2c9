package telegraph.sources.file;

import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Options as they come from SQL, read as what they should be.
///
/// A value may be a String, Long, Double, Boolean, Map or List, and a string may hold any of them:
/// `'true'`, `'20'`, `'{"x":"TEXT"}'`.
///
/// Threads: one.
final class OptionValues {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /// @throws TelegraphException of kind INPUT if an option is not among `known`
    OptionValues(Map<String, Object> given, Set<String> known) {
        given.forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!known.contains(lower)) {
                throw TelegraphException.input(
                        "unknown option \"" + name + "\"" + Nearest.advice(lower, known));
            }
            if (value != null) {
                values.put(lower, value);
            }
        });
    }

    Optional<String> string(String name) {
        return Optional.ofNullable(values.get(name)).map(String::valueOf);
    }

    Optional<Boolean> flag(String name) {
        Object value = values.get(name);
        if (value == null || value instanceof Boolean) {
            return Optional.ofNullable((Boolean) value);
        }
        return switch (value.toString().strip().toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on", "1" -> Optional.of(true);
            case "false", "no", "off", "0" -> Optional.of(false);
            default -> throw wrong(name, "true or false", value);
        };
    }

    Optional<Long> number(String name, long least, long most) {
        Object value = values.get(name);
        if (value == null) {
            return Optional.empty();
        }
        long number;
        try {
            number = new BigDecimal(value.toString().strip()).longValueExact();
        } catch (NumberFormatException e) {
            throw wrong(name, "a whole number", value);
        } catch (ArithmeticException e) {
            throw wrong(name, "a whole number", value);
        }
        if (number < least || number > most) {
            throw wrong(name, "a whole number from " + least, value);
        }
        return Optional.of(number);
    }

    /// One ASCII character; -1 for the empty string.
    Optional<Integer> character(String name) {
        Optional<String> text = string(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String one = text.get().equals("\\t") ? "\t" : text.get();
        if (one.isEmpty()) {
            return Optional.of(-1);
        }
        char c = one.charAt(0);
        if (one.length() > 1 || c > 127 || c == '\n' || c == '\r') {
            throw wrong(name, "one ASCII character", one);
        }
        return Optional.of((int) c);
    }

    Optional<Charset> charset(String name) {
        Optional<String> text = string(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String wanted = text.get().strip();
        if (wanted.equalsIgnoreCase("latin-1") || wanted.equalsIgnoreCase("latin1")) {
            return Optional.of(StandardCharsets.ISO_8859_1);
        }
        try {
            return Optional.of(Charset.forName(wanted));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw TelegraphException.input(
                    "unknown encoding \""
                            + wanted
                            + "\"."
                            + Nearest.of(wanted, Charset.availableCharsets().keySet())
                                    .map(near -> " Did you mean \"" + near + "\"?")
                                    .orElse(" Usual ones are utf-8, latin-1, windows-1252."),
                    e);
        }
    }

    /// Whether the value is a list, or a string that holds one.
    boolean isList(String name) {
        Object value = values.get(name);
        return value instanceof List
                || (value instanceof String text && text.strip().startsWith("["));
    }

    /// A list of strings; a plain string is a list of one.
    List<String> strings(String name) {
        Object value = values.get(name);
        if (value == null) {
            return List.of();
        }
        List<String> strings = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(item -> strings.add(String.valueOf(item)));
        } else if (isList(name)) {
            for (JsonNode item : json(name, value.toString())) {
                strings.add(item.asString());
            }
        } else {
            strings.add(value.toString());
        }
        return strings;
    }

    /// Names and what they stand for, in the order given.
    Map<String, String> map(String name) {
        Object value = values.get(name);
        Map<String, String> map = new LinkedHashMap<>();
        if (value == null) {
            return map;
        }
        if (value instanceof Map<?, ?> given) {
            given.forEach((key, item) -> map.put(String.valueOf(key), String.valueOf(item)));
            return map;
        }
        JsonNode node = json(name, value.toString());
        if (!node.isObject()) {
            throw wrong(name, "names and types, as in '{\"x\":\"TEXT\"}'", value);
        }
        node.properties().forEach(entry -> map.put(entry.getKey(), entry.getValue().asString()));
        return map;
    }

    private static JsonNode json(String name, String text) {
        try {
            return JsonMapper.shared().readTree(text);
        } catch (JacksonException e) {
            throw wrong(name, "JSON, as in '{\"x\":\"TEXT\"}'", text);
        }
    }

    private static TelegraphException wrong(String name, String rule, Object value) {
        return TelegraphException.input(
                "option " + name + " is " + rule + ": " + name + "=\"" + value + "\"");
    }
}
