package telegraph.crawler;

import java.util.Locale;
import telegraph.http.FetchOutcome;

/// What became of a URL that was taken from the frontier.
///
/// Everything but [#FETCHED] is told in the column `error` of the page's row by its name in small
/// letters.
public enum Outcome {
    /// An HTTP response came, whatever its status.
    FETCHED(false),
    /// A response came; its body was cut at the limit.
    TRUNCATED(false),
    /// robots.txt forbids it.
    ROBOTS(false),
    /// The host has no address.
    NO_ADDRESS(false),
    /// The name servers did not answer.
    DNS_TIMEOUT(true),
    /// The host's address is one that this crawl must not ask.
    ADDRESS_FORBIDDEN(false),
    /// The network says that there is no way.
    CONNECT_FAILED(true),
    /// No connection in time.
    CONNECT_TIMEOUT(true),
    TLS_FAILED(false),
    /// The whole fetch took too long.
    TIMEOUT(true),
    /// Octets came more slowly than the least rate.
    TOO_SLOW(true),
    /// The connection broke.
    BROKEN(true),
    /// What came is not HTTP.
    BAD_RESPONSE(false),
    HEADER_TOO_LARGE(false),
    /// The body is not what Content-Encoding says.
    BAD_ENCODING(false),
    /// A body unpacks to far more than it could honestly hold.
    BOMB(false),
    REDIRECT_LOOP(false),
    TOO_MANY_REDIRECTS(false),
    /// A redirect leads to what is no URL.
    BAD_REDIRECT(false),
    /// What was found is no URL that could be asked for.
    BAD_URL(false),
    /// The host failed so often that its other URLs were given up.
    HOST_DOWN(false),
    /// An extension threw.
    EXTENSION_FAILED(false),
    /// The host says that nobody listens at the port.
    CONNECT_REFUSED(true);

    private final boolean transientFailure;

    Outcome(boolean transientFailure) {
        this.transientFailure = transientFailure;
    }

    /// What it is called of a fetch that ended so.
    public static Outcome of(FetchOutcome fetch) {
        return fetch == FetchOutcome.CLOSED_BEFORE ? BROKEN : valueOf(fetch.name());
    }

    /// Whether another try may do better.
    public boolean isTransient() {
        return transientFailure;
    }

    /// Whether nobody was there to be asked: that says something of the host, and nothing of the
    /// URL.
    public boolean isUnconnected() {
        return this == CONNECT_FAILED || this == CONNECT_TIMEOUT || this == CONNECT_REFUSED;
    }

    /// Whether a response came.
    public boolean isResponse() {
        return this == FETCHED || this == TRUNCATED;
    }

    /// The name in rows and displays, such as `connect_failed`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
