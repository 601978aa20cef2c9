package telegraph.testkit.model;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.stream.Stream;

/// What is where in a synthetic web: a function of its [WebShape], without sockets and without
/// state.
///
/// Pages of a host make a tree, page `p` linking to pages `4p + 1` to `4p + 4`, and so do the hosts
/// through their pages 0; so all is found from page 0 of host 0 within few steps. The other links
/// lead anywhere, some of them twice. [Paths] tells by which URL.
///
/// Threads: any.
public final class WebModel {
    public static final String DOMAIN = "synth.test";

    /// How many pages stand only in a sitemap.
    public static final int ORPHANS = 5;

    public static final int CRAWL_DELAY_SECONDS = 1;

    private static final int CHILDREN = 4;
    private static final int CLOSED_DIRECTORY = 3;
    private static final int OPEN_PAGE = 11;
    private static final int TWICE_OF = 16;

    private static final int LINK = 1;
    private static final int TARGET = 2;
    private static final int FORM = 3;

    public final WebShape shape;
    public final int hosts;
    public final int pages;

    private final long seed;
    private final int linkCount;
    private final int away;
    private final Draw<HostKind> hostKinds;
    private final Draw<PageKind> pageKinds;
    private final Draw<RobotsKind> robotsKinds;
    private final Draw<NameKind> nameKinds;
    private final Draw<ProtocolKind> protocols;

    public WebModel(WebShape shape) {
        this.shape = shape;
        seed = shape.seed();
        hosts = shape.size().hosts();
        pages = shape.size().pages();
        linkCount = Math.max(shape.size().links(), 2 * CHILDREN);
        away = shape.size().awayPerMille();
        hostKinds = new Draw<>(shape, HostKind.class, HostKind.PLAIN);
        pageKinds = new Draw<>(shape, PageKind.class, PageKind.HTML);
        robotsKinds = new Draw<>(shape, RobotsKind.class, RobotsKind.ALLOWS);
        nameKinds = new Draw<>(shape, NameKind.class, NameKind.PLAIN);
        protocols = new Draw<>(shape, ProtocolKind.class, ProtocolKind.HTTP);
    }

    public HostKind hostKind(int host) {
        return hostKinds.of(host, -1);
    }

    public PageKind pageKind(int host, int page) {
        PageKind kind = pageKinds.of(source(host), page);
        // HTTP/2 frames its messages itself, and leaves nothing of that to the page.
        return kind.isFraming() && protocol(host) == ProtocolKind.HTTP_2 ? PageKind.HTML : kind;
    }

    /// What a host speaks; a mirror speaks what its source does.
    public ProtocolKind protocol(int host) {
        return protocols.of(source(host), -1);
    }

    boolean isSecure(int host) {
        return protocol(host).isSecure();
    }

    /// Whether there may be a host that speaks TLS.
    public boolean speaksTls() {
        return Stream.concat(shape.shares().keySet().stream(), shape.places().values().stream())
                .anyMatch(kind -> kind instanceof ProtocolKind protocol && protocol.isSecure());
    }

    public RobotsKind robotsKind(int host) {
        return robotsKinds.of(host, -1);
    }

    public NameKind nameKind(int host) {
        return nameKinds.of(host, -1);
    }

    /// The host whose pages a host has, itself unless it is a mirror.
    int source(int host) {
        return (host & 1) == 1 && hostKind(host) == HostKind.MIRROR ? host - 1 : host;
    }

    /// Whether another host has the same pages.
    boolean isMirrored(int host) {
        return source(host | 1) != (host | 1);
    }

    /// The most links of a page.
    public int linksMax() {
        return linkCount;
    }

    /// Where an HTML page leads, in the order of its links, and how many links these are.
    public int links(int host, int page, long[] into) {
        int source = source(host);
        int count = 0;
        for (int child = 1; child <= CHILDREN; child++) {
            long number = (long) page * CHILDREN + child;
            if (number < pages) {
                into[count++] = Ref.page(host, (int) number);
            }
            long next = (long) source * CHILDREN + child;
            if (page == 0 && next < hosts) {
                into[count++] = Ref.page((int) next, 0);
            }
        }
        while (count < linkCount) {
            long drawn = Mix.of(seed, LINK, Ref.page(source, page), count);
            if (count > 0 && (drawn & TWICE_OF - 1) == 0) {
                into[count] = into[count - 1];
            } else {
                int to = source;
                if (Mix.below(drawn, 1_000) < away) {
                    to = Mix.below(Mix.of(seed, TARGET, drawn, 0), hosts);
                }
                int number = Mix.below(Mix.of(seed, TARGET, drawn, 1), pages);
                into[count] = Ref.page(source(to) == source ? host : to, number);
            }
            count++;
        }
        return count;
    }

    /// Where a redirect leads, [Ref#NOTHING] if this is none.
    public long redirect(long ref) {
        int host = Ref.host(ref);
        int number = Ref.number(ref);
        return switch (Ref.what(ref)) {
            case Ref.LOOP -> Ref.of(Ref.LOOP, host, number ^ 1);
            case Ref.CHAIN ->
                    Ref.of(Ref.CHAIN, host, number & -Ref.STEPS | number + 1 & Ref.STEPS - 1);
            case Ref.PAGE ->
                    switch (pageKind(host, number)) {
                        case REDIRECT -> Ref.page(host, target(ref, 3, pages));
                        case REDIRECT_AWAY ->
                                Ref.page(target(ref, 2, hosts), target(ref, 3, pages));
                        case REDIRECT_LOOP -> Ref.of(Ref.LOOP, host, 2 * number);
                        case REDIRECT_CHAIN -> Ref.of(Ref.CHAIN, host, Ref.STEPS * number + 1);
                        default -> Ref.NOTHING;
                    };
            default -> Ref.NOTHING;
        };
    }

