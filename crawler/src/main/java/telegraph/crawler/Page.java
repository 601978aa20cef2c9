package telegraph.crawler;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What became of one URL: the response, or why there is none.
///
/// Everything is read from the octets of the page when it is asked for, and made anew each time; so
/// ask once, and only for what is needed.
///
/// Threads: the one it was handed to. It may be read until the call it was handed to returns.
public interface Page {
    /// As it was taken from the frontier, normalised.
    String url();

    /// Where a redirect leads; for all else the URL itself.
    String finalUrl();

    String host();

    /// The address that was asked, in figures.
    Optional<String> ip();

    /// The status of the response, 0 if none came.
    int status();

    Outcome outcome();

    /// What went wrong, in words; "" if nothing did.
    String detail();

    /// Content-Type as the response has it.
    Optional<String> contentType();

    /// The charset the page was read in.
    Optional<String> charset();

    /// A header of the response by its name, whatever its case; of several of that name all, with
    /// commas between.
    Optional<String> header(String name);

    /// How many links lead here from a seed.
    int depth();

    /// The page that was first seen to lead here.
    Optional<String> referrer();

    /// When the fetch began.
    Instant fetchedAt();

    /// How long the fetch took.
    int millis();

    /// Octets of the body after decoding, -1 if there is none.
    long bytes();

    /// The words of `<title>`.
    String title();

    /// The words of the page, without markup, up to a limit; "" if they are not kept.
    String text();

    /// The decoded body, read-only; empty if it is not kept.
    ByteBuffer body();

    /// The body in the page's charset; "" if it is not kept.
    String bodyText();

    List<Link> links();
}
