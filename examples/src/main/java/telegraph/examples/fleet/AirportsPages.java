package telegraph.examples.fleet;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The airports as JSON, page after page: each names the cursor of the next, the last names none.
///
/// `GET /api/airports?cursor=400` answers `{"airports":[…],"next_cursor":"600"}`; with `faa=JFK`
/// only that airport.
///
/// Threads: any.
final class AirportsPages implements Pages {
    static final int PAGE_SIZE = 200;

    private final List<String> codes = new ArrayList<>();
    private final List<String> airports = new ArrayList<>();

    AirportsPages() throws IOException {
        for (NamedCsvRecord airport : Shipped.records("airports.csv.gz")) {
            codes.add(airport.getField("faa"));
            airports.add(json(airport));
        }
    }

    @Override
    public Reply get(Request request) {
        if (!request.path().equals("/api/airports")) {
            return Reply.notFound(request);
        }
        String faa = request.parameter("faa");
        if (!faa.isEmpty()) {
            int index = codes.indexOf(faa);
            return page(index < 0 ? List.of() : List.of(airports.get(index)), "null");
        }
        String cursor = request.parameter("cursor");
        if (!cursor.matches("[0-9]{0,6}")) {
            return Reply.problem(
                    400, "a cursor is one that an earlier page named: cursor=" + cursor);
        }
        int from = Math.min(airports.size(), cursor.isEmpty() ? 0 : Integer.parseInt(cursor));
        int to = Math.min(airports.size(), from + PAGE_SIZE);
        String next = to < airports.size() ? "\"" + to + "\"" : "null";
        return page(airports.subList(from, to), next);
    }

    private static Reply page(List<String> airports, String next) {
        return Reply.json(
                        "{\"airports\":["
                                + String.join(",\n", airports)
                                + "],\"next_cursor\":"
                                + next
                                + "}")
                .with("Cache-Control", "max-age=3600");
    }

    private static String json(NamedCsvRecord airport) {
        return "{\"faa\":%s,\"name\":%s,\"location\":{\"lat\":%s,\"lon\":%s,\"alt\":%s},\"tz\":%s,\"tzone\":%s}"
                .formatted(
                        quoted(airport.getField("faa")),
                        quoted(airport.getField("name")),
                        airport.getField("lat"),
                        airport.getField("lon"),
                        airport.getField("alt"),
                        airport.getField("tz"),
                        quoted(airport.getField("tzone")));
    }

    private static String quoted(String text) {
        return text.isEmpty()
                ? "null"
                : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
