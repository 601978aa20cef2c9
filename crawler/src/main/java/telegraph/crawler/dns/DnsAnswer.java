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
public record DnsAnswer(
        List<InetAddress> addresses, long ttlSeconds, Outcome outcome, String detail) {
    static DnsAnswer of(List<InetAddress> addresses, long ttlSeconds) {
        return new DnsAnswer(List.copyOf(addresses), ttlSeconds, Outcome.FETCHED, "");
    }

    static DnsAnswer none(long ttlSeconds, Outcome outcome, String detail) {
        return new DnsAnswer(List.of(), ttlSeconds, outcome, detail);
    }

    /// Whether there is an address.
    public boolean isFound() {
        return outcome == Outcome.FETCHED;
    }
}
