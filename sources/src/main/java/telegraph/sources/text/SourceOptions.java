package telegraph.sources.text;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import telegraph.ground.Nearest;
import telegraph.ground.OptionReader;
import telegraph.ground.TelegraphException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The options of one source as they come from SQL, read as what they should be.
///
/// A value may be a String, Long, Double, Boolean, Map or List, and a string may hold any of them:
/// `'true'`, `'20'`, `'{"x":"TEXT"}'`. Names are known in any case; one that ends in `.NAME` among
/// those known stands for all that begin like it.
///
/// A declared source is named in messages; a file, which is read where its options stand, is not.
///
/// Threads: one.
public final class SourceOptions {
    private static final String ANY = ".NAME";
    private static final String TYPES = "'{\"x\":\"TEXT\"}'";

    private final Optional<String> source;
    private final Map<String, Object> values = new LinkedHashMap<>();

    /// @param source the name of the source, if it was declared
    /// @throws TelegraphException of kind INPUT if an option is not among `known`
    public SourceOptions(Optional<String> source, Map<String, ?> given, Set<String> known) {
        this.source = source;
        given.forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            int dot = lower.indexOf('.');
            boolean any = dot > 0 && known.contains(lower.substring(0, dot) + ANY);
            if (!any && !known.contains(lower)) {
                throw unknown(name, Nearest.advice(lower, known));
            }
            // What follows the dot is somebody else's name.
            String key = any ? lower.substring(0, dot) + name.substring(dot) : lower;
            if (value != null && values.put(key, value) != null) {
                throw missing(name, "an option is given once");
            }
        });
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).map(String::valueOf);
    }

    public Optional<Boolean> flag(String name) {
        return read(name, OptionReader::flag, "true or false");
    }

    /// A whole number from `least` to `most`.
    public Optional<Long> whole(String name, long least, long most) {
        Optional<Long> number = read(name, OptionReader::whole, "a whole number");
        if (number.isPresent() && (number.get() < least || number.get() > most)) {
            String limit = most == Long.MAX_VALUE ? "" : " to " + most;
            throw unfit(name, "a whole number from " + least + limit);
        }
        return number;
    }

    /// A number above zero.
    public Optional<Double> number(String name) {
        Optional<Double> number = read(name, SourceOptions::parsed, "a number");
        if (number.isPresent() && !(number.get() > 0 && number.get() <= 1e6)) {
            throw unfit(name, "a number above 0 and up to 1000000");
        }
        return number;
    }

    private static Optional<Double> parsed(String text) {
        try {
            return Optional.of(Double.parseDouble(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /// A length of time, in seconds if it has no unit.
    public Optional<Duration> duration(String name) {
        return read(
                name,
                text -> OptionReader.duration(text, "s"),
                "a duration such as '500ms', '10s', '5m' or '1h'");
    }

    /// One of the words allowed, in lower case.
    public Optional<String> choice(String name, String... allowed) {
        Optional<String> word = text(name).map(text -> text.strip().toLowerCase(Locale.ROOT));
        List<String> choices = List.of(allowed);
        if (word.isPresent() && !choices.contains(word.get())) {
            String rule = "one of " + String.join(", ", choices) + " is needed";
            throw wrong(name, text(name).get(), rule, Nearest.advice(word.get(), choices));
        }
        return word;
    }

    /// One ASCII character; -1 for the empty string.
    public Optional<Integer> character(String name) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String one = text.get().equals("\\t") ? "\t" : text.get();
        if (one.isEmpty()) {
            return Optional.of(-1);
        }
        char c = one.charAt(0);
        if (one.length() > 1 || c > 127 || c == '\n' || c == '\r') {
            throw unfit(name, "one ASCII character");
        }
        return Optional.of((int) c);
    }

    public Optional<Charset> charset(String name) {
        Optional<String> text = text(name);
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
    public boolean isList(String name) {
        Object value = values.get(name);
        return value instanceof List
                || (value instanceof String text && text.strip().startsWith("["));
    }

    /// A list of strings; a plain string is a list of one.
    public List<String> strings(String name) {
        Object value = values.get(name);
        if (value == null) {
            return List.of();
        }
        List<String> strings = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(item -> strings.add(String.valueOf(item)));
        } else if (isList(name)) {
            for (JsonNode item : json(name)) {
                strings.add(item.asString());
            }
        } else {
            strings.add(value.toString());
        }
        return strings;
    }

    /// Names and what they stand for, in the order given.
    public Map<String, String> map(String name) {
        Object value = values.get(name);
        Map<String, String> map = new LinkedHashMap<>();
        if (value == null) {
            return map;
        }
        if (value instanceof Map<?, ?> given) {
            given.forEach((key, item) -> map.put(String.valueOf(key), String.valueOf(item)));
            return map;
        }
        JsonNode node = json(name);
        if (!node.isObject()) {
            throw unfit(name, "names and types, as in " + TYPES);
        }
        node.properties().forEach(entry -> map.put(entry.getKey(), entry.getValue().asString()));
        return map;
    }

    private JsonNode json(String name) {
        return read(name, SourceOptions::parsedJson, "JSON, as in " + TYPES).orElseThrow();
    }

    private static Optional<JsonNode> parsedJson(String text) {
        try {
            return Optional.of(JsonMapper.shared().readTree(text));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /// The options `prefix.NAME`, by NAME, in order of name.
    public Map<String, String> dotted(String prefix) {
        Map<String, String> found = new TreeMap<>();
        values.forEach((name, value) -> {
            if (name.startsWith(prefix + ".")) {
                found.put(name.substring(prefix.length() + 1), value.toString());
            }
        });
        return found;
    }

    /// A value of the kind that `reader` reads, if the option is given.
    ///
    /// @param reader gives nothing for a text of another kind
    /// @param kind in words
    public <T> Optional<T> read(String name, Function<String, Optional<T>> reader, String kind) {
        return text(name).map(text -> reader.apply(text).orElseThrow(() -> unfit(name, kind)));
    }

    private TelegraphException unfit(String name, String kind) {
        String value = text(name).orElse("");
        return source.isPresent()
                ? wrong(name, value, kind + " is needed")
                : TelegraphException.input(
                        "option " + name + " is " + kind + ": " + name + "=\"" + value + "\"");
    }

    /// What to throw for a value that breaks a rule.
    public TelegraphException wrong(String name, String value, String rule) {
        return wrong(name, value, rule, "");
    }

    /// The same with a second sentence, as [Nearest#advice] gives one.
    public TelegraphException wrong(String name, String value, String rule, String advice) {
        return TelegraphException.input(rule + ": " + place(name) + " value=" + value + advice);
    }

    /// What to throw for an option that should be there, or should not.
    public TelegraphException missing(String name, String rule) {
        return TelegraphException.input(rule + ": " + place(name));
    }

    private TelegraphException unknown(String name, String advice) {
        return TelegraphException.input(
                source.isPresent()
                        ? "an option must be one of those a source has: " + place(name) + advice
                        : "unknown option \"" + name + "\"" + advice);
    }

    private String place(String name) {
        return source.map(known -> "source=" + known + " ").orElse("") + "option=" + name;
    }
}
