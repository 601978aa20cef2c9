package telegraph.examples.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import telegraph.ground.Ticker;

class FleetTest {
    private static Fleet fleet;
    private static HttpClient client;

    @BeforeAll
    static void start() throws IOException {
        fleet = Fleet.start(new Pace(200, 1), Ticker.SYSTEM);
        client = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        client.close();
        fleet.close();
    }

    @Test
    void flightsComeInPagesThatCoverEachRowOnce() throws Exception {
        String filter = "/api/flights?carrier=VX&origin=EWR";
        String first = body("flights", filter);
        int total = number(first, "total");
        assertEquals((total + 999) / 1000, number(first, "pages"));
        int rows = 0;
        Set<String> seen = new HashSet<>();
        for (int page = 1; page <= number(first, "pages"); page++) {
            for (String line : body("flights", filter + "&page=" + page).split("\n")) {
                if (line.startsWith("{\"year\"")) {
                    rows++;
                    seen.add(line.replaceAll("}.*", ""));
                }
            }
        }
        assertEquals(total, rows);
        assertEquals(total, seen.size());
        assertTrue(total > 1000, "one page proves nothing");
    }

    @Test
    void allFlightsOfTheYearAreThere() throws Exception {
        String last = body("flights", "/api/flights?page=337");
        assertEquals(336_776, number(last, "total"));
        assertEquals(776, last.split("\"year\"", -1).length - 1);
        assertEquals(
                0,
                body("flights", "/api/flights?page=338").split("\"year\"", -1).length - 1,
                "a page past the last is empty");
    }

    @Test
    void theFirstFlightReadsAsPublished() throws Exception {
        String first = body("flights", "/api/flights").split("\n")[1];
        assertEquals(
                "{\"year\":2013,\"month\":1,\"day\":1,\"dep_time\":517,\"sched_dep_time\":515,"
                        + "\"dep_delay\":2,\"arr_time\":830,\"sched_arr_time\":819,\"arr_delay\":11,"
                        + "\"carrier\":\"UA\",\"flight\":1545,\"tailnum\":\"N14228\",\"origin\":\"EWR\","
                        + "\"dest\":\"IAH\",\"air_time\":227,\"distance\":1400,\"hour\":5,\"minute\":15,"
                        + "\"time_hour\":\"2013-01-01T10:00:00Z\"},",
                first);
    }

    @Test
    void aBadPageOrAnUnknownFilterIsRefused() throws Exception {
        assertEquals(400, get("flights", "/api/flights?page=0").statusCode());
        assertEquals(400, get("flights", "/api/flights?page=x").statusCode());
        assertEquals(400, get("flights", "/api/flights?pilot=9").statusCode());
        assertEquals(404, get("flights", "/").statusCode());
    }

    @Test
    void theFormAnswersForOneTailNumber() throws Exception {
        String page = body("planes", "/search?tailnum=N10156");
        assertTrue(page.contains("<table class=\"results\">"), page);
        assertTrue(page.contains("<td class=\"year\"><span>2004</span></td>"), page);
        assertTrue(page.contains("<td class=\"maker\"><span>EMBRAER</span></td>"), page);
    }

    @Test
    void theFormSaysWhenNoPlaneIsFoundAndQuotesItSafely() throws Exception {
        String page = body("planes", "/search?tailnum=%3Cb%3E");
        assertTrue(page.contains("No plane found for tail number <b>&lt;b&gt;</b>"), page);
        assertFalse(page.contains("table"), page);
    }

    @Test
    void theFormNeedsATailNumber() throws Exception {
        assertEquals(400, get("planes", "/search?tailnum=").statusCode());
    }

