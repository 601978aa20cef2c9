package telegraph.sources.fetch;

import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An answer, whole and unpacked.
///
/// @param uri where it finally came from; relative links start here
/// @param shown method and address of the request as messages show them
/// @param link the value of the `Link` headers, or ""
/// @param secrets what must not be shown if the server repeats it
public record HttpPage(
        int status,
        URI uri,
        String shown,
        String contentType,
        String link,
        byte[] body,
        Secrets secrets) {
    private static final Pattern CHARSET =
            Pattern.compile("charset\\s*=\\s*[\"']?([^\\s;\"']+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern LINK =
            Pattern.compile("<([^>]*)>((?:\\s*;\\s*[\\w*-]+\\s*=\\s*(?:\"[^\"]*\"|[^\\s\",;]+))*)");
    private static final Pattern REL_NEXT =
            Pattern.compile(
                    "rel\\s*=\\s*(?:\"(?:[^\"]*\\s)?next(?:\\s[^\"]*)?\"|next\\b)",
                    Pattern.CASE_INSENSITIVE);
    private static final int EXCERPT_LENGTH = 80;

    /// The charset that the server declared, if it is one we know.
    public Optional<Charset> charset() {
        Matcher matcher = CHARSET.matcher(contentType);
        if (!matcher.find()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Charset.forName(matcher.group(1)));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return Optional.empty();
        }
    }

    /// The target of `Link: <…>; rel="next"` (RFC 8288).
    public Optional<String> linkNext() {
        Matcher matcher = LINK.matcher(link);
        while (matcher.find()) {
            if (REL_NEXT.matcher(matcher.group(2)).find()) {
                return Optional.of(matcher.group(1));
            }
        }
        return Optional.empty();
    }

    /// The first letters of the body, on one line; secrets are taken out before the end is cut off.
    public String excerpt() {
        int bytes = Math.min(body.length, EXCERPT_LENGTH * 32);
        String text =
                secrets.mask(new String(body, 0, bytes, charset().orElse(StandardCharsets.UTF_8)))
                        .replaceAll("[\\s\\p{Cntrl}]+", " ")
                        .strip();
        return text.substring(0, Math.min(EXCERPT_LENGTH, text.length()));
    }

    public boolean looksLikeMarkup() {
        for (byte b : body) {
            if (b > ' ') {
                return b == '<';
            }
        }
        return false;
    }
}
