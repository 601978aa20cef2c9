package telegraph.crawler.dns;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.crawler.Outcome;

/// Answers that need no server: literals, the hosts file, `localhost`, and names that cannot be.
///
/// Threads: any; immutable.
final class KnownNames {
    private static final long DAY_SECONDS = 86_400;
    private static final int NAME_MAX = 253;
    private static final int LABEL_MAX = 63;

    private final Map<String, List<InetAddress>> hosts;
    private final Families families;

    KnownNames(Map<String, List<InetAddress>> hosts, Families families) {
        this.hosts = hosts;
        this.families = families;
    }

    /// The answer for a name in small letters without a dot at its end, if no server need be asked.
    Optional<DnsAnswer> answer(String name) {
        boolean mayBeLiteral =
                !name.isEmpty()
                        && (name.indexOf(':') >= 0
                                || Character.isDigit(name.charAt(name.length() - 1)));
        Optional<InetAddress> literal = mayBeLiteral ? SystemFiles.literal(name) : Optional.empty();
        if (literal.isPresent()) {
            return Optional.of(DnsAnswer.of(List.of(literal.get()), DAY_SECONDS));
        }
        List<InetAddress> known = hosts.getOrDefault(name, List.of());
        List<InetAddress> wanted = known.stream().filter(this::isWanted).toList();
        if (!wanted.isEmpty()) {
            return Optional.of(DnsAnswer.of(wanted, DAY_SECONDS));
        }
        if (name.equals("localhost") || name.endsWith(".localhost")) {
            // RFC 6761: no server is to be asked for these.
            return Optional.of(
                    DnsAnswer.of(List.of(InetAddress.getLoopbackAddress()), DAY_SECONDS));
        }
        return isName(name)
                ? Optional.empty()
                : Optional.of(
                        DnsAnswer.none(
                                DAY_SECONDS,
                                Outcome.NO_ADDRESS,
                                "a host name has labels of 1 to 63 ASCII characters, and 253"
                                        + " characters at most: length="
                                        + name.length()));
    }

    private boolean isWanted(InetAddress address) {
        return switch (families) {
            case IPV4 -> !(address instanceof Inet6Address);
            case IPV6 -> address instanceof Inet6Address;
            case IPV4_FIRST, IPV6_FIRST -> true;
        };
    }

    private static boolean isName(String name) {
        if (name.isEmpty() || name.length() > NAME_MAX) {
            return false;
        }
        int label = 0;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean isDot = c == '.';
            if (c <= ' ' || c >= 0x7f || (isDot && label == 0) || (!isDot && label == LABEL_MAX)) {
                return false;
            }
            label = isDot ? 0 : label + 1;
        }
        return label > 0;
    }
}
