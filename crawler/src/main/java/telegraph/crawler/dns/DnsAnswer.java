package telegraph.crawler.dns;

import java.net.InetAddress;
import java.util.List;
import telegraph.crawler.Outcome;

/// What became of a question for the addresses of a host.
///
/// @param addresses in the order the server gave them; empty if `outcome` is not FETCHED
/// @param ttlSeconds how long this may be believed
/// @param outcome FETCHED, or why there is no address: NO_ADDRESS, DNS_TIMEOUT, ADDRESS_FORBIDDEN
/// @param detail the failure in words, "" if there was none
/// @param isKept whether no name server was asked for it, so that it says nothing of them
public record DnsAnswer(
        List<InetAddress> addresses,
        long ttlSeconds,
        Outcome outcome,
        String detail,
        boolean isKept) {
    static DnsAnswer of(List<InetAddress> addresses, long ttlSeconds) {
        return new DnsAnswer(List.copyOf(addresses), ttlSeconds, Outcome.FETCHED, "", false);
    }

    static DnsAnswer none(long ttlSeconds, Outcome outcome, String detail) {
        return new DnsAnswer(List.of(), ttlSeconds, outcome, detail, false);
    }

    /// The same with other addresses and another time.
    DnsAnswer with(List<InetAddress> others, long seconds) {
        return new DnsAnswer(others, seconds, outcome, detail, isKept);
    }

    /// The same, for which nobody was asked.
    DnsAnswer kept() {
        return new DnsAnswer(addresses, ttlSeconds, outcome, detail, true);
    }

    /// Whether there is an address.
    public boolean isFound() {
        return outcome == Outcome.FETCHED;
    }
}
