package telegraph.testkit.web;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// What is where in a synthetic web: a function of its [WebShape], without sockets and without
/// state.
///
/// Pages of a host make a tree, page `p` linking to pages `4p + 1` to `4p + 4`, and so do the hosts
/// through their pages 0; so all is found from page 0 of host 0 within few steps. The other links
/// lead anywhere, some of them twice.
///
/// | URL                     | is                                                              |
/// |-------------------------|-----------------------------------------------------------------|
/// | `/`                     | page 0                                                          |
/// | `/d5/p13.html`          | page 13; the directory is the number modulo 8                   |
/// | `/d7/p15.html?id=15&v=1`| page 15; each 16th page has a query                             |
/// | `/robots.txt`           | the rules                                                       |
/// | `/decoy/7.html`         | nothing a crawler may ask for: no link leads there              |
///
/// Threads: any.
final class WebModel {
    static final String DOMAIN = "synth.test";

    private static final int CHILDREN = 4;
    private static final int DIRECTORIES = 8;
    private static final int QUERY_EVERY = 16;
    private static final int CLOSED_DIRECTORY = 3;
    private static final int OPEN_PAGE = 11;
    private static final int TWICE_OF = 16;

    private static final int LINK = 1;
    private static final int TARGET = 2;
    private static final int FORM = 3;

    private static final byte[] DIRECTORY = Bytes.ascii("/d");
    private static final byte[] PAGE = Bytes.ascii("/p");
    private static final byte[] HTML = Bytes.ascii(".html");
    private static final byte[] QUERY = Bytes.ascii("?id=");
    private static final byte[] QUERY_END = Bytes.ascii("&v=1");
    private static final byte[] ROBOTS = Bytes.ascii("/robots.txt");
    private static final byte[] DECOY = Bytes.ascii("/decoy/");

    final WebShape shape;
    final int hosts;
    final int pages;

    private final long seed;
    private final int linkCount;
    private final int away;
    private final Draw<HostKind> hostKinds;
    private final Draw<PageKind> pageKinds;
    private final Draw<RobotsKind> robotsKinds;
    private final Draw<NameKind> nameKinds;

    WebModel(WebShape shape) {
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
    }

    HostKind hostKind(int host) {
        return hostKinds.of(host, -1);
    }

    PageKind pageKind(int host, int page) {
        return pageKinds.of(host, page);
    }

    RobotsKind robotsKind(int host) {
        return robotsKinds.of(host, -1);
    }

    NameKind nameKind(int host) {
        return nameKinds.of(host, -1);
    }

    /// The most links of a page.
    int linksMax() {
        return linkCount;
    }

    /// Where an HTML page leads, in the order of its links, and how many links these are.
    int links(int host, int page, long[] into) {
        int count = 0;
        for (int child = 1; child <= CHILDREN; child++) {
            long number = (long) page * CHILDREN + child;
            if (number < pages) {
                into[count++] = Ref.page(host, (int) number);
            }
            long next = (long) host * CHILDREN + child;
            if (page == 0 && next < hosts) {
                into[count++] = Ref.page((int) next, 0);
            }
        }
        while (count < linkCount) {
            long drawn = Mix.of(seed, LINK, Ref.page(host, page), count);
            if (count > 0 && (drawn & TWICE_OF - 1) == 0) {
                into[count] = into[count - 1];
            } else {
                int to = host;
                if (Mix.below(drawn, 1_000) < away) {
                    to = Mix.below(Mix.of(seed, TARGET, drawn, 0), hosts);
                }
                into[count] = Ref.page(to, Mix.below(Mix.of(seed, TARGET, drawn, 1), pages));
            }
            count++;
        }
        return count;
    }

    /// Where a redirect leads.
    long redirect(int host, int page, PageKind kind) {
        long drawn = Mix.of(seed, TARGET, Ref.page(host, page), 2);
        int to = kind == PageKind.REDIRECT_AWAY ? Mix.below(drawn, hosts) : host;
        return Ref.page(to, Mix.below(Mix.of(seed, TARGET, drawn, 3), pages));
    }

