package telegraph.testkit.web;

/// What a page is.
public enum PageKind implements Kind {
    /// HTML with links, status 200.
    HTML,
    /// A redirect to another page of the host.
    REDIRECT,
    /// A redirect to a page of another host.
    REDIRECT_AWAY,
    /// Status 404 with a page of words.
    NOT_FOUND,
    /// Status 500 with a page of words.
    SERVER_ERROR
}
