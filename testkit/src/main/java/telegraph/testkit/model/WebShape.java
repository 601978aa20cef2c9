package telegraph.testkit.model;

import java.util.HashMap;
import java.util.Map;

/// What a synthetic web looks like: its size, and which share of its hosts and pages is of which
/// [Kind].
///
/// ```java
/// WebShape.of(7, 100, 50).with(HostKind.HANGING, 200).at(3, 12, PageKind.NOT_FOUND)
/// ```
///
/// is a web of 100 hosts with 50 pages each, a fifth of the hosts hanging. Host 0 and page 0 of
/// every host are plain unless [#at] says otherwise, so a crawl has a place to start.
///
/// @param seed of everything that looks like chance
/// @param shares in thousandths
/// @param places what is of a kind whatever the shares say
public record WebShape(
        long seed, Size size, Delays delays, Map<Kind, Integer> shares, Map<Place, Kind> places) {
    private static final int WHOLE = 1_000;

    /// How much there is of everything.
    ///
    /// @param hosts how many there are: `h0.synth.test`, `h1.synth.test` and so on
    /// @param pages of each host
    /// @param links in each page
    /// @param awayPerMille which share of links leads to other hosts
    /// @param pageBytes about how long a page is
    /// @param hostsPerAddress how many hosts share an address; 0 puts all on 127.0.0.1
    public record Size(
            int hosts,
            int pages,
            int links,
            int awayPerMille,
            int pageBytes,
            int hostsPerAddress) {}

    /// What the crawler was told about delays between requests, so that what comes earlier is a
    /// violation.
    public record Delays(long hostMillis, long addressMillis) {}

    /// Where a [Kind] was set.
    ///
    /// @param page -1 for the host itself
    public record Place(int host, int page, Class<?> what) {}

    public WebShape {
        if (size.hosts() < 1 || size.pages() < 1 || size.hosts() > 1 << Ref.HOST_BITS) {
            throw new IllegalArgumentException("a web has hosts and pages: " + size);
        }
        shares = Map.copyOf(shares);
        places = Map.copyOf(places);
    }

    /// Plain pages of 10 KB with 30 links, a fifth of them to other hosts, each host with an
    /// address of its own if the machine has them, in no need of politeness.
    ///
    /// Linux has all of 127/8. Other systems have 127.0.0.1 alone, unless somebody gives more to
    /// their loopback interface and asks for them by [#withHostsPerAddress].
    public static WebShape of(long seed, int hosts, int pages) {
        boolean hasNetwork = System.getProperty("os.name").startsWith("Linux");
        return new WebShape(
                seed,
                new Size(hosts, pages, 30, 200, 10_240, hasNetwork ? 1 : 0),
                new Delays(0, 0),
                Map.of(),
                Map.of());
    }

    /// Makes a share of the hosts or pages of a kind, in thousandths.
    public WebShape with(Kind kind, int perMille) {
        Map<Kind, Integer> more = new HashMap<>(shares);
        more.put(kind, perMille);
        int sum =
                more.entrySet().stream()
                        .filter(e -> e.getKey().getClass() == kind.getClass())
                        .mapToInt(Map.Entry::getValue)
                        .sum();
        if (perMille < 0 || sum > WHOLE) {
            throw new IllegalArgumentException(
                    "shares are of a thousand: " + kind + "=" + perMille + " sum=" + sum);
        }
        return new WebShape(seed, size, delays, more, places);
    }

    /// Makes a host, its robots.txt or its name of a kind.
    public WebShape at(int host, Kind kind) {
        return at(new Place(host, -1, kind.getClass()), kind);
    }

    /// Makes a page of a kind.
    public WebShape at(int host, int page, PageKind kind) {
        return at(new Place(host, page, PageKind.class), kind);
    }

    private WebShape at(Place place, Kind kind) {
        Map<Place, Kind> more = new HashMap<>(places);
        more.put(place, kind);
        return new WebShape(seed, size, delays, shares, more);
    }

    public WebShape withLinks(int links, int awayPerMille) {
        return resized(
                new Size(
                        size.hosts,
                        size.pages,
                        links,
                        awayPerMille,
                        size.pageBytes,
                        size.hostsPerAddress));
    }

    public WebShape withPageBytes(int pageBytes) {
        return resized(
                new Size(
                        size.hosts,
                        size.pages,
                        size.links,
                        size.awayPerMille,
                        pageBytes,
                        size.hostsPerAddress));
    }

    public WebShape withHostsPerAddress(int hostsPerAddress) {
        return resized(
                new Size(
                        size.hosts,
                        size.pages,
                        size.links,
                        size.awayPerMille,
                        size.pageBytes,
                        hostsPerAddress));
    }

    private WebShape resized(Size size) {
        return new WebShape(seed, size, delays, shares, places);
    }

    public WebShape withDelays(long hostMillis, long addressMillis) {
        return new WebShape(seed, size, new Delays(hostMillis, addressMillis), shares, places);
    }
}
