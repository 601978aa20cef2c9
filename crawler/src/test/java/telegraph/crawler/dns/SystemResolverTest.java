package telegraph.crawler.dns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import telegraph.crawler.Outcome;

class SystemResolverTest {
    private final BlockingQueue<DnsAnswer> answers = new LinkedBlockingQueue<>();

    @Test
    void itKnowsThisMachine() throws InterruptedException {
        try (Resolver resolver = new SystemResolver(address -> true)) {
            DnsAnswer answer = resolve(resolver, "localhost");
            assertTrue(answer.isFound());
            assertTrue(answer.addresses().getFirst().isLoopbackAddress());
        }
    }

    @Test
    void whatMayNotBeAskedIsForbidden() throws InterruptedException {
        try (Resolver resolver = new SystemResolver(address -> !address.isLoopbackAddress())) {
            assertEquals(Outcome.ADDRESS_FORBIDDEN, resolve(resolver, "127.0.0.1").outcome());
        }
    }

    @Test
    void aClosedOneStillAnswers() throws InterruptedException {
        Resolver resolver = new SystemResolver(address -> true);
        resolver.close();
        assertEquals("the resolver was closed", resolve(resolver, "localhost").detail());
    }

    private DnsAnswer resolve(Resolver resolver, String host) throws InterruptedException {
        resolver.resolve(host, (name, answer) -> answers.add(answer));
        DnsAnswer answer = answers.poll(120, TimeUnit.SECONDS);
        if (answer == null) {
            throw new AssertionError("no answer came");
        }
        return answer;
    }
}
