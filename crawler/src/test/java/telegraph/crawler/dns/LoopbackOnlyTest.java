package telegraph.crawler.dns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import telegraph.crawler.Outcome;

class LoopbackOnlyTest {
    @Test
    void othersAreNotGivenOutAndItIsSaidWhy() {
        DnsAnswer answer = ask(DnsAnswer.of(addresses("192.0.2.7", "2001:db8::1"), 60));
        assertEquals(Outcome.ADDRESS_FORBIDDEN, answer.outcome());
        assertEquals(60, answer.ttlSeconds());
        assertTrue(answer.detail().contains("address=192.0.2.7"), answer::detail);
        assertTrue(answer.detail().contains("user-agent"), answer::detail);
    }

    @Test
    void ofSomeAddressesThoseOfThisMachineAreLeft() {
        DnsAnswer answer = ask(DnsAnswer.of(addresses("192.0.2.7", "127.3.2.1", "::1"), 60));
        assertEquals(addresses("127.3.2.1", "::1"), answer.addresses());
    }

    @Test
    void aNameThatIsNotThereStaysSo() {
        DnsAnswer none = DnsAnswer.none(7, Outcome.NO_ADDRESS, "no such name");
        assertEquals(none, ask(none));
    }

    private static List<InetAddress> addresses(String... literals) {
        return Stream.of(literals).map(InetAddress::ofLiteral).toList();
    }

    private static DnsAnswer ask(DnsAnswer told) {
        AtomicReference<DnsAnswer> got = new AtomicReference<>();
        try (Resolver resolver = new LoopbackOnly(new Told(told))) {
            resolver.resolve("host.test", (host, answer) -> got.set(answer));
        }
        return got.get();
    }

    /// Answers the same to everybody.
    private record Told(DnsAnswer answer) implements Resolver {
        @Override
        public void resolve(String host, Answers to) {
            to.answered(host, answer);
        }

        @Override
        public void close() {}
    }
}
