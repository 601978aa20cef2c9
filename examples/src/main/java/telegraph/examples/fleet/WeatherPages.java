package telegraph.examples.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// The weather of each airport by the hour, as a CSV file: `GET /weather/JFK.csv`.
///
/// The file of JFK stalls in the middle, every time, and a header says so.
///
/// Threads: any.
final class WeatherPages implements Pages {
    private static final String STALLING = "/weather/JFK.csv";

    private final Map<String, Reply> files = new HashMap<>();

    WeatherPages() throws IOException {
        Map<String, StringBuilder> texts = new HashMap<>();
        try (BufferedReader in = Shipped.text("weather.csv.gz")) {
            String header = in.readLine();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String origin = line.substring(0, line.indexOf(','));
                texts.computeIfAbsent(origin, name -> new StringBuilder(header + "\n"))
                        .append(line)
                        .append('\n');
            }
        }
        texts.forEach((origin, text) -> files.put("/weather/" + origin + ".csv", reply(text)));
        files.computeIfPresent(
                STALLING, (path, reply) -> reply.stalling().with("X-Notice", "stalls halfway"));
    }

    @Override
    public Reply get(Request request) {
        Reply file = files.get(request.path());
        return file == null ? Reply.notFound(request) : file;
    }

    private static Reply reply(StringBuilder text) {
        return Reply.csv(text.toString()).with("Cache-Control", "no-store");
    }
}
