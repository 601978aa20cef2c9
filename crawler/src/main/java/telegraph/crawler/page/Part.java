package telegraph.crawler.page;

/// A part of a page's record whose length varies. Its place in this list is its place in the
/// record's table ([PageRecord]), so new ones come last.
public enum Part {
    /// As it was taken from the frontier.
    URL,
    HOST,
    /// Where a redirect leads; absent if it is the URL itself.
    FINAL_URL,
    /// The page whose link was first seen to lead here; absent for seeds.
    REFERRER,
    CONTENT_TYPE,
    CHARSET,
    /// [telegraph.crawler.Outcome#label] if it is not FETCHED.
    ERROR,
    /// What went wrong, in words.
    DETAIL,
    TITLE,
    TEXT,
    /// The links, as [LinkCursor] reads them.
    LINKS,
    /// Hashes of the URLs that redirected here, eight octets each.
    CHAIN,
    /// Status line and headers of the response, as they came.
    HEAD,
    /// The body, decoded.
    BODY,
    /// Values of the extensions' columns, in the order of the columns, as `ExtraColumns` writes
    /// them.
    EXTRA;

    static final int COUNT = values().length;
}
