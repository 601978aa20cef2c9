package telegraph.sources.http;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import telegraph.sources.fetch.Encodings;
import telegraph.sources.fetch.PageRequest;
import telegraph.sources.fetch.Secrets;
import telegraph.sources.fetch.Template;
import telegraph.sources.text.SourceOptions;

/// The request of a source with holes for what changes: values, page numbers, secrets.
///
/// A query parameter, form field or header whose hole has no value is left out. In the path and the
/// body every hole is a REQUIRED column's or one of paging; the first request knows no cursor, and
/// has nothing there, or null in a JSON body.
///
/// Threads: any; it never changes.
final class RequestTemplate {
    private static final byte[] NOTHING = new byte[0];
    private static final Set<String> METHODS = Set.of("GET", "POST");
    private static final String AGENT = "telegraph";

    /// A name and its value, as a parameter, field or header.
    private record Pair(String name, Template value) {}

    private final String method;
    private final Template path;
    private final List<Pair> query = new ArrayList<>();
    private final List<Pair> form = new ArrayList<>();
    private final List<Pair> headers = new ArrayList<>();
    private final Optional<Template> body;
    private final boolean json;
    private final boolean idempotent;

    RequestTemplate(SourceOptions options, Set<String> holesAllowed) {
        String url =
                options.text("url")
                        .map(String::strip)
                        .filter(u -> !u.isEmpty())
                        .orElseThrow(() -> options.missing("url", "a source needs an address"));
        if (!url.regionMatches(true, 0, "http://", 0, 7)
                && !url.regionMatches(true, 0, "https://", 0, 8)) {
            throw options.wrong("url", url, "an address must start with http:// or https://");
        }
        int fragment = url.indexOf('#');
        url = fragment < 0 ? url : url.substring(0, fragment);
        int question = url.indexOf('?');
        path = new Template(question < 0 ? url : url.substring(0, question));
        if (question >= 0) {
            for (String pair : url.substring(question + 1).split("&")) {
                int equals = pair.indexOf('=');
                if (equals >= 0) {
                    query.add(
                            new Pair(
                                    pair.substring(0, equals),
                                    new Template(pair.substring(equals + 1))));
                } else if (!pair.isEmpty()) {
                    query.add(new Pair("", new Template(pair)));
                }
            }
        }
        body = options.text("body").map(Template::new);
        json = options.text("body").orElse("").strip().matches("(?s)[\\[{].*");
        method =
                options.text("method")
                        .map(m -> m.strip().toUpperCase(java.util.Locale.ROOT))
                        .orElse(body.isPresent() ? "POST" : "GET");
        if (!METHODS.contains(method)) {
            throw options.wrong("method", method, "the method must be GET or POST");
        }
        if (body.isPresent() && method.equals("GET")) {
            throw options.wrong("method", method, "a request with a body is a POST");
        }
        options.dotted("form").forEach((n, v) -> form.add(new Pair(n, new Template(v))));
        if (body.isPresent() && !form.isEmpty()) {
            throw options.missing("body", "a request has a body or form fields, not both");
        }
        idempotent = options.flag("idempotent").orElse(method.equals("GET"));
        headers(options);
        checkHoles(options, holesAllowed);
    }

    private void headers(SourceOptions options) {
        Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        given.putAll(options.dotted("header"));
        options.text("token")
                .ifPresent(token -> given.put("Authorization", bearer(options, token)));
        given.putIfAbsent("Accept-Encoding", Encodings.ACCEPTED);
        given.putIfAbsent("User-Agent", AGENT);
        if (body.isPresent()) {
            given.putIfAbsent("Content-Type", json ? "application/json" : "text/plain");
        } else if (method.equals("POST")) {
            given.putIfAbsent("Content-Type", "application/x-www-form-urlencoded");
        }
        given.forEach((name, value) -> {
            Template template = new Template(value);
            if (name.equalsIgnoreCase("Authorization") && !template.hasSecrets()) {
                throw TelegraphException.input(
                        "a secret is named, not written: option=header."
                                + name
                                + ". Put secret.NAME = … into telegraph.conf and write"
                                + " {secret:NAME} here.");
            }
            headers.add(new Pair(name, template));
        });
    }

    private static String bearer(SourceOptions options, String token) {
        if (!token.startsWith("secret:")) {
            throw options.wrong(
                    "token",
                    Secrets.SHOWN, // written in clear, it is refused and not repeated
                    "a token is named, not written: put secret.NAME = … into telegraph.conf and"
                            + " write 'secret:NAME' here");
        }
        return "Bearer {" + token.strip() + "}";
    }

