package telegraph.examples.fleet;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// The departures of 8 March as JSON, fifty a page, the latest first; and it is the evening of that
/// day: while somebody reads the board the last departures come onto it at its head, and move all
/// others down.
///
/// `GET /api/board?page=2` answers `{"pages":20,"total":979,"flights":[{"id":929,…},…]}`.
///
/// Threads: any.
final class BoardPages implements Pages {
    static final int PAGE_SIZE = 50;

    /// How many are not there before so many requests have come.
    private static final int LATE = 70;

    private static final int REQUESTS_BEFORE = 6;

    private final FlightTable table;
    private final int[] rows;
    private final AtomicInteger requests = new AtomicInteger();

    BoardPages(FlightTable table) {
        this.table = table;
        this.rows = table.matching(Map.of("month", "3", "day", "8"));
    }

    @Override
    public Reply get(Request request) {
        String asked = request.parameter("page");
        if (!asked.matches("[1-9][0-9]{0,6}")) {
            return Reply.problem(400, "page is a number from 1: page=" + asked);
        }
        boolean all = requests.incrementAndGet() > REQUESTS_BEFORE;
        return Reply.json(page(Integer.parseInt(asked), all ? rows.length : rows.length - LATE))
                .with("Cache-Control", "no-store");
    }

    /// @param total how many are on the board, of which the latest comes first
    private String page(int number, int total) {
        int pages = (total + PAGE_SIZE - 1) / PAGE_SIZE;
        StringBuilder out = new StringBuilder(PAGE_SIZE * 400);
        out.append("{\"pages\":").append(pages);
        out.append(",\"total\":").append(total);
        out.append(",\"flights\":[");
        int from = (int) Math.min(total, (number - 1L) * PAGE_SIZE);
        int to = Math.min(total, from + PAGE_SIZE);
        for (int i = from; i < to; i++) {
            int id = total - 1 - i;
            out.append(i == from ? "\n" : ",\n");
            out.append("{\"id\":").append(id).append(",\"flight\":");
            table.appendJson(rows[id], out);
            out.append('}');
        }
        return out.append("]}\n").toString();
    }
}
