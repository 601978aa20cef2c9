package telegraph.crawler.scan;

import telegraph.http.Octets;
import telegraph.http.url.Url;

/// Reads a page once: its links, title, text, charset and what it asks of robots.
///
/// What holds of the last page stays until the next scan; all octets handed out are the scanner's
/// own. A scan makes no garbage, unless the page's charset is none that the last pages had. A
/// scanner keeps buffers of some hundred kilobytes and never blocks, so that a few of them serve
/// any number of fetchers that take turns.
///
/// Threads: one.
public final class PageScanner {
    private final Utf8Body decoding = new Utf8Body();
    private final TextCollector text;
    private final HtmlScanner html;
    private final Simhash simhash = new Simhash();
    private String charset = "";

    public PageScanner(ScanOptions options) {
        this.text = new TextCollector(options.textMax(), new CharacterReferences());
        this.html = new HtmlScanner(options, text);
    }

    /// Reads the first `length` octets of a body that was found at `base`, and tells its links.
    ///
    /// A body that is not HTML is taken for plain text, which has no links; what is no text at all
    /// should not come here.
    ///
    /// @param httpCharset the charset named in Content-Type, by any of its labels, best as
    ///   [Charsets#ofContentType] finds it; null for none
    public void scan(
            byte[] body, int length, String httpCharset, boolean isHtml, Url base, LinkSink links) {
        text.clear();
        html.clear();
        charset = decoding.decode(body, length, httpCharset, isHtml);
        if (isHtml) {
            html.scan(decoding, base, links);
        } else {
            text.addPlain(decoding.array(), decoding.start(), decoding.end());
        }
    }

    /// The first title, in UTF-8 with white space collapsed; empty if there is none.
    public Octets title() {
        return html.title();
    }

    /// What a reader sees, in UTF-8 with white space collapsed, up to the limit.
    public Octets text() {
        return text.text();
    }

    /// The name of the page's charset, as the Encoding standard writes it, in small letters.
    public String charset() {
        return charset;
    }

    /// Whether a `<meta>` for robots, or for this one, asks not to index the page.
    public boolean noindex() {
        return html.noindex();
    }

    /// Whether a `<meta>` for robots, or for this one, asks not to follow the page's links.
    public boolean nofollow() {
        return html.nofollow();
    }

    /// 64 bits that are nearly the same for texts that are; 0 for no text.
    public long simhash() {
        return simhash.of(text.text());
    }
}
