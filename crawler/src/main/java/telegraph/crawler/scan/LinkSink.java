package telegraph.crawler.scan;

import telegraph.http.url.Url;

/// Takes the links of a page, one after another in the order in which they end.
public interface LinkSink {
    /// A link to `to`, said to be what the bits of [Rel] say, with the anchor's text in UTF-8 in
    /// `anchor[start, end)`. All of it is the scanner's and changes after the call.
    void link(Url to, int rel, byte[] anchor, int start, int end);
}