    /// Where [PageKind#META_REFRESH] leads.
    public long refresh(long ref) {
        return Ref.page(Ref.host(ref), target(ref, 4, pages));
    }

    private int target(long ref, int what, int bound) {
        long from = Ref.page(source(Ref.host(ref)), Ref.number(ref));
        return Mix.below(Mix.of(seed, TARGET, from, what), bound);
    }

    /// A number below 16 that says how a link is written.
    int form(int host, int page, int link) {
        return (int) Mix.of(seed, FORM, Ref.page(source(host), page), link) & 15;
    }

    /// Whether a path that is well written leads to something.
    public boolean has(long ref) {
        int number = Ref.number(ref);
        return switch (Ref.what(ref)) {
            case Ref.PAGE -> number < pages;
            case Ref.LOOP -> isPage(ref, number / 2, PageKind.REDIRECT_LOOP);
            case Ref.CHAIN -> isPage(ref, number / Ref.STEPS, PageKind.REDIRECT_CHAIN);
            case Ref.MOVED_ROBOTS -> isMoved(Ref.host(ref));
            case Ref.SITEMAP -> robotsKind(Ref.host(ref)) == RobotsKind.SITEMAP;
            case Ref.ORPHAN -> robotsKind(Ref.host(ref)) == RobotsKind.SITEMAP && number < ORPHANS;
            default -> true;
        };
    }

    private boolean isMoved(int host) {
        return robotsKind(host) == RobotsKind.REDIRECTED || isMovedHere(host);
    }

    /// Whether the host before looks for its robots.txt here.
    private boolean isMovedHere(int host) {
        return robotsKind((host + hosts - 1) % hosts) == RobotsKind.REDIRECTED_AWAY;
    }

    private boolean isPage(long ref, int page, PageKind kind) {
        return page < pages && pageKind(Ref.host(ref), page) == kind;
    }

    /// Whether robots.txt lets this be fetched.
    public boolean isAllowed(long ref) {
        int what = Ref.what(ref);
        if (what == Ref.ROBOTS || what == Ref.MOVED_ROBOTS) {
            return true;
        }
        return switch (robotsKind(Ref.host(ref))) {
            case ALLOWS, CRAWL_DELAY, SITEMAP, GARBAGE, MISSING, FORBIDDEN -> true;
            case DISALLOWS_ALL, BROKEN, CUT -> false;
            case DISALLOWS, REDIRECTED, REDIRECTED_AWAY, HUGE ->
                    what != Ref.PAGE
                            || Ref.number(ref) % Paths.DIRECTORIES != CLOSED_DIRECTORY
                            || Ref.number(ref) == OPEN_PAGE;
        };
    }

    /// The rules that are found where others said that they are.
    public void movedRules(int host, Bytes to) {
        rules(isMovedHere(host) ? (host + hosts - 1) % hosts : host, to);
    }

    /// The rules of a host, if it has any.
    public void rules(int host, Bytes to) {
        to.add("User-agent: *\n");
        switch (robotsKind(host)) {
            case DISALLOWS, REDIRECTED, REDIRECTED_AWAY, HUGE -> {
                to.add("Disallow: /d").add(CLOSED_DIRECTORY).add("/\nAllow: ");
                Paths.write(Ref.page(host, OPEN_PAGE), to);
                to.add("\n");
            }
            case DISALLOWS_ALL -> to.add("Disallow: /\n");
            case CRAWL_DELAY -> to.add("Crawl-delay: ").add(CRAWL_DELAY_SECONDS).add("\n");
            case ALLOWS, SITEMAP, GARBAGE, MISSING, FORBIDDEN, BROKEN, CUT -> to.add("Disallow:\n");
        }
    }

    static void host(int host, Bytes to) {
        to.add('h').add(host).add('.').add(DOMAIN);
    }

    /// The number in `h13.synth.test`, written in whatever case and followed by a port or nothing;
    /// -1 if this web has no such host.
    public int findHost(byte[] from, int start, int end) {
        int at = start + 1;
        long number = 0;
        while (at < end && at < start + 10 && from[at] >= '0' && from[at] <= '9') {
            number = number * 10 + from[at++] - '0';
        }
        boolean named =
                at > start + 1
                        && (from[start] | 32) == 'h'
                        && (from[start + 1] != '0' || at == start + 2)
                        && at + 1 + DOMAIN.length() <= end
                        && from[at++] == '.';
        for (int i = 0; named && i < DOMAIN.length(); i++) {
            char c = DOMAIN.charAt(i);
            byte b = from[at++];
            named = (c == '.' ? b : b | 32) == c;
        }
        return named && (at == end || from[at] == ':') && number < hosts ? (int) number : -1;
    }

    /// The number of the address of a host; hosts with the same one share it.
    public int addressNumber(int host) {
        int each = shape.size().hostsPerAddress();
        return each == 0 ? 0 : host / each;
    }

    /// An address of the loopback network, where each of 127/8 is this machine.
    public InetAddress address(int host) {
        try {
            int number = addressNumber(host);
            if (shape.size().hostsPerAddress() == 0) {
                return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            }
            int high = 1 + number / 62_500;
            int middle = number / 250 % 250;
            int low = 1 + number % 250;
            return InetAddress.getByAddress(
                    new byte[] {127, (byte) high, (byte) middle, (byte) low});
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four octets are an address", e);
        }
    }
}
