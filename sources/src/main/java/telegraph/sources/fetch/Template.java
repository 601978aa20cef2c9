package telegraph.sources.fetch;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Text with holes: `{name}` for a value and `{secret:NAME}` for a setting.
///
/// Braces that hold anything but a name are text, so that a JSON body needs no quoting.
public final class Template {
    private static final Pattern HOLE = Pattern.compile("\\{(secret:)?([A-Za-z_][A-Za-z0-9_.-]*)}");
    private static final String UNRESERVED =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    private static final String IN_URLS = UNRESERVED + ":/?#[]@!$&'()*+,;=%";

    private sealed interface Part {}

    private record Text(String text) implements Part {}

    private record Hole(String name) implements Part {}

    private record Secret(String name) implements Part {}

    private final List<Part> parts = new ArrayList<>();

    public Template(String text) {
        Matcher matcher = HOLE.matcher(text);
        int from = 0;
        while (matcher.find()) {
            parts.add(new Text(text.substring(from, matcher.start())));
            String name = matcher.group(2);
            parts.add(matcher.group(1) == null ? new Hole(name) : new Secret(name));
            from = matcher.end();
        }
        parts.add(new Text(text.substring(from)));
    }

    public Set<String> holes() {
        Set<String> names = new LinkedHashSet<>();
        for (Part part : parts) {
            if (part instanceof Hole hole) {
                names.add(hole.name);
            }
        }
        return names;
    }

    public boolean hasSecrets() {
        return parts.stream().anyMatch(Secret.class::isInstance);
    }

    /// The text with all holes filled, with nothing where there is no value; values and secrets
    /// pass through `encoding`.
    public String fill(
            UnaryOperator<String> values,
            UnaryOperator<String> secrets,
            UnaryOperator<String> encoding) {
        StringBuilder out = new StringBuilder();
        for (Part part : parts) {
            switch (part) {
                case Text text -> out.append(text.text);
                case Hole hole -> out.append(encoding.apply(value(values, hole)));
                case Secret secret -> out.append(encoding.apply(secrets.apply(secret.name)));
            }
        }
        return out.toString();
    }

    private static String value(UnaryOperator<String> values, Hole hole) {
        String value = values.apply(hole.name);
        return value == null ? "" : value;
    }

    /// The text of a JSON document with all holes filled. One that has no value is `null` where it
    /// stands for a value, with its quotes if they hold nothing else, and nothing in a longer text.
    public String fillJson(
            UnaryOperator<String> values,
            UnaryOperator<String> secrets,
            UnaryOperator<String> encoding) {
        List<Part> whole = new ArrayList<>(parts);
        StringBuilder out = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < whole.size(); i++) {
            switch (whole.get(i)) {
                case Text text -> {
                    out.append(text.text);
                    quoted ^= hasOddQuotes(text.text);
                }
                case Secret secret -> out.append(encoding.apply(secrets.apply(secret.name)));
                case Hole hole -> {
                    // A text stands behind every hole.
                    String after = ((Text) whole.get(i + 1)).text;
                    if (values.apply(hole.name) != null) {
                        out.append(encoding.apply(values.apply(hole.name)));
                    } else if (!quoted) {
                        out.append("null");
                    } else if (opens(out) && after.startsWith("\"")) {
                        out.setLength(out.length() - 1);
                        out.append("null");
                        whole.set(i + 1, new Text(after.substring(1)));
                        quoted = false;
                    }
                }
            }
        }
        return out.toString();
    }

    /// Whether a quote that belongs to no text comes last.
    private static boolean opens(StringBuilder out) {
        int last = out.length() - 1;
        return last >= 0 && out.charAt(last) == '"' && (last == 0 || out.charAt(last - 1) != '\\');
    }

    private static boolean hasOddQuotes(String json) {
        boolean odd = false;
        for (int i = 0; i < json.length(); i++) {
            if (json.charAt(i) == '\\') {
                i++;
            } else {
                odd ^= json.charAt(i) == '"';
            }
        }
        return odd;
    }

    /// Encodes a value so that it stands for itself anywhere in an address (RFC 3986).
    public static String percentEncode(String value) {
        return encode(value, UNRESERVED);
    }

    /// Encodes only what no address may contain, such as spaces.
    public static String repairUrl(String url) {
        return encode(url, IN_URLS);
    }

    private static String encode(String value, String kept) {
        StringBuilder out = new StringBuilder(value.length() + 16);
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            if (b > 0 && kept.indexOf((char) b) >= 0) {
                out.append((char) b);
            } else {
                out.append('%')
                        .append(Character.toUpperCase(Character.forDigit(b >> 4 & 15, 16)))
                        .append(Character.toUpperCase(Character.forDigit(b & 15, 16)));
            }
        }
        return out.toString();
    }
}
