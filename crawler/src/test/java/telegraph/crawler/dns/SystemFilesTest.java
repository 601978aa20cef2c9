package telegraph.crawler.dns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;

class SystemFilesTest {
    @Test
    void theFirstThreeServersAreTaken() {
        String conf =
                """
                # generated
                search example.org
                nameserver 10.0.0.1
                nameserver nonsense
                  nameserver\t2001:db8::53
                options ndots:5
                nameserver 10.0.0.3
                nameserver 10.0.0.4
                """;
        assertEquals(
                List.of(at("10.0.0.1"), at("2001:db8::53"), at("10.0.0.3")),
                SystemFiles.servers(conf));
    }

    @Test
    void withoutAServerTheMachineItselfIsAsked() {
        assertEquals(
                List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 53)),
                SystemFiles.servers("search example.org\n"));
    }

    @Test
    void hostsHaveAllTheirNamesAndAddresses() {
        var hosts =
                SystemFiles.hosts(
                        """
                        127.0.0.1 localhost
                        10.0.0.7  Box box.example.org # the one in the corner
                        ::7       box
                        not-an-address x
                        #10.0.0.8 y

                        """);
        assertEquals(
                List.of(InetAddress.ofLiteral("10.0.0.7"), InetAddress.ofLiteral("::7")),
                hosts.get("box"));
        assertEquals(List.of(InetAddress.ofLiteral("10.0.0.7")), hosts.get("box.example.org"));
        assertEquals(3, hosts.size());
    }

    @Test
    void aMachineWithoutTheFilesAsksItself() {
        ResolverOptions options =
                ResolverOptions.ofSystem(Path.of("target/none-1"), Path.of("target/none-2"));
        assertEquals(SystemFiles.servers(""), options.servers());
        assertTrue(options.hosts().isEmpty());
    }

    @Test
    void aServerIsGivenByItsAddressAndPerhapsAPort() {
        assertEquals(at("1.2.3.4"), ResolverOptions.server("1.2.3.4"));
        assertEquals(
                new InetSocketAddress(InetAddress.ofLiteral("1.2.3.4"), 5353),
                ResolverOptions.server("1.2.3.4:5353"));
        assertEquals(at("::1"), ResolverOptions.server("::1"));
        assertEquals(
                new InetSocketAddress(InetAddress.ofLiteral("::1"), 5353),
                ResolverOptions.server("[::1]:5353"));
        for (String wrong :
                List.of("", "dns.example.org", "1.2.3.4:", "1.2.3.4:x", "1.2.3.4:70000")) {
            assertThrows(TelegraphException.class, () -> ResolverOptions.server(wrong), wrong);
        }
    }

    private static InetSocketAddress at(String address) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), 53);
    }
}
