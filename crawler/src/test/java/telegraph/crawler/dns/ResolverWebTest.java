package telegraph.crawler.dns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import telegraph.crawler.Outcome;
import telegraph.ground.Ticker;
import telegraph.memory.MemoryManager;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;
import telegraph.testkit.model.NameKind;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.SyntheticWeb;

/// The resolver against all that the synthetic web's name server does.
class ResolverWebTest {
    private static final int HOSTS = 400;

    @Test
    void everyHostGetsItsAddressOrItsReasonAndNoNameIsAskedForTwiceAtOnce() {
        MemoryManager memory = new MemoryManager(64 << 20);
        WebShape shape = WebShape.of(11, HOSTS, 1);
        for (int host = 0; host < HOSTS; host++) {
            shape = shape.at(host, kind(host));
        }
        Map<String, DnsAnswer> answers = new ConcurrentHashMap<>();
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            ResolverOptions options =
                    ResolverOptions.of(List.of(web.resolver())).patience(Duration.ofSeconds(2), 3);
            try (Resolver resolver =
                    new UdpResolver(
                            options,
                            Ticker.SYSTEM,
                            Seeds.random(1),
                            memory.query("dns", 64 << 20))) {
                for (int again = 0; again < 3; again++) {
                    for (int host = 0; host < HOSTS; host++) {
                        resolver.resolve(name(host), answers::put);
                    }
                }
                Threads.await("all are answered", () -> answers.size() == HOSTS);
            }
            for (int host = 0; host < HOSTS; host++) {
                DnsAnswer answer = answers.get(name(host));
                NameKind kind = kind(host);
                String what = name(host) + " " + kind + " " + answer;
                Outcome expected =
                        switch (kind) {
                            case UNREGISTERED -> Outcome.NO_ADDRESS;
                            case FAILING, SILENT -> Outcome.DNS_TIMEOUT;
                            case PLAIN, SHORT_LIVED, ALIASED, TRUNCATED, FORGED, LOST, SLOW ->
                                    Outcome.FETCHED;
                        };
                assertEquals(expected, answer.outcome(), what);
                if (answer.isFound()) {
                    assertEquals(List.of(web.address(host)), answer.addresses(), what);
                }
            }
            assertEquals(0, web.nameQueriesTwice());
            assertEquals(1, web.nameQueries(name(0)), "a plain name is asked for once");
        }
        Leaks.none("bytes", memory::used);
    }

    private static NameKind kind(int host) {
        return NameKind.values()[host % NameKind.values().length];
    }

    private static String name(int host) {
        return "h" + host + ".synth.test";
    }
}