    /// A number that says how a link is written.
    int form(int host, int page, int link) {
        return (int) Mix.of(seed, FORM, Ref.page(host, page), link) & 15;
    }

    /// Whether robots.txt lets a page be fetched.
    boolean isAllowed(long ref) {
        return switch (robotsKind(Ref.host(ref))) {
            case ALLOWS, MISSING -> true;
            case DISALLOWS ->
                    Ref.what(ref) != Ref.PAGE
                            || Ref.number(ref) % DIRECTORIES != CLOSED_DIRECTORY
                            || Ref.number(ref) == OPEN_PAGE;
        };
    }

    void robots(int host, Bytes to) {
        to.add("User-agent: *\n");
        if (robotsKind(host) == RobotsKind.DISALLOWS) {
            to.add("Disallow: /d").add(CLOSED_DIRECTORY).add("/\nAllow: ");
            path(Ref.page(host, OPEN_PAGE), to);
            to.add("\n");
        } else {
            to.add("Disallow:\n");
        }
    }

    void path(long ref, Bytes to) {
        int number = Ref.number(ref);
        switch (Ref.what(ref)) {
            case Ref.ROBOTS -> to.add(ROBOTS);
            case Ref.DECOY -> to.add(DECOY).add(number).add(HTML);
            default -> {
                if (number == 0) {
                    to.add('/');
                    return;
                }
                to.add(DIRECTORY).add(number % DIRECTORIES).add(PAGE);
                to.add(number).add(HTML);
                if (number % QUERY_EVERY == QUERY_EVERY - 1) {
                    to.add(QUERY).add(number).add(QUERY_END);
                }
            }
        }
    }

    /// What is at a path, given with its query; [Ref#NOTHING] unless it is written exactly as
    /// [#path] does.
    long find(int host, byte[] from, int start, int end, Bytes scratch) {
        long ref = guess(host, from, start, end);
        if (ref < 0 || Ref.what(ref) == Ref.DECOY) {
            return ref;
        }
        path(ref, scratch.clear());
        boolean same = java.util.Arrays.equals(scratch.array, 0, scratch.length, from, start, end);
        return same ? ref : Ref.NOTHING;
    }

    private long guess(int host, byte[] from, int start, int end) {
        int length = end - start;
        if (length == 1) {
            return Ref.page(host, 0);
        }
        if (length > 4 && from[start + 1] == 'd' && from[start + 4] == 'p') {
            long number = number(from, start + 5, end);
            return number > 0 && number < pages ? Ref.page(host, (int) number) : Ref.NOTHING;
        }
        if (startsWith(from, start, end, DECOY)) {
            return Ref.of(Ref.DECOY, host, 0);
        }
        return startsWith(from, start, end, ROBOTS) ? Ref.of(Ref.ROBOTS, host, 0) : Ref.NOTHING;
    }

    private static boolean startsWith(byte[] from, int start, int end, byte[] prefix) {
        return end - start >= prefix.length
                && java.util.Arrays.equals(
                        from, start, start + prefix.length, prefix, 0, prefix.length);
    }

    private static long number(byte[] from, int start, int end) {
        long number = 0;
        for (int at = start; at < end && from[at] >= '0' && from[at] <= '9'; at++) {
            number = Math.min(number * 10 + from[at] - '0', Integer.MAX_VALUE);
        }
        return number;
    }

    static void host(int host, Bytes to) {
        to.add('h').add(host).add('.').add(DOMAIN);
    }

    /// The number in `h13.synth.test`, written in whatever case and followed by a port or nothing;
    /// -1 if this web has no such host.
    int findHost(byte[] from, int start, int end) {
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
    int addressNumber(int host) {
        int each = shape.size().hostsPerAddress();
        return each == 0 ? 0 : host / each;
    }

    /// An address of the loopback network, where each of 127/8 is this machine.
    InetAddress address(int host) {
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
