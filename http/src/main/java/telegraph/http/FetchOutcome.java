package telegraph.http;

/// What became of a fetch.
public enum FetchOutcome {
    /// A response came, whatever its status.
    FETCHED,
    /// A response came; its body was cut at the limit.
    TRUNCATED,
    /// The network says that there is no way.
    CONNECT_FAILED,
    /// No connection in time.
    CONNECT_TIMEOUT,
    /// The host says that nobody listens at the port.
    CONNECT_REFUSED,
    TLS_FAILED,
    /// The whole fetch took too long.
    TIMEOUT,
    /// Octets came more slowly than the least rate.
    TOO_SLOW,
    /// The connection broke.
    BROKEN,
    /// A connection that was kept had been closed before anything of an answer came; who wants the
    /// request sent once is told, and for others it is sent again.
    CLOSED_BEFORE,
    /// What came is not HTTP.
    BAD_RESPONSE,
    HEADER_TOO_LARGE,
    /// The body is not what Content-Encoding says.
    BAD_ENCODING,
    /// A body unpacks to far more than it could honestly hold.
    BOMB,
    /// What was asked for is no URL that HTTP/2 can carry.
    BAD_URL;

    /// Whether a response came.
    public boolean isResponse() {
        return this == FETCHED || this == TRUNCATED;
    }
}
