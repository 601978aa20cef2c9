package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.server.ServerOptions;

/// The examples of docs/http-api.md: each command prints what stands below it, where `…` is
/// anything.
class PageOfExamplesTest {
    private static final Path PAGE = Path.of("..", "docs", "http-api.md");
    private static final Pattern EXAMPLE =
            Pattern.compile("```sh\n(.*?)```\n```(?:json)?\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD =
            Pattern.compile("(?:'[^']*'|\"[^\"]*\"|\\\\\n|[^\\s'\"\\\\])+");

    @TempDir Path folder;

    @Test
    void eachPrintsWhatThePageSays() throws IOException {
        Files.writeString(
                folder.resolve("planets.csv"), "name,moons\nMercury,0\nVenus,0\nEarth,1\n");
        Matcher example = EXAMPLE.matcher(Files.readString(PAGE));
        int examples = 0;
        try (HttpServer http = new HttpServer(folder, ServerOptions.DEFAULT, Map.of())) {
            while (example.find()) {
                String printed = "";
                for (String command : commands(example.group(1))) {
                    printed = run(http, words(command));
                }
                assertLooksLike(example.group(2), printed);
                examples++;
            }
        }
        assertTrue(examples >= 7, "examples: " + examples);
    }

    private static List<String> commands(String script) {
        return List.of(script.strip().split("(?<!\\\\)\n"));
    }

    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command);
        while (word.find()) {
            String text = unquoted(word.group());
            if (!text.isEmpty()) {
                words.add(text);
            }
        }
        return words;
    }

    /// A word as a shell would hand it over.
    private static String unquoted(String word) {
        StringBuilder text = new StringBuilder();
        char quote = 0;
        for (char c : word.replace("\\\n", "").toCharArray()) {
            if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private static String run(HttpServer http, List<String> words) {
        assertEquals("curl", words.getFirst());
        HttpRequest.Builder request = HttpRequest.newBuilder();
        for (int i = 1; i < words.size(); i++) {
            switch (words.get(i)) {
                case "-s", "-sN" -> {}
                case "-H" -> {
                    String[] header = words.get(++i).split(": ", 2);
                    request.header(header[0], header[1]);
                }
                case "--data-binary" -> request.POST(BodyPublishers.ofString(words.get(++i)));
                default -> {
                    String address = words.get(i);
                    String start = "http://127.0.0.1:8080";
                    assertTrue(address.startsWith(start), address);
                    request.uri(http.uri(address.substring(start.length())));
                }
            }
        }
        return http.send(request).body();
    }

    private static void assertLooksLike(String expected, String printed) {
        StringBuilder pattern = new StringBuilder();
        for (String part : expected.strip().split("…", -1)) {
            pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(part));
        }
        // Progress and routes come when they come.
        String told =
                printed.strip()
                        .lines()
                        .filter(line -> !line.startsWith("{\"event\":\"progress\""))
                        .filter(line -> !line.startsWith("{\"event\":\"routes\""))
                        .reduce((a, b) -> a + "\n" + b)
                        .orElse("");
        assertTrue(
                Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(told).matches(),
                "expected:\n" + expected + "\nfound:\n" + told);
    }
}
