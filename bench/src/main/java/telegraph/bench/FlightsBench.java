package telegraph.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import telegraph.bench.run.LeastSample;
import telegraph.bench.run.TelegraphRuns;
import telegraph.examples.demo.Question;
import telegraph.examples.fleet.Fleet;
import telegraph.examples.fleet.Pace;
import telegraph.ground.Ticker;
import telegraph.sql.Session;

/// The mean delay of each airline from the demonstration's API of flights, page by page.
///
/// The API sends a thousand flights a page in the order of departure. A page is a day, and days
/// have delays in common, so pages say less than as many flights from all over the year would.
final class FlightsBench {
    private static final int SEED = 2013;
    private static final int PAGE = 1_000;
    private static final double MINUTE = 1;
    private static final double SHARE = 0.15;
    private static final String ASKED =
            "carrier, avg(arr_delay) AS delay FROM flights GROUP BY carrier ORDER BY carrier";

    private final Report report;
    private final boolean quick;

    FlightsBench(Report report, boolean quick) {
        this.report = report;
        this.quick = quick;
    }

    /// What is known of an airline in the end, and how the estimate came near it.
    private static final class Airline {
        double flights;
        double sum;
        double squares;
        final Map<Integer, double[]> pages = new LinkedHashMap<>();
        double withinFrom = 1;
        double errorThen = Double.NaN;
        double claimedThen = Double.NaN;

        void add(int page, double delay) {
            flights++;
            sum += delay;
            squares += delay * delay;
            double[] totals = pages.computeIfAbsent(page, p -> new double[2]);
            totals[0] += delay;
            totals[1]++;
        }

        double mean() {
            return sum / flights;
        }

        double deviation() {
            return Math.sqrt(squares / flights - mean() * mean());
        }

        /// The least share of the flights of all airlines, if they came singly.
        double leastOfFlights(double all) {
            LeastSample sample = new LeastSample(all, flights, sum, squares);
            return sample.ofAverage(MINUTE / Math.abs(mean())) / all;
        }

        double leastOfPages(int all) {
            double variance = 0;
            for (double[] totals : pages.values()) {
                variance += Math.pow(totals[0] - mean() * totals[1], 2) / (all - 1);
            }
            return LeastSample.of(all, variance, MINUTE * flights / all) / all;
        }
    }

    void run() throws IOException, InterruptedException {
        Map<String, Airline> airlines = new TreeMap<>();
        int flights = readAll(airlines);
        int pages = (flights + PAGE - 1) / PAGE;
        watch(airlines);
        report.section(
                "Flights",
                "Mean delay on arrival by airline, from "
                        + pages
                        + " pages of an API at 100 ms, 20 at a time, in random order; intervals at"
                        + " 95 %. The least shares are what any uniform sample of flights or of"
                        + " pages needs for one minute, by the exact variances.",
                "airline",
                "flights",
                "deviation",
                "least % of flights",
                "least % of pages",
                "within a minute from % of pages",
                "± at 15 %",
                "off at 15 %");
        int within = 0;
        int byPages = 0;
        int byFlights = 0;
        double all = 0;
        double least = 0;
        for (Map.Entry<String, Airline> entry : airlines.entrySet()) {
            Airline airline = entry.getValue();
            double ofFlights = airline.leastOfFlights(flights);
            double ofPages = airline.leastOfPages(pages);
            report.row(
                    entry.getKey(),
                    (long) airline.flights,
                    airline.deviation(),
                    100 * ofFlights,
                    100 * ofPages,
                    100 * airline.withinFrom,
                    claim(airline.claimedThen),
                    airline.errorThen);
            within += airline.withinFrom <= SHARE ? 1 : 0;
            byPages += ofPages <= SHARE ? 1 : 0;
            byFlights += ofFlights <= SHARE ? 1 : 0;
            all = Math.max(all, airline.withinFrom);
            least = Math.max(least, ofPages);
        }
        report.note(
                String.format(
                        Locale.ROOT,
                        "%d of %d airlines are within a minute at 15 %% of the pages. By the exact"
                                + " variances a sample of pages can be for %d of them, and one of"
                                + " single flights, which the API does not sell, for %d; for all of"
                                + " them no sample of pages does with less than %.1f %%.",
                        within,
                        airlines.size(),
                        byPages,
                        byFlights,
                        100 * least));
        report.atMost("flights.pages-for-a-minute", all, SHARE);
    }

    private static Object claim(double halfWidth) {
        return Double.isNaN(halfWidth) ? "none yet" : (Object) halfWidth;
    }

    /// All flights in their order, from sites so fast that they can be read twice.
    private static int readAll(Map<String, Airline> airlines)
            throws IOException, InterruptedException {
        int row = 0;
        try (Fleet fleet = Fleet.start(new Pace(50, SEED), Ticker.SYSTEM);
                TelegraphRuns telegraph = telegraph(fleet)) {
            for (Object[] flight : telegraph.ask("SELECT carrier, arr_delay FROM flights").rows()) {
                if (flight[1] instanceof Number delay) {
                    airlines.computeIfAbsent((String) flight[0], carrier -> new Airline())
                            .add(row / PAGE, delay.doubleValue());
                }
                row++;
            }
        }
        return row;
    }

    private void watch(Map<String, Airline> airlines) throws IOException, InterruptedException {
        try (Fleet fleet = Fleet.start(new Pace(quick ? 10 : 1, SEED), Ticker.SYSTEM);
                TelegraphRuns telegraph = telegraph(fleet)) {
            telegraph.execute("SET report_interval = '10ms'");
            Outcome running = telegraph.ask("SELECT ONLINE " + ASKED);
            for (Object[] row : running.rows()) {
                Airline airline = airlines.get((String) row[running.columns().indexOf("carrier")]);
                double share = running.number(row, "progress");
                double claimed = running.number(row, "delay_error");
                if (claimed <= MINUTE) {
                    airline.withinFrom = Math.min(airline.withinFrom, share);
                }
                if (share <= SHARE) {
                    airline.claimedThen = claimed;
                    airline.errorThen = Math.abs(running.number(row, "delay") - airline.mean());
                }
            }
        }
    }

    private static TelegraphRuns telegraph(Fleet fleet) throws IOException, InterruptedException {
        TelegraphRuns telegraph = new TelegraphRuns(2, SEED);
        String script;
        try (InputStream in = Question.class.getResourceAsStream("sources.sql")) {
            script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (Map.Entry<String, String> variable : fleet.variables().entrySet()) {
            script = script.replace("${" + variable.getKey() + "}", variable.getValue());
        }
        for (String statement : Session.split(script)) {
            if (statement.contains("CREATE SOURCE")) {
                telegraph.execute(statement);
            }
        }
        return telegraph;
    }
}
