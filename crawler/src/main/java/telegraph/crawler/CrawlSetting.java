package telegraph.crawler;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import telegraph.crawler.CrawlOptions.Builder;
import telegraph.ground.Nearest;
import telegraph.ground.OptionReader;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// An option of a crawl as users write it: `--per-host-delay 1s` for the command, `per_host_delay
/// => '1s'` in SQL.
public enum CrawlSetting {
    SEED("URL", "where the crawl starts; may be given again", Builder::seed),
    INTO("DIR", "the directory of the crawl's files", (b, t) -> b.into(path(t))),
    SCOPE("host|domain|any|REGEX", "where links may lead; host if not given", Builder::reach),
    MAX_PAGES("N", "ends after as many responses", (b, t) -> b.pagesMax(whole(t))),
    MAX_DEPTH("N", "links from a seed at most; 50", (b, t) -> b.depthMax(small(t))),
    PER_HOST_DELAY(
            "TIME",
            "from the end of a request to a host to its next; 1s",
            (b, t) -> b.hostDelay(span(t))),
    PER_ADDRESS_DELAY(
            "TIME",
            "the same for an address; a quarter of the host's",
            (b, t) -> b.addressDelay(span(t))),
    PER_HOST_PAGES(
            "N", "URLs taken from one host at most; 100000", (b, t) -> b.hostPagesMax(whole(t))),
    CRAWL_DELAY_MAX(
            "TIME",
            "the longest delay that a robots.txt is granted; 60s",
            (b, t) -> b.crawlDelayMax(span(t))),
    FETCHERS("N", "requests at once at most; 512", (b, t) -> b.fetchers(small(t))),
    TIMEOUT("TIME", "for a whole fetch; 30s", (b, t) -> b.timeout(span(t))),
    CONNECT_TIMEOUT("TIME", "for connecting; 10s", (b, t) -> b.connectTimeout(span(t))),
    ANSWER_TIMEOUT("TIME", "for an answer's head; 10s", (b, t) -> b.answerTimeout(span(t))),
    NETWORK_WAIT(
            "TIME",
            "how long it waits for a network that is away; 10min, in queries 1min",
            (b, t) -> b.networkWait(span(t))),
    MIN_RATE(
            "SIZE",
            "a body that comes with fewer bytes a second is given up; 256B",
            (b, t) -> b.rateMin(smallSize(t))),
    MAX_BYTES("SIZE", "of a body, then cut; 2MB", (b, t) -> b.bodyBytesMax(smallSize(t))),
    USER_AGENT(
            "TEXT",
            "what requests say; with a contact URL unless all is loopback",
            Builder::userAgent),
    ROBOTS("BOOL", "obeys robots.txt; on", (b, t) -> b.robots(truth(t))),
    NOFOLLOW("BOOL", "obeys nofollow; on", (b, t) -> b.nofollow(truth(t))),
    SITEMAPS("BOOL", "reads sitemaps; off", (b, t) -> b.sitemaps(truth(t))),
    IMAGES("BOOL", "follows images; off", (b, t) -> b.images(truth(t))),
    KEEP(
            "text|body|nothing",
            "what is kept of a page beside its row and links; text",
            (b, t) -> b.content(content(t))),
    WARC("BOOL", "writes WARC files, too; off", (b, t) -> b.warc(truth(t))),
    RESUME(
            "BOOL",
            "there has to be a crawl in the directory; off",
            (b, t) -> b.mustResume(truth(t))),
    RESOLVER("own|system|ADDRESS:PORT", "who finds addresses of names; own", Builder::resolver),
    PROXY("URL", "that all requests go through", Builder::proxy),
    AUTH("USER:PASSWORD", "for sites that ask for Basic authentication", Builder::auth),
    COOKIES("BOOL", "tells sites the cookies they set; on", (b, t) -> b.cookies(truth(t))),
    HEADER("LINE", "'Name: value' for every request; may be given again", Builder::header),
    INSECURE("BOOL", "takes certificates as they come; off", (b, t) -> b.insecure(truth(t))),
    CA_CERTIFICATE(
            "FILE",
            "certificates in PEM that are trusted beside the platform's",
            (b, t) -> b.caCertificate(path(t))),
    INCLUDE("PREFIX|REGEX", "URLs have one of these; may be given again", Builder::include),
    EXCLUDE("PREFIX|REGEX", "URLs have none of these; may be given again", Builder::exclude),
    EXTENSION("JAR[#CLASS]", "a module of your own; may be given again", Builder::extension),
    MEMORY(
            "SIZE",
            "for buffers, queues and tables; 128MB",
            (b, t) -> b.limits(CrawlLimits.of(size(t))));

