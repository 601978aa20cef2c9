package telegraph.examples.fleet;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Flights as JSON, a thousand a page.
///
/// `GET /api/flights?page=2&carrier=DL` answers
/// `{"page":2,"pages":49,"total":48110,"results":[…]}`. The filters are optional and are combined
/// with and. What lies under `/api/board` is that of [BoardPages].
///
/// Threads: any.
final class FlightsPages implements Pages {
    static final int PAGE_SIZE = 1_000;

    private static final Set<String> FILTERS = Set.of("carrier", "origin", "dest", "month", "day");
    private static final int FILTERS_KEPT_MAX = 64;

    private final FlightTable table;
    private final BoardPages board;
    private final Map<Map<String, String>, int[]> matching =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Map<String, String>, int[]> eldest) {
                    return size() > FILTERS_KEPT_MAX;
                }
            };

    FlightsPages(FlightTable table) {
        this.table = table;
        this.board = new BoardPages(table);
    }

    @Override
    public Reply get(Request request) {
        if (request.path().equals("/api/board")) {
            return board.get(request);
        }
        if (!request.path().equals("/api/flights")) {
            return Reply.notFound(request);
        }
        Map<String, String> filters = new LinkedHashMap<>(request.parameters());
        String asked = filters.getOrDefault("page", "1");
        filters.remove("page");
        if (!asked.matches("[1-9][0-9]{0,6}")) {
            return Reply.problem(400, "page is a number from 1: page=" + asked);
        }
        for (String name : filters.keySet()) {
            if (!FILTERS.contains(name)) {
                return Reply.problem(400, "flights have no such filter: name=" + name);
            }
        }
        return Reply.json(page(Integer.parseInt(asked), rowsOf(filters)))
                .with("Cache-Control", "no-store");
    }

    private int[] rowsOf(Map<String, String> filters) {
        synchronized (matching) {
            return matching.computeIfAbsent(Map.copyOf(filters), table::matching);
        }
    }

    private String page(int number, int[] rows) {
        int pages = (rows.length + PAGE_SIZE - 1) / PAGE_SIZE;
        StringBuilder out = new StringBuilder(PAGE_SIZE * 400);
        out.append("{\"page\":").append(number);
        out.append(",\"pages\":").append(pages);
        out.append(",\"total\":").append(rows.length);
        out.append(",\"results\":[");
        int from = (int) Math.min(rows.length, (number - 1L) * PAGE_SIZE);
        int to = Math.min(rows.length, from + PAGE_SIZE);
        for (int i = from; i < to; i++) {
            out.append(i == from ? "\n" : ",\n");
            table.appendJson(rows[i], out);
        }
        return out.append("]}\n").toString();
    }
}
