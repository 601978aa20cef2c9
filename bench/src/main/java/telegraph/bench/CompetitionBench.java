package telegraph.bench;

import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import telegraph.bench.run.TelegraphRuns;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.Request;

/// One table on a site that can be read page by page and asked for a row by its key, both within
/// the same few requests at once: how much longer it takes to find the better way than to know it.
///
/// Each setting is measured three times in one run: declared with the pages only, with the key
/// only, and with both. A way that stalls is not measured alone, since it never ends.
final class CompetitionBench {
    private static final int ROWS = 2_000;
    private static final int PAGE_ROWS = 20;
    private static final int LOOKUP_MILLIS = 60;
    private static final int NEVER = Integer.MAX_VALUE;
    private static final int STALL_MILLIS = 500;
    private static final double GOAL = 1.2;

    private final Report report;
    private final int keys;
    private final int runs;
    private TelegraphRuns telegraph;
    private int sources;

    /// How a site behaves.
    ///
    /// @param pageMillis how long a page takes; so long that both ways need about as long is 120
    /// @param pagesStallAfter when pages stop coming, in milliseconds, or [#NEVER]
    /// @param lookupsStallAfter the same of lookups
    private record Setting(
            String name, int pageMillis, int pagesStallAfter, int lookupsStallAfter) {}

    /// The ways a table is declared.
    private enum Way {
        SCAN("id BIGINT PRIMARY KEY"),
        LOOKUPS("id BIGINT REQUIRED"),
        BOTH("id BIGINT OPTIONAL PRIMARY KEY");

        private final String column;

        Way(String column) {
            this.column = column;
        }
    }

    private static final Setting[] SETTINGS = {
        new Setting("fast-scan", 30, NEVER, NEVER),
        new Setting("equal", 120, NEVER, NEVER),
        new Setting("slow-scan", 480, NEVER, NEVER),
        new Setting("scan-stalls-at-once", 120, 0, NEVER),
        new Setting("scan-stalls-later", 90, STALL_MILLIS, NEVER),
        new Setting("lookups-stall", 120, NEVER, 0),
    };

    CompetitionBench(Report report, boolean quick) {
        this.report = report;
        this.keys = 200;
        this.runs = quick ? 1 : 3;
    }

    void run() throws IOException, InterruptedException {
        report.section(
                "Competition",
                keys
                        + " keys look for their rows among "
                        + ROWS
                        + " on a site that shows them in "
                        + ROWS / PAGE_ROWS
                        + " pages or one by one in "
                        + LOOKUP_MILLIS
                        + " ms; medians of "
                        + runs
                        + ", in ms. What stalls does so at once or after "
                        + STALL_MILLIS
                        + " ms, and for good.",
                "setting",
                "at once",
                "scan alone",
                "lookups alone",
                "both",
                "both / better",
                "pages asked",
                "lookups asked",
                "most at once");
        try (TelegraphRuns opened = new TelegraphRuns(2, 1)) {
            telegraph = opened;
            String list =
                    IntStream.range(0, keys)
                            .mapToObj(i -> "(" + (long) i * ROWS / keys + ")")
                            .collect(Collectors.joining(", "));
            telegraph.execute("CREATE TABLE driver AS SELECT * FROM (VALUES " + list + ") v(id)");
            once(SETTINGS[0], 4, Way.SCAN); // warm
            once(SETTINGS[0], 4, Way.LOOKUPS);
            once(SETTINGS[0], 4, Way.BOTH);
            for (Setting setting : SETTINGS) {
                for (int places : new int[] {4, 16}) {
                    compare(setting, places);
                }
            }
        }
    }

    private void compare(Setting setting, int places) throws InterruptedException {
        boolean scanEnds = setting.pagesStallAfter == NEVER;
        boolean lookupsEnd = setting.lookupsStallAfter == NEVER;
        double[] scans = new double[runs];
        double[] lookups = new double[runs];
        double[] both = new double[runs];
        Site last = null;
        for (int r = 0; r < runs; r++) {
            scans[r] = scanEnds ? once(setting, places, Way.SCAN).millis : Double.MAX_VALUE;
            lookups[r] = lookupsEnd ? once(setting, places, Way.LOOKUPS).millis : Double.MAX_VALUE;
            last = once(setting, places, Way.BOTH);
            both[r] = last.millis;
        }
        double scan = Report.median(scans);
        double lookup = Report.median(lookups);
        double ratio = Report.median(both) / Math.min(scan, lookup);
        report.row(
                setting.name,
                places,
                scanEnds ? scan : "never",
                lookupsEnd ? lookup : "never",
                Report.median(both),
                ratio,
                last.pages,
                last.lookups,
                last.most);
        report.atMost("competition-" + setting.name + "-" + places, ratio, GOAL);
    }

    /// What a run took and what the site saw of it.
    private record Site(double millis, int pages, int lookups, int most) {}

    private Site once(Setting setting, int places, Way way) throws InterruptedException {
        try (FaultServer web = new FaultServer()) {
            long started = System.nanoTime();
            web.on(
                    "/rows",
                    request ->
                            request.parameter("id").isEmpty()
                                    ? page(setting, request, started)
                                    : row(setting, request, started));
            String name = "site" + sources++;
            telegraph.execute(
                    "CREATE SOURCE "
                            + name
                            + " ("
                            + way.column
                            + ", v BIGINT) WITH (connector = 'http', url = '"
                            + web.url("/rows?page={page}")
                            + "', format = 'json', rows = '$.rows', page_count = '$.pages',"
                            + " max_concurrent = "
                            + places
                            + ")");
            TelegraphRuns.Timed timed =
                    telegraph.timed(
                            "SELECT count(*), sum(t.v - t.id) FROM driver d JOIN "
                                    + name
                                    + " t ON t.id = d.id");
            Object[] found = timed.rows().getFirst();
            if (((Number) found[0]).longValue() != keys) {
                throw new IllegalStateException("rows=" + found[0] + " expected=" + keys);
            }
            int asked = (int) web.log().stream().filter(r -> !r.parameter("id").isEmpty()).count();
            return new Site(timed.millis(), web.requests() - asked, asked, web.inProgressMax());
        }
    }

    private static boolean stalls(int after, long started) {
        return System.nanoTime() - started >= after * 1_000_000L;
    }

    private static Reply page(Setting setting, Request request, long started) {
        if (stalls(setting.pagesStallAfter, started)) {
            return Reply.hang();
        }
        int page = Integer.parseInt(request.parameter("page"));
        int first = (page - 1) * PAGE_ROWS;
        return rows(first, Math.min(ROWS, first + PAGE_ROWS)).delayed(setting.pageMillis);
    }

    private static Reply row(Setting setting, Request request, long started) {
        if (stalls(setting.lookupsStallAfter, started)) {
            return Reply.hang();
        }
        int id = Integer.parseInt(request.parameter("id"));
        return rows(id, id + 1).delayed(LOOKUP_MILLIS);
    }

    private static Reply rows(int from, int to) {
        return Reply.json(
                IntStream.range(from, to)
                        .mapToObj(id -> "{\"id\":" + id + ",\"v\":" + (id + 1) + "}")
                        .collect(
                                Collectors.joining(
                                        ",",
                                        "{\"pages\":"
                                                + (to - from == 1 ? 1 : ROWS / PAGE_ROWS)
                                                + ",\"rows\":[",
                                        "]}")));
    }
}
