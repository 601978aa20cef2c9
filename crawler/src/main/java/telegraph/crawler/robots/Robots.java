package telegraph.crawler.robots;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.TelegraphException;
import telegraph.http.url.Url;

/// What the robots.txt of a site asks of this crawler (RFC 9309).
///
/// | status of the fetch               | means                                   |
/// |-----------------------------------|-----------------------------------------|
/// | 2xx                               | the rules of the group that names the crawler, else of `*` |
/// | 3xx left after the redirects, 4xx | all is allowed                          |
/// | 429, 5xx, none                    | nothing is allowed for now; ask again   |
///
/// Of the rules that fit a path the longest decides, of equally long ones the one that allows. The
/// library reads the file; matching is here, on octets, since it is done for every page.
///
/// Threads: any; immutable.
public final class Robots {
    /// What is read of a robots.txt; RFC 9309 demands as much. A rule cut by it is left out.
    public static final int OCTETS_MAX = 500 << 10;

    private static final int SITEMAPS_MAX = 64;
    private static final int SITEMAP_OCTETS_MAX = 2048;
    private static final int FORMAT = 1;

    private static final byte[] ROBOTS_TXT = {
        '/', 'r', 'o', 'b', 'o', 't', 's', '.', 't', 'x', 't'
    };

    private enum Mode {
        ALLOW_ALL,
        RULES,
        /// Too many rules to keep; what they forbid is not known any more.
        FORBID_ALL,
        /// The site could not say.
        COME_AGAIN
    }

    private static final Robots OPEN = new Robots(Mode.ALLOW_ALL, PathRules.NONE, -1, List.of());

    private final Mode mode;
    private final PathRules rules;
    private final long delayMillis;
    private final List<String> sitemaps;

    private Robots(Mode mode, PathRules rules, long delayMillis, List<String> sitemaps) {
        this.mode = mode;
        this.rules = rules;
        this.delayMillis = delayMillis;
        this.sitemaps = List.copyOf(sitemaps);
    }

    /// Allows everything.
    public static Robots allowingAll() {
        return OPEN;
    }

    /// Reads the response to a request for a robots.txt.
    ///
    /// @param status its status after redirects, 0 if there was no response
    /// @param agent the crawler's product token, or its User-Agent, which begins with it
    public static Robots parse(int status, byte[] body, int length, String agent) {
        if (status == 429 || status < 200 || status >= 500) {
            return new Robots(Mode.COME_AGAIN, PathRules.NONE, -1, List.of());
        }
        if (status >= 300) {
            return OPEN;
        }
        // The library takes a delay beyond its limit for a site that wants no visits at all.
        SimpleRobotRules read =
                new SimpleRobotRulesParser(Long.MAX_VALUE, 0)
                        .parseContent(
                                "http://robots.invalid/robots.txt",
                                whole(body, length),
                                "text/plain",
                                List.of(token(agent)));
        long delay = read.getCrawlDelay();
        Optional<PathRules> rules = PathRules.of(read.getRobotRules());
        return new Robots(
                mode(read, rules),
                rules.orElse(PathRules.NONE),
                delay == BaseRobotRules.UNSET_CRAWL_DELAY ? -1 : Math.max(0, delay),
                bounded(read.getSitemaps()));
    }

    private static Mode mode(SimpleRobotRules read, Optional<PathRules> rules) {
        if (read.isAllowNone() || rules.isEmpty()) {
            return Mode.FORBID_ALL;
        }
        return read.isAllowAll() || rules.get().isEmpty() ? Mode.ALLOW_ALL : Mode.RULES;
    }

    /// The file up to the end of the last line within the limit.
    private static byte[] whole(byte[] body, int length) {
        if (length <= OCTETS_MAX) {
            return Arrays.copyOf(body, length);
        }
        int end = OCTETS_MAX;
        while (end > 0 && body[end - 1] != '\n' && body[end - 1] != '\r') {
            end--;
        }
        return Arrays.copyOf(body, end);
    }

    /// The product token in small letters: `telegraph` of `Telegraph/1.0 (+http://…)`.
    static String token(String agent) {
        int end = 0;
        while (end < agent.length()
                && (Character.isLetterOrDigit(agent.charAt(end))
                        || agent.charAt(end) == '-'
                        || agent.charAt(end) == '_')) {
            end++;
        }
        return agent.substring(0, end).toLowerCase(Locale.ROOT);
    }

    private static List<String> bounded(List<String> sitemaps) {
        List<String> some = new ArrayList<>();
        for (String sitemap : sitemaps) {
            if (sitemap.length() <= SITEMAP_OCTETS_MAX && some.size() < SITEMAPS_MAX) {
                some.add(sitemap);
            }
        }
        return some;
    }

    /// Whether the site lets the crawler ask for `url`, one of its own.
    public boolean allows(Url url) {
        return switch (mode) {
            case ALLOW_ALL -> true;
            case FORBID_ALL, COME_AGAIN -> isRobotsTxt(url);
            case RULES -> rules.allow(url) || isRobotsTxt(url);
        };
    }

    private static boolean isRobotsTxt(Url url) {
        return Arrays.equals(
                url.array(), url.pathStart(), url.length(), ROBOTS_TXT, 0, ROBOTS_TXT.length);
    }

    /// Whether the site could not say what it allows, so that it is to be asked again later.
    public boolean isToBeAskedAgain() {
        return mode == Mode.COME_AGAIN;
    }

    /// The time that the site wants between two requests, however long.
    public Optional<Duration> crawlDelay() {
        return delayMillis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(delayMillis));
    }

    /// Where the site's sitemaps are, as it says, which need not be URLs.
    public List<String> sitemaps() {
        return sitemaps;
    }

    /// The same without its sitemaps.
    public Robots withoutSitemaps() {
        return sitemaps.isEmpty() ? this : new Robots(mode, rules, delayMillis, List.of());
    }

    /// One that forbids all, since what it forbids is not to be kept.
    public Robots withoutRules() {
        return new Robots(Mode.FORBID_ALL, PathRules.NONE, delayMillis, sitemaps);
    }

    /// About how many bytes of heap this takes up.
    public int bytes() {
        int bytes = 64 + rules.bytes();
        for (String sitemap : sitemaps) {
            bytes += 48 + sitemap.length();
        }
        return bytes;
    }

    /// Everything, for [#fromBytes].
    public byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(bytes());
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            out.writeByte(mode.ordinal());
            out.writeLong(delayMillis);
            rules.write(out);
            out.writeByte(sitemaps.size());
            for (String sitemap : sitemaps) {
                out.writeUTF(sitemap);
            }
        } catch (IOException e) {
            throw TelegraphException.bug("an array in memory takes what is written to it", e);
        }
        return bytes.toByteArray();
    }

    /// What [#toBytes] wrote.
    ///
    /// @throws TelegraphException of kind CORRUPT if it did not
    public static Robots fromBytes(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int format = in.readByte();
            int mode = in.readByte();
            if (format != FORMAT || mode < 0 || mode >= Mode.values().length) {
                throw new IOException("format=" + format + " mode=" + mode);
            }
            long delay = in.readLong();
            PathRules rules = PathRules.read(in);
            List<String> sitemaps = new ArrayList<>();
            for (int left = in.readByte(); left > 0; left--) {
                sitemaps.add(in.readUTF());
            }
            return new Robots(Mode.values()[mode], rules, delay, sitemaps);
        } catch (IOException e) {
            throw TelegraphException.corrupt(
                    "the rules of a robots.txt are kept as they were written: bytes="
                            + bytes.length
                            + " cause="
                            + e,
                    e);
        }
    }
}
