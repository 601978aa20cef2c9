package telegraph.crawler.dns;

import java.util.List;

/// Which kinds of addresses are asked for, one after the other until there is one.
public enum Families {
    IPV4(DnsMessage.A),
    IPV6(DnsMessage.AAAA),
    /// IPv6 only for hosts that have no IPv4.
    IPV4_FIRST(DnsMessage.A, DnsMessage.AAAA),
    /// IPv4 only for hosts that have no IPv6.
    IPV6_FIRST(DnsMessage.AAAA, DnsMessage.A);

    private final List<Integer> types;

    Families(Integer... types) {
        this.types = List.of(types);
    }

    List<Integer> types() {
        return types;
    }
}
