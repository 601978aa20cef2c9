package telegraph.examples.fleet;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a site answers.
///
/// @param stalls whether the site pauses in the middle of the body
record Reply(int status, String type, byte[] body, Map<String, String> headers, boolean stalls) {
    Reply {
        headers = Map.copyOf(headers);
    }

    static Reply json(String text) {
        return of(200, "application/json", text);
    }

    static Reply csv(String text) {
        return of(200, "text/csv; charset=utf-8", text);
    }

    /// An HTML page with a head, a title and this as its main part.
    static Reply html(int status, String title, String main) {
        String page =
                """
                <!DOCTYPE html>
                <html lang="en">
                <head><meta charset="utf-8"><title>%1$s</title></head>
                <body>
                <header><h1>%1$s</h1><nav><ul><li><a href="/">Home</a></li></ul></nav></header>
                <main>
                %2$s
                </main>
                <footer><p>A site of the Telegraph demonstration.</p></footer>
                </body>
                </html>
                """
                        .formatted(escaped(title), main);
        return of(status, "text/html; charset=utf-8", page);
    }

    /// A refusal that a program can read.
    static Reply problem(int status, String message) {
        return of(status, "application/json", "{\"error\":\"" + message.replace("\"", "'") + "\"}");
    }

    static Reply notFound(Request request) {
        return html(404, "Not found", "<p>No page at " + escaped(request.path()) + ".</p>");
    }

    Reply with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Reply(status, type, body, more, stalls);
    }

    Reply stalling() {
        return new Reply(status, type, body, headers, true);
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static Reply of(int status, String type, String text) {
        return new Reply(status, type, text.getBytes(StandardCharsets.UTF_8), Map.of(), false);
    }
}
