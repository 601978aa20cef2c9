package telegraph.http.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.http.ClientOptions;
import telegraph.http.HttpDate;
import telegraph.http.Octets;
import telegraph.http.wire.FetchFailure;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

class CookiesTest {
    private static final long NOW = Instant.parse("2030-01-01T00:00:00Z").toEpochMilli();

    private final AtomicLong clock = new AtomicLong(NOW);
    private final MemoryManager memory = new MemoryManager(64 << 20);
    private final Region region = memory.query("cookies", 64 << 20);
    private final CookieJar jar = new CookieJar(() -> Instant.ofEpochMilli(clock.get()), region);

    @AfterEach
    void nothingIsHeld() {
        jar.close();
        assertEquals(0, region.used());
        memory.close();
    }

    private void set(String url, String... cookies) throws FetchFailure {
        StringBuilder text = new StringBuilder("HTTP/1.1 200 OK\r\n");
        for (String cookie : cookies) {
            text.append("Set-Cookie: ").append(cookie).append("\r\n");
        }
        byte[] octets = text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        ResponseHead head = new ResponseHead();
        head.begin(0);
        assertTrue(head.isComplete(octets, octets.length));
        head.parse(octets);
        jar.takeFrom(head, Fetching.url(url));
    }

    private String sent(String url) {
        Octets request = new Octets(0);
        jar.addTo(request, Fetching.url(url));
        return request.toString().replace("\r\n", "");
    }

    @Test
    void aCookieGoesBackToItsHostAlone() throws Exception {
        set("http://a.test/x/y", "k=v; HttpOnly", "l=w; Path=/; SameSite=Lax");
        assertEquals("Cookie: k=v; l=w", sent("http://a.test/x/z"));
        assertEquals("Cookie: l=w", sent("http://a.test/"));
        assertEquals("Cookie: l=w", sent("http://a.test:8080/xy"));
        assertEquals("", sent("http://b.test/x/z"));
        assertEquals("", sent("http://sub.a.test/x/z"));
    }

    @Test
    void anotherHostsCookieIsNotTaken() throws Exception {
        set(
                "http://a.b.test/",
                "k=v; Domain=c.test",
                "l=w; Domain=.B.test",
                "m=x; Domain=xa.b.test");
        assertEquals("Cookie: l=w", sent("http://a.b.test/"));
    }

    @Test
    void aSecureCookieGoesOverTlsAlone() throws Exception {
        set("https://a.test/", "k=v; Secure");
        assertEquals("", sent("http://a.test/"));
        assertEquals("Cookie: k=v", sent("https://a.test/"));
    }

    @Test
    void aCookieIsOverWhenItsTimeIs() throws Exception {
        set(
                "http://a.test/",
                "age=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
                "date=2; expires=Tue, 01-Jan-2030 00:00:20 GMT",
                "both=3; Expires=never; Max-Age=soon",
                "dead=4; Max-Age=0");
        assertEquals("Cookie: age=1; date=2; both=3", sent("http://a.test/"));
        clock.addAndGet(10_000);
        assertEquals("Cookie: date=2; both=3", sent("http://a.test/"));
        clock.addAndGet(10_000);
        assertEquals("Cookie: both=3", sent("http://a.test/"));
    }

    @Test
    void aCookieIsReplacedAndTakenBack() throws Exception {
        set("http://a.test/", "k=1", "k=2; Path=/p");
        set("http://a.test/", "k=3");
        assertEquals("Cookie: k=2; k=3", sent("http://a.test/p"));
        set("http://a.test/", "k=; Max-Age=-1");
        assertEquals("", sent("http://a.test/"));
    }

    @Test
    void whatIsNoCookieIsLeftOut() throws Exception {
        set("http://a.test/", "novalue", "=x", "", ";;;", "k\u0001=v", "ok=1=2; Path=nowhere");
        assertEquals("Cookie: ok=1=2", sent("http://a.test/"));
    }

    @Test
    void aHostHasFiftyAtMostAndAJarNoMoreThanItsMemory() throws Exception {
        for (int i = 0; i < 80; i++) {
            set("http://a.test/", "k" + i + "=v");
        }
        String all = sent("http://a.test/");
        assertTrue(!all.contains("k29=") && all.contains("k30=") && all.contains("k79="), all);
        set("http://a.test/", "long=" + "x".repeat(60_000));
        assertTrue(sent("http://a.test/").length() < 5000);
        for (int i = 0; i < 3000; i++) {
            set("http://h" + i + ".test/", "k=" + "x".repeat(3000), "l=" + "x".repeat(3000));
        }
        assertTrue(region.used() <= 4 << 20, "used=" + region.used());
        assertTrue(region.used() >= 1 << 20, "used=" + region.used());
        assertEquals("", sent("http://h0.test/"));
        assertTrue(sent("http://h2999.test/").length() > 6000);
    }

    @Test
    void datesAreReadAsServersWriteThem() {
        for (String date :
                new String[] {
                    "Tue, 01 Jan 2030 00:00:00 GMT",
                    "Tuesday, 01-Jan-30 00:00:00 GMT",
                    "Tue Jan  1 00:00:00 2030",
                    "1 jan 2030 0:0:0"
                }) {
            assertEquals(NOW, HttpDate.parse(date).orElseThrow(), date);
        }
        for (String date :
                new String[] {
                    "", "now", "31 Feb 2030 00:00:00", "1 Jan 2030 25:00:00", "x".repeat(999)
                }) {
            assertTrue(HttpDate.parse(date).isEmpty(), date);
        }
    }

    @Test
    void aSiteIsToldWhatItSetIfThatIsWanted() throws Exception {
        for (boolean wanted : new boolean[] {true, false}) {
            try (FaultServer server = new FaultServer();
                    Fetching fetching = new Fetching(ClientOptions.of("t").withCookies(wanted))) {
                server.on("/a", Reply.html("a").with("Set-Cookie", "session=1; Path=/"));
                fetching.get(server.url("/a"));
                fetching.get(server.url("/b"));
                assertEquals("", server.log().get(0).header("Cookie"));
                assertEquals(wanted ? "session=1" : "", server.log().get(1).header("Cookie"));
            }
        }
    }
}