    @Test
    void everyAirportIsReachedByFollowingTheCursors() throws Exception {
        List<String> found = new ArrayList<>();
        String cursor = "";
        do {
            String page = body("airports", "/api/airports?cursor=" + cursor);
            Matcher codes = Pattern.compile("\"faa\":\"(\\w+)\"").matcher(page);
            while (codes.find()) {
                found.add(codes.group(1));
            }
            cursor = page.replaceAll("(?s).*\"next_cursor\":\"?(\\w+)\"?}", "$1");
        } while (!cursor.equals("null"));
        assertEquals(1_458, found.size());
        assertEquals(1_458, new HashSet<>(found).size());
    }

    @Test
    void anAirportCanBeAskedForByCode() throws Exception {
        String page = body("airports", "/api/airports?faa=JFK");
        assertTrue(page.contains("\"name\":\"John F Kennedy Intl\""), page);
        assertTrue(page.endsWith("\"next_cursor\":null}"), page);
    }

    @Test
    void airlinesAreATableWithAHeader() throws Exception {
        String page = body("airlines", "/airlines");
        assertEquals(17, page.split("<tr>", -1).length - 1);
        assertTrue(page.contains("<td class=\"name\">Delta Air Lines Inc.</td>"), page);
    }

    @Test
    void theWeatherOfAnAirportIsACsvFile() throws Exception {
        String[] lines = body("weather", "/weather/EWR.csv").split("\n");
        assertTrue(lines[0].startsWith("origin,year,month,day,hour,temp"), lines[0]);
        assertEquals(8_703, lines.length - 1);
        assertEquals(404, get("weather", "/weather/BOS.csv").statusCode());
    }

    @Test
    void theWeatherOfKennedyStallsHalfwayAndThenEnds() throws Exception {
        try (Fleet slow = Fleet.start(new Pace(10, 1), Ticker.SYSTEM)) {
            long before = System.nanoTime();
            HttpResponse<String> reply =
                    client.send(
                            request(slow, "weather", "/weather/JFK.csv"),
                            HttpResponse.BodyHandlers.ofString());
            assertTrue(System.nanoTime() - before >= Duration.ofMillis(500).toNanos());
            assertEquals(8_706, reply.body().split("\n").length - 1);
            assertEquals("stalls halfway", reply.headers().firstValue("X-Notice").orElse(""));
        }
    }

    @Test
    void requestsAreCountedBySite() throws Exception {
        Site airlines = site(fleet, "airlines");
        long before = airlines.requests();
        body("airlines", "/airlines");
        assertEquals(before + 1, airlines.requests());
        assertTrue(fleet.requests() >= airlines.requests());
    }

    @Test
    void tooManyRequestsAreRefusedWithATimeToComeBack() throws Exception {
        RateLimit one = new RateLimit(0.5, 1, new HandTicker());
        Site.Manner manner = new Site.Manner("strict", "", Duration.ZERO, Duration.ZERO, one);
        Pages pages = request -> Reply.json("{}");
        try (Site site = new Site(manner, pages, new Pace(1, 1), Ticker.SYSTEM)) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(site.address())).build();
            assertEquals(200, client.send(request, discarding()).statusCode());
            HttpResponse<Void> second = client.send(request, discarding());
            assertEquals(429, second.statusCode());
            assertEquals("2", second.headers().firstValue("Retry-After").orElse(""));
            assertEquals(1, site.refused());
        }
    }

    private static String body(String site, String path) throws Exception {
        HttpResponse<String> reply = get(site, path);
        assertEquals(200, reply.statusCode(), reply.body());
        return reply.body();
    }

    private static HttpResponse<String> get(String site, String path) throws Exception {
        return client.send(request(fleet, site, path), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse.BodyHandler<Void> discarding() {
        return HttpResponse.BodyHandlers.discarding();
    }

    private static HttpRequest request(Fleet fleet, String site, String path) {
        return HttpRequest.newBuilder(URI.create(site(fleet, site).address() + path)).build();
    }

    private static Site site(Fleet fleet, String name) {
        return fleet.sites().stream()
                .filter(site -> site.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static int number(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":(\\d+)").matcher(json);
        assertTrue(matcher.find(), json);
        return Integer.parseInt(matcher.group(1));
    }
}
