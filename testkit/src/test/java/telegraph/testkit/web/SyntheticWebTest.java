package telegraph.testkit.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import telegraph.testkit.model.HostKind;
import telegraph.testkit.model.NameKind;
import telegraph.testkit.model.PageKind;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.Ref;
import telegraph.testkit.model.RobotsKind;
import telegraph.testkit.model.Violation;
import telegraph.testkit.model.WebShape;

class SyntheticWebTest {
    @Test
    void whatACrawlFindsIsWhatTheModelExpects() throws Exception {
        WebShape shape =
                WebShape.of(3, 9, 40)
                        .with(PageKind.REDIRECT, 50)
                        .with(PageKind.REDIRECT_AWAY, 50)
                        .with(PageKind.NOT_FOUND, 50)
                        .with(PageKind.SERVER_ERROR, 50);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            SmallCrawler crawler = new SmallCrawler(web);
            crawler.crawl(web.seed());
            Expected right = web.expected(Reach.ANY, web.seed());
            assertEquals(List.of(), right.difference(crawler.answered));
            assertTrue(right.answered().size() > 300, "pages=" + right.answered().size());
            assertEquals(Set.of(200, 301, 302, 404, 500), new HashSet<>(right.answered().values()));
            assertEquals(List.of(), web.violations());
            assertEquals(right.answered().size(), web.counts().distinct());
            assertEquals(0, web.counts().repeated());
            assertEquals(9, web.counts().robots());
            assertEquals(9, web.nameQueries());
            assertEquals(1, web.nameQueries("h8.synth.test"));
            assertEquals(right.answered().size(), web.expectedAnswers(Reach.ANY, web.seed()));
        }
    }

    @Test
    void pagesOfEveryKindLeadWhereTheModelSays() throws Exception {
        PageKind[] kinds = PageKind.values();
        WebShape shape = WebShape.of(11, 2, 2 * kinds.length);
        for (PageKind kind : kinds) {
            for (int host = 0; host < 2; host++) {
                shape =
                        shape.at(
                                host,
                                1 + (kind.ordinal() * 2 + host) % (kinds.length * 2 - 1),
                                kind);
            }
        }
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            SmallCrawler crawler = new SmallCrawler(web);
            crawler.crawl(web.seed());
            Expected right = web.expected(Reach.ANY, web.seed());
            Set<String> redirects = new HashSet<>();
            crawler.answered
                    .keySet()
                    .removeIf(url -> url.contains("/chain/") && redirects.add(url));
            assertEquals(Ref.STEPS * 2, redirects.size());
            right.answered().keySet().removeIf(url -> url.contains("/chain/"));
            assertEquals(List.of(), right.difference(crawler.answered));
            Set<String> failed = new HashSet<>(crawler.failed.keySet());
            failed.removeIf(url -> url.contains("/chain/"));
            assertEquals(right.unanswered(), failed);
            assertEquals(5 * 2, failed.size());
            assertEquals(List.of(), web.violations());
        }
    }

    @Test
    void aPlainWebIsFoundWholeAndItsPagesAreAboutAsLongAsAsked() throws IOException {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(1, 30, 50))) {
            assertEquals(1_500, web.expectedAnswers(Reach.ANY, web.seed()));
            assertEquals(50, web.expectedAnswers(Reach.HOST, web.seed()));
            assertEquals(1, web.expectedAnswers(Reach.ANY.withDepth(0), web.seed()));
            SmallCrawler crawler = new SmallCrawler(web);
            byte[] page = crawler.get(URI.create(web.url(4, 15)), "").body();
            assertTrue(page.length > 9_000 && page.length < 12_000, "bytes=" + page.length);
            assertEquals(30, Jsoup.parse(new String(page)).select("a[href]").size());
            assertEquals(1, web.answers(web.url(4, 15)));
            assertEquals(0, web.answers(web.url(4, 16)));
        }
    }

    @Test
    void aPageThatIsKnownIsNotSentAgain() throws IOException {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(1, 2, 5))) {
            SmallCrawler crawler = new SmallCrawler(web);
            URI url = URI.create(web.url(1, 3));
            String etag = crawler.get(url, "").headers().get("etag");
            assertEquals(304, crawler.get(url, "If-None-Match: " + etag + "\r\n").status());
            assertEquals(200, crawler.get(url, "If-None-Match: \"x\"\r\n").status());
        }
    }

    @Test
    void whatIsForbiddenIsExpectedToBeLeftAlone() throws IOException {
        WebShape shape = WebShape.of(5, 1, 64).at(0, RobotsKind.DISALLOWS);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            Expected right = web.expected(Reach.ANY, web.seed());
            assertEquals(Set.of(3, 19, 27, 35, 43, 51, 59).size(), right.disallowed().size());
            assertTrue(right.disallowed().contains(web.url(0, 19)));
            assertTrue(right.answered().containsKey(web.url(0, 11)), "allowed by name");
            SmallCrawler crawler = new SmallCrawler(web);
            crawler.get(URI.create(web.seed()).resolve("/robots.txt"), "");
            crawler.get(URI.create(web.url(0, 19)), "");
            assertEquals(List.of("DISALLOWED " + web.url(0, 19)), web.violations());
        }
    }

    @Test
    void badMannersAreSeen() throws Exception {
        WebShape shape = WebShape.of(5, 4, 5).withHostsPerAddress(2).withDelays(60_000, 60_000);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            SmallCrawler crawler = new SmallCrawler(web);
            URI seed = URI.create(web.seed());
            crawler.get(URI.create(web.url(2, 0)), "");
            assertEquals(1, web.counts().of(Violation.BEFORE_ROBOTS));
            crawler.get(seed.resolve("/robots.txt"), "");
            assertEquals(0, web.counts().of(Violation.EARLY_AT_ADDRESS));
            crawler.get(URI.create(web.url(1, 0)).resolve("/robots.txt"), "");
            assertEquals(1, web.counts().of(Violation.EARLY_AT_ADDRESS));
            assertEquals(0, web.counts().of(Violation.EARLY_AT_HOST));
            crawler.get(seed, "");
            assertEquals(0, web.counts().of(Violation.EARLY_AT_HOST));
            assertEquals(2, web.counts().of(Violation.EARLY_AT_ADDRESS));
            crawler.get(seed, "");
            assertEquals(1, web.counts().of(Violation.EARLY_AT_HOST));
            crawler.get(seed.resolve("/decoy/3.html"), "");
            crawler.get(seed.resolve("/d1/p2.html"), "");
            crawler.get(URI.create(web.url(3, 0)), "Host: h9.synth.test\r\n");
            assertEquals(1, web.counts().of(Violation.DECOY));
            assertEquals(1, web.counts().of(Violation.UNKNOWN_URL));
            assertEquals(1, web.counts().of(Violation.WRONG_HOST));
            assertEquals(0, web.counts().of(Violation.SECOND_CONNECTION));
        }
    }

    @Test
    void onePageMayComeRightBehindRobotsTxtUnlessThatAsksForADelayOrIsBroken() throws Exception {
        WebShape shape =
                WebShape.of(5, 4, 5)
                        .withDelays(60_000, 60_000)
                        .at(1, RobotsKind.CRAWL_DELAY)
                        .at(2, RobotsKind.BROKEN)
                        .at(3, RobotsKind.REDIRECTED);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            SmallCrawler crawler = new SmallCrawler(web);
            for (int host = 0; host < 4; host++) {
                URI page = URI.create(web.url(host, 1));
                crawler.get(page.resolve("/robots.txt"), "");
                crawler.get(page, "");
                assertEquals(host, web.counts().of(Violation.EARLY_AT_HOST), "host=" + host);
                assertEquals(host, web.counts().of(Violation.EARLY_AT_ADDRESS), "host=" + host);
            }
            crawler.get(URI.create(web.url(0, 2)), "");
            assertEquals(4, web.counts().of(Violation.EARLY_AT_HOST), "one page, not two");
            crawler.get(URI.create(web.url(3, 2)).resolve("/moved/robots.txt"), "");
            crawler.get(URI.create(web.url(3, 2)), "");
            assertEquals(5, web.counts().of(Violation.EARLY_AT_HOST), "behind the second hop");
        }
    }

    @Test
    void aSecondConnectionToAHostIsSeen() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(5, 1, 5).at(0, HostKind.HANGING));
                java.net.Socket first = new java.net.Socket(web.address(0), web.port())) {
            String request = "GET /robots.txt HTTP/1.1\r\nHost: h0.synth.test\r\n\r\n";
            first.getOutputStream().write(request.getBytes());
            telegraph.testkit.Threads.await("the first is read", () -> web.counts().robots() == 1);
            try (java.net.Socket second = new java.net.Socket(web.address(0), web.port())) {
                second.getOutputStream().write(request.getBytes());
                telegraph.testkit.Threads.await(
                        "the second is seen",
                        () -> web.counts().of(Violation.SECOND_CONNECTION) == 1);
            }
        }
    }

    @Test
    void namesAreAnsweredAsRfc1035Wants() throws IOException {
        WebShape shape = WebShape.of(5, 300, 1).at(7, NameKind.UNREGISTERED);
        try (SyntheticWeb web = SyntheticWeb.start(shape);
                DatagramSocket socket = new DatagramSocket()) {
            assertEquals(0x8580, ask(web, socket, "H260.SYNTH.test", 1));
            assertEquals(0x8580, ask(web, socket, "h260.synth.test", 28));
            assertEquals(0x8583, ask(web, socket, "h7.synth.test", 1));
            assertEquals(0x8583, ask(web, socket, "h300.synth.test", 1));
            assertEquals(0x8583, ask(web, socket, "h07.synth.test", 1));
            assertEquals(1, web.nameQueries("h260.synth.test"));
            assertEquals("/127.1.1.11", web.address(260).toString());
        }
    }

    /// The flags of the answer.
    private static int ask(SyntheticWeb web, DatagramSocket socket, String name, int type)
            throws IOException {
        byte[] query = SmallCrawler.query(9, name, type);
        socket.send(new DatagramPacket(query, query.length, web.resolver()));
        DatagramPacket packet = new DatagramPacket(new byte[512], 512);
        socket.setSoTimeout(120_000);
        socket.receive(packet);
        byte[] answer = packet.getData();
        assertEquals(9, answer[1]);
        return (answer[2] & 0xFF) << 8 | answer[3] & 0xFF;
    }
}
