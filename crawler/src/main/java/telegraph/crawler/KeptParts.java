package telegraph.crawler;

import java.util.List;

/// What a crawl keeps of a page beside its row and its links.
///
/// @param content the text, the body, or neither
/// @param warc whether responses are written to WARC files, too
/// @param extensions jars with a user's `PageModule`, each with `#` and a class name behind it if
///   the jar does not say which
public record KeptParts(Content content, boolean warc, List<String> extensions) {
    /// How much of a page is kept.
    public enum Content {
        NOTHING,
        TEXT,
        /// The decoded body, and the text.
        BODY
    }

    public KeptParts {
        extensions = List.copyOf(extensions);
    }
}
