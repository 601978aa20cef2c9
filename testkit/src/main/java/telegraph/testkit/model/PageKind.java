package telegraph.testkit.model;

/// What a page is.
public enum PageKind implements Kind {
    /// HTML with links.
    HTML(200, true),
    /// A redirect to another page of the host.
    REDIRECT(301, false),
    /// A redirect to a page of another host.
    REDIRECT_AWAY(302, false),
    /// A redirect to a page that redirects to one that redirects back to the former.
    REDIRECT_LOOP(302, false),
    /// A redirect to a redirect to a redirect, without end.
    REDIRECT_CHAIN(302, false),
    /// Words, and that the page is not there.
    NOT_FOUND(404, false),
    /// Words, and that the server is broken.
    SERVER_ERROR(500, false),
    /// Status 503 and Retry-After the first time, HTML with links the second.
    BUSY(200, true),
    /// Status 429 and Retry-After the first time, HTML with links the second.
    RATE_LIMITED(200, true),
    /// The connection is reset the first time; HTML with links the second.
    FLAKY(200, true),
    /// HTML with links, packed by gzip.
    GZIP(200, true),
    /// HTML with links, packed by deflate with the head of zlib.
    DEFLATE(200, true),
    /// HTML with links, packed by deflate without the head of zlib.
    DEFLATE_RAW(200, true),
    /// HTML with links in chunks, with an extension and a trailer.
    CHUNKED(200, true),
    /// HTML with links that ends with the connection.
    UNTIL_CLOSE(200, true),
    /// HTML with links by HTTP/1.0, ending with the connection.
    HTTP_10(200, true),
    /// HTML with links and what is not asked for behind its end.
    LENGTH_TOO_SHORT(200, true),
    /// HTML with links between all that goes wrong in markup.
    BROKEN_HTML(200, true),
    /// HTML with links that are relative to `<base>`.
    BASE(200, true),
    /// HTML that leads to another page by `<meta http-equiv=refresh>` and has no other link.
    META_REFRESH(200, false),
    /// HTML with links that its `<meta name=robots>` says not to follow.
    META_NOFOLLOW(200, false),
    /// HTML with links that its header X-Robots-Tag says not to follow.
    HEADER_NOFOLLOW(200, false),
    /// HTML with links in Latin-1, as the header says.
    LATIN_1(200, true),
    /// HTML with links in windows-1251, as `<meta charset>` says.
    WINDOWS_1251(200, true),
    /// HTML with links in Shift_JIS, as `<meta http-equiv>` says.
    SHIFT_JIS(200, true),
    /// HTML with links in UTF-16, as its byte order mark says.
    UTF_16(200, true),
    /// HTML with links in UTF-8, as its byte order mark says, though the header says Latin-1.
    UTF_8_MARKED(200, true),
    /// HTML without links, the same on all pages of this kind.
    DUPLICATE(200, false),
    /// As [#DUPLICATE] but for a few words.
    NEAR_DUPLICATE(200, false),
    /// Text that looks like HTML with links.
    TEXT(200, false),
    /// What is no text.
    BINARY(200, false),
    /// HTML with links, and five megabytes of words behind them.
    HUGE(200, true),
    /// Nothing.
    EMPTY(200, false),
    /// HTML with links, and one to a calendar without end.
    CALENDAR_TRAP(200, true),
    /// HTML with links, and one to a directory in which the same directories are again and again.
    PATH_TRAP(200, true),
    /// HTML with links, and one to pages that make up a new session for each link.
    SESSION_TRAP(200, true),
    /// HTML with links, and some with octets that no URL has.
    ODD_LINKS(200, true),
    /// A header of a megabyte.
    HUGE_HEADER(0, false),
    /// Few octets of gzip that make a gigabyte.
    BOMB(0, false),
    /// What is no gzip, called gzip.
    BAD_GZIP(0, false),
    /// Chunks without a length.
    BAD_CHUNK(0, false),
    /// Less than Content-Length says, and then the connection ends.
    LENGTH_TOO_LONG(0, false);

    private final int status;
    private final boolean linked;

    PageKind(int status, boolean linked) {
        this.status = status;
        this.linked = linked;
    }

    /// The status of the response in the end, 0 if no whole one comes.
    public int status() {
        return status;
    }

    /// Whether only the way is odd in which HTTP/1.1 tells where it ends.
    boolean isFraming() {
        return switch (this) {
            case CHUNKED, UNTIL_CLOSE, HTTP_10, LENGTH_TOO_SHORT, LENGTH_TOO_LONG, BAD_CHUNK ->
                    true;
            default -> false;
        };
    }

    /// Whether the links of the tree are in it and to be followed.
    public boolean isLinked() {
        return linked;
    }
}
