package telegraph.examples.fleet;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import telegraph.ground.Ticker;

/// The five web sites of the demonstration, each on a port of its own.
///
/// | site     | usual time | what is awkward about it                                   |
/// |----------|-----------:|------------------------------------------------------------|
/// | flights  |     100 ms | 337 pages, and 429 to more than 60 requests a second       |
/// | planes   |      60 ms | answers only for a tail number                             |
/// | airlines |     150 ms | HTML                                                       |
/// | airports |     120 ms | which page comes next is known only from the page before   |
/// | weather  |     200 ms | stalls for five seconds in the middle of the file of JFK   |
///
/// Threads: any.
public final class Fleet implements AutoCloseable {
    private static final double FLIGHTS_PER_SECOND = 60;
    private static final double ASKED_PER_SECOND = 50;
    private static final Duration STALL = Duration.ofSeconds(5);

    private final List<Site> sites = new ArrayList<>();
    private final Pace pace;
    private final Ticker ticker;

    private Fleet(Pace pace, Ticker ticker) {
        this.pace = pace;
        this.ticker = ticker;
    }

    /// Loads the data and starts all sites.
    public static Fleet start(Pace pace, Ticker ticker) throws IOException {
        // Without it the server's header and body wait for each other's acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        Fleet fleet = new Fleet(pace, ticker);
        try {
            double rate = pace.rate(FLIGHTS_PER_SECOND);
            RateLimit limit = new RateLimit(rate, Math.max(1, rate / 2), ticker);
            RateLimit none = RateLimit.none(ticker);
            String flights = "JSON, 337 pages, refuses more than 60 requests a second";
            String planes = "a search form that must be given a tail number";
            String airports = "JSON, each page names the next";
            String weather = "CSV files, that of JFK stalls for 5 s in the middle";
            FlightTable table = FlightTable.load();
            fleet.add(manner("flights", flights, 100, limit), new FlightsPages(table));
            fleet.add(manner("planes", planes, 60, none), new PlanesPages());
            fleet.add(manner("airlines", "an HTML table", 150, none), new AirlinesPages());
            fleet.add(manner("airports", airports, 120, none), new AirportsPages());
            fleet.add(manner("weather", weather, 200, none), new WeatherPages());
            return fleet;
        } catch (IOException | RuntimeException failure) {
            fleet.close();
            throw failure;
        }
    }

    public List<Site> sites() {
        return List.copyOf(sites);
    }

    /// How many requests came to all sites so far.
    public long requests() {
        return sites.stream().mapToLong(Site::requests).sum();
    }

    /// What a declaration of these sites needs to know: each site's address by its name, and
    /// `rate`, the requests a second that flights should be asked at most.
    public Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        sites.forEach(site -> variables.put(site.name(), site.address()));
        variables.put("rate", Long.toString(Math.round(pace.rate(ASKED_PER_SECOND))));
        return variables;
    }

    @Override
    public void close() {
        sites.forEach(Site::close);
    }

    private static Site.Manner manner(String name, String character, int millis, RateLimit limit) {
        return new Site.Manner(name, character, Duration.ofMillis(millis), STALL, limit);
    }

    private void add(Site.Manner manner, Pages pages) throws IOException {
        sites.add(new Site(manner, pages, pace, ticker));
    }
}
