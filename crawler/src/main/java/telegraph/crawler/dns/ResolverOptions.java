package telegraph.crawler.dns;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Whom a resolver asks, how patiently, and what it may hold.
///
/// @param servers asked in this order, one after the other if they do not answer
/// @param hosts names in small letters whose addresses are known
/// @param families IPv4, IPv6 or both
/// @param timeout how long one try waits for a reply
/// @param tries how often a name is asked for in all, over all servers
/// @param queriesInFlightMax names that are asked for at the same time; others wait
/// @param waitingMax questions that may wait for an answer; what is asked beyond is answered with
///   DNS_TIMEOUT at once
/// @param cacheEntriesMax names whose answers are kept
/// @param allowed which addresses may be given out; a host that has only others is
///   ADDRESS_FORBIDDEN
public record ResolverOptions(
        List<InetSocketAddress> servers,
        Map<String, List<InetAddress>> hosts,
        Families families,
        Duration timeout,
        int tries,
        int queriesInFlightMax,
        int waitingMax,
        int cacheEntriesMax,
        Predicate<InetAddress> allowed) {
    private static final int DNS_PORT = 53;

    public ResolverOptions {
        servers = List.copyOf(servers);
        hosts = Map.copyOf(hosts);
        if (servers.isEmpty() || servers.stream().anyMatch(InetSocketAddress::isUnresolved)) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "a resolver has one name server or more, each given by its address: servers="
                            + servers);
        }
        if (timeout.isNegative() || timeout.isZero() || tries < 1) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "a name is asked for at least once, for some time: timeout="
                            + timeout
                            + " tries="
                            + tries);
        }
        if (queriesInFlightMax < 1 || waitingMax < 1 || cacheEntriesMax < 0) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "a resolver asks for one name at least: queriesInFlightMax="
                            + queriesInFlightMax
                            + " waitingMax="
                            + waitingMax
                            + " cacheEntriesMax="
                            + cacheEntriesMax);
        }
    }

    /// Asks these servers, with the usual patience.
    public static ResolverOptions of(List<InetSocketAddress> servers) {
        return new ResolverOptions(
                servers,
                Map.of(),
                Families.IPV4_FIRST,
                Duration.ofSeconds(2),
                3,
                512,
                65_536,
                4_096,
                address -> true);
    }

    /// Asks the servers the machine asks, and knows the hosts the machine knows.
    public static ResolverOptions ofSystem() {
        return ofSystem(Path.of("/etc/resolv.conf"), Path.of("/etc/hosts"));
    }

    static ResolverOptions ofSystem(Path resolvConf, Path hosts) {
        return of(SystemFiles.servers(text(resolvConf))).hosts(SystemFiles.hosts(text(hosts)));
    }

    /// A server given as `1.2.3.4`, `1.2.3.4:5353`, `::1` or `[::1]:5353`.
    public static InetSocketAddress server(String text) {
        int colon = text.lastIndexOf(':');
        boolean hasPort =
                colon > 0 && (text.indexOf(':') == colon || text.charAt(colon - 1) == ']');
        try {
            int port = hasPort ? Integer.parseInt(text.substring(colon + 1)) : DNS_PORT;
            String address = hasPort ? text.substring(0, colon) : text;
            return new InetSocketAddress(InetAddress.ofLiteral(address), port);
        } catch (IllegalArgumentException e) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "a name server is an address and perhaps a port: resolver="
                            + text
                            + ". Write it as 127.0.0.1:53 or [::1]:53",
                    e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            // A machine without the file has what an empty one says.
            return "";
        } catch (IOException e) {
            throw TelegraphException.of(
                    SqlState.IO_ERROR,
                    "the machine's own settings of name resolution cannot be read: file="
                            + file
                            + " cause="
                            + e.getMessage()
                            + ". Name the server, or take the system's resolver.",
                    e);
        }
    }

    public ResolverOptions hosts(Map<String, List<InetAddress>> known) {
        return new ResolverOptions(
                servers,
                known,
                families,
                timeout,
                tries,
                queriesInFlightMax,
                waitingMax,
                cacheEntriesMax,
                allowed);
    }

    public ResolverOptions families(Families wanted) {
        return new ResolverOptions(
                servers,
                hosts,
                wanted,
                timeout,
                tries,
                queriesInFlightMax,
                waitingMax,
                cacheEntriesMax,
                allowed);
    }

    public ResolverOptions patience(Duration perTry, int triesInAll) {
        return new ResolverOptions(
                servers,
                hosts,
                families,
                perTry,
                triesInAll,
                queriesInFlightMax,
                waitingMax,
                cacheEntriesMax,
                allowed);
    }

    public ResolverOptions limits(int inFlightMax, int waiting, int cacheEntries) {
        return new ResolverOptions(
                servers,
                hosts,
                families,
                timeout,
                tries,
                inFlightMax,
                waiting,
                cacheEntries,
                allowed);
    }

    public ResolverOptions cacheEntries(int most) {
        return limits(queriesInFlightMax, waitingMax, most);
    }

    public ResolverOptions allowed(Predicate<InetAddress> addresses) {
        return new ResolverOptions(
                servers,
                hosts,
                families,
                timeout,
                tries,
                queriesInFlightMax,
                waitingMax,
                cacheEntriesMax,
                addresses);
    }
}
