package telegraph.crawler.dns;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What a machine knows of names: its `resolv.conf` and its `hosts`.
///
/// Lines that make no sense are passed over, as the C library does.
final class SystemFiles {
    private static final int DNS_PORT = 53;
    private static final int SERVERS_MAX = 3;

    private SystemFiles() {}

    /// The name servers of a `resolv.conf`; the machine itself if it names none.
    static List<InetSocketAddress> servers(String resolvConf) {
        List<InetSocketAddress> servers = new ArrayList<>();
        for (String line : resolvConf.lines().toList()) {
            String[] words = line.strip().split("\\s+");
            if (words.length >= 2 && words[0].equals("nameserver")) {
                literal(words[1])
                        .map(a -> new InetSocketAddress(a, DNS_PORT))
                        .ifPresent(servers::add);
            }
        }
        if (servers.isEmpty()) {
            return List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), DNS_PORT));
        }
        return List.copyOf(servers.subList(0, Math.min(SERVERS_MAX, servers.size())));
    }

    /// The names of a `hosts` file, in small letters, with their addresses in the order of lines.
    static Map<String, List<InetAddress>> hosts(String text) {
        Map<String, List<InetAddress>> hosts = new HashMap<>();
        for (String line : text.lines().toList()) {
            int comment = line.indexOf('#');
            String[] words =
                    (comment < 0 ? line : line.substring(0, comment)).strip().split("\\s+");
            Optional<InetAddress> address = literal(words[0]);
            for (int i = 1; i < words.length && address.isPresent(); i++) {
                hosts.computeIfAbsent(words[i].toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                        .add(address.get());
            }
        }
        return hosts;
    }

    /// The address that a text in digits stands for.
    static Optional<InetAddress> literal(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            // It is a name, or says a network interface that this machine does not have.
            return Optional.empty();
        }
    }
}
