package telegraph.crawler;

import java.time.Duration;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// How a crawl behaves towards those it asks.
///
/// Delays are counted from the end of one request to the start of the next.
///
/// @param userAgent what every request says; for anything but loopback it holds the URL of a page
///   that says whom to write to
/// @param hostDelay between requests to one site
/// @param addressDelay between requests to one address, whatever the site
/// @param crawlDelayMax the longest delay that a robots.txt may ask for; a longer one counts as
///   this
/// @param retryAfterMax the longest pause that an answer 429 or 503 may ask for
/// @param robots whether robots.txt is obeyed
/// @param triesMax requests for one URL at most, if the failure may pass
/// @param failuresMax failures of a site, with no success between, after which its other URLs are
///   given up
public record Manners(
        String userAgent,
        Duration hostDelay,
        Duration addressDelay,
        Duration crawlDelayMax,
        Duration retryAfterMax,
        boolean robots,
        int triesMax,
        int failuresMax) {
    static final String DEFAULT_AGENT = "Telegraph/0.1";

    public Manners {
        if (userAgent.isBlank() || userAgent.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "user-agent is a line of ASCII that begins with the crawler's name: found='"
                            + userAgent
                            + "'");
        }
        CrawlLimits.demand("tries", triesMax, 1, 100);
        CrawlLimits.demand("failures", failuresMax, 1, 1_000_000);
    }

    /// The name to which the groups of a robots.txt speak: what stands before the first `/` or
    /// space.
    public String robotsName() {
        int end = 0;
        while (end < userAgent.length() && "/ ;(".indexOf(userAgent.charAt(end)) < 0) {
            end++;
        }
        return userAgent.substring(0, end);
    }

    /// Whether the user-agent says whom to write to. Without that a crawl asks this machine alone.
    public boolean hasContact() {
        return userAgent.contains("http://") || userAgent.contains("https://");
    }
}