    private final String takes;
    private final String words;
    private final BiConsumer<Builder, String> setter;

    CrawlSetting(String takes, String words, BiConsumer<Builder, String> setter) {
        this.takes = takes;
        this.words = words;
        this.setter = setter;
    }

    /// The name with `-` between its words.
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The kind of its values, for a line of help.
    public String takes() {
        return takes;
    }

    /// What it means, for a line of help.
    public String words() {
        return words;
    }

    /// Whether it is given alone on a command line, for true.
    public boolean isSwitch() {
        return takes.equals("BOOL");
    }

    /// Whether each time it is given counts.
    public boolean isRepeated() {
        return this == SEED
                || this == HEADER
                || this == INCLUDE
                || this == EXCLUDE
                || this == EXTENSION;
    }

    /// Whether its values may have passwords in them.
    public boolean isSecret() {
        return this == AUTH || this == PROXY || this == HEADER;
    }

    /// @param written the name as the user wrote it
    void set(Builder builder, String written, String value) {
        try {
            setter.accept(builder, value);
        } catch (NotWritten e) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    written + " takes " + e.getMessage() + ": found='" + value + "'",
                    e);
        }
    }

    /// The setting of that name, with `-` or `_` between its words.
    public static CrawlSetting of(String name) {
        String key = name.toLowerCase(Locale.ROOT).replace('_', '-');
        return Arrays.stream(values())
                .filter(setting -> setting.key().equals(key))
                .findFirst()
                .orElseThrow(() -> unknown(name, key));
    }

    private static TelegraphException unknown(String name, String key) {
        // Told as it would have to be written where it was.
        char between = name.indexOf('-') < 0 ? '_' : '-';
        List<String> keys =
                Arrays.stream(values())
                        .map(setting -> setting.key().replace('-', between))
                        .toList();
        return TelegraphException.of(
                SqlState.UNDEFINED_PARAMETER,
                "a crawl has no option \""
                        + name
                        + "\""
                        + Nearest.advice(key.replace('-', between), keys));
    }

    private static long whole(String text) {
        return read(text, OptionReader::whole, "a whole number");
    }

    private static int small(String text) {
        return small(whole(text), "a whole number below 2147483648");
    }

    private static Duration span(String text) {
        return read(
                text,
                t -> OptionReader.duration(t, ""),
                "a length of time such as 500ms, 10s or 5min");
    }

    private static long size(String text) {
        return read(text, OptionReader::bytes, "a size such as 64KB or 2MB");
    }

    private static int smallSize(String text) {
        return small(size(text), "a size below 2GB");
    }

    private static boolean truth(String text) {
        return read(text, OptionReader::flag, "on or off");
    }

    private static int small(long value, String kind) {
        if (value != (int) value) {
            throw new NotWritten(kind, null);
        }
        return (int) value;
    }

    private static <T> T read(String text, Function<String, Optional<T>> reader, String kind) {
        return reader.apply(text).orElseThrow(() -> new NotWritten(kind, null));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new NotWritten("a path", e);
        }
    }

    private static KeptParts.Content content(String text) {
        return Arrays.stream(KeptParts.Content.values())
                .filter(kept -> kept.name().equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(() -> new NotWritten("text, body or nothing", null));
    }

    /// A text is not of the kind wanted; the message says which is.
    private static final class NotWritten extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotWritten(String kind, Throwable cause) {
            super(kind, cause);
        }
    }
}
