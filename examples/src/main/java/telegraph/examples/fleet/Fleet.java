package telegraph.examples.fleet;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import telegraph.engine.Ticker;

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

    private Fleet(Pace pace) {
        this.pace = pace;
    }

    /// Loads the data and starts all sites.
    public static Fleet start(Pace pace, Ticker ticker) throws IOException {
        // Without it the server's header and body wait for each other's acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        Fleet fleet = new Fleet(pace);
        try {
            double rate = pace.rate(FLIGHTS_PER_SECOND);
            RateLimit limit = new RateLimit(rate, Math.max(1, rate / 2), ticker);
            fleet.add("flights", new FlightsPages(FlightTable.load()), 100, limit, ticker);
            fleet.add("planes", new PlanesPages(), 60, RateLimit.none(ticker), ticker);
            fleet.add("airlines", new AirlinesPages(), 150, RateLimit.none(ticker), ticker);
            fleet.add("airports", new AirportsPages(), 120, RateLimit.none(ticker), ticker);
            fleet.add("weather", new WeatherPages(), 200, RateLimit.none(ticker), ticker);
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

    private void add(String name, Pages pages, int millis, RateLimit limit, Ticker ticker)
            throws IOException {
        Site.Manner manner = new Site.Manner(Duration.ofMillis(millis), STALL, limit);
        sites.add(new Site(name, pages, manner, pace, ticker));
    }
}