    private void checkHoles(SourceOptions options, Set<String> allowed) {
        for (String hole : holes()) {
            if (!allowed.contains(hole)) {
                throw options.wrong(
                        "url",
                        "{" + hole + "}",
                        "a hole must name a REQUIRED or OPTIONAL column, page, offset, cursor or"
                                + " limit"
                                + Nearest.advice(hole, allowed)
                                + " Found");
            }
        }
    }

    /// All names that stand in holes.
    Set<String> holes() {
        Set<String> names = new LinkedHashSet<>(firmHoles());
        Stream.of(query, form, headers)
                .flatMap(List::stream)
                .forEach(p -> names.addAll(p.value.holes()));
        return names;
    }

    /// The names in holes that cannot be left out.
    Set<String> firmHoles() {
        Set<String> names = new LinkedHashSet<>(path.holes());
        body.ifPresent(b -> names.addAll(b.holes()));
        return names;
    }

    Set<String> pathHoles() {
        return path.holes();
    }

    /// Adds a parameter, or a field in a POST form, that has the column's own name.
    void add(String column) {
        (method.equals("POST") && body.isEmpty() ? form : query)
                .add(new Pair(column, new Template("{" + column + "}")));
    }

    /// The request with these values in its holes.
    PageRequest fill(Map<String, String> values, Secrets secrets) {
        UnaryOperator<String> hidden = name -> Secrets.SHOWN;
        String address = address(values, secrets::value);
        Map<String, String> sent = new LinkedHashMap<>();
        for (Pair header : headers) {
            if (values.keySet().containsAll(header.value.holes())) {
                sent.put(
                        header.name,
                        header.value.fill(values::get, secrets::value, UnaryOperator.identity()));
            }
        }
        String shown = method + " " + address(values, hidden);
        try {
            return new PageRequest(
                    method, URI.create(address), shown, sent, bytes(values, secrets), idempotent);
        } catch (IllegalArgumentException e) {
            throw TelegraphException.input("an address must be well formed: " + shown, null);
        }
    }

    /// The request that a link on a page leads to: the same but for the address.
    PageRequest to(URI target, Map<String, String> values, Secrets secrets) {
        PageRequest first = fill(values, secrets);
        Map<String, String> sent = new LinkedHashMap<>(first.headers());
        if (!hostOf(target).equalsIgnoreCase(hostOf(first.uri()))) {
            sent.values().removeIf(value -> !secrets.mask(value).equals(value));
        }
        return new PageRequest(
                method,
                target,
                method + " " + secrets.mask(target.toString()),
                sent,
                first.body(),
                idempotent);
    }

    private static String hostOf(URI uri) {
        return uri.getScheme() + "://" + uri.getRawAuthority();
    }

    private String address(Map<String, String> values, UnaryOperator<String> secrets) {
        StringBuilder address =
                new StringBuilder(
                        Template.repairUrl(
                                path.fill(values::get, secrets, RequestTemplate::inUrl)));
        char separator = '?';
        List<Pair> pairs = new ArrayList<>(query);
        if (method.equals("GET")) {
            pairs.addAll(form);
        }
        for (Pair pair : pairs) {
            if (!values.keySet().containsAll(pair.value.holes())) {
                continue;
            }
            address.append(separator);
            if (!pair.name.isEmpty()) {
                address.append(Template.repairUrl(pair.name)).append('=');
            }
            address.append(
                    Template.repairUrl(
                            pair.value.fill(values::get, secrets, RequestTemplate::inUrl)));
            separator = '&';
        }
        return address.toString();
    }

    private byte[] bytes(Map<String, String> values, Secrets secrets) {
        if (body.isPresent()) {
            UnaryOperator<String> encoding = RequestTemplate::inJson;
            String text =
                    json
                            ? body.get().fillJson(values::get, secrets::value, encoding)
                            : body.get().fill(values::get, secrets::value, encoding);
            return text.getBytes(StandardCharsets.UTF_8);
        }
        if (method.equals("GET")) {
            return NOTHING;
        }
        StringBuilder out = new StringBuilder();
        for (Pair field : form) {
            if (values.keySet().containsAll(field.value.holes())) {
                String value =
                        field.value.fill(values::get, secrets::value, UnaryOperator.identity());
                out.append(out.isEmpty() ? "" : "&")
                        .append(URLEncoder.encode(field.name, StandardCharsets.UTF_8))
                        .append('=')
                        .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
            }
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    /// A value as it stands in an address; what hides a secret stays readable.
    private static String inUrl(String value) {
        return value.equals(Secrets.SHOWN) ? value : Template.percentEncode(value);
    }

    /// A value as it stands between the quotes of a JSON string; a number is the same without.
    private static String inJson(String value) {
        StringBuilder out = new StringBuilder(value.length());
        for (char c : value.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
