package telegraph.testkit.model;

/// What a host speaks, and how well it speaks TLS if it does.
public enum ProtocolKind implements Kind {
    /// HTTP/1.1 in plain.
    HTTP,
    /// HTTP/1.1 within TLS.
    HTTPS,
    /// HTTP/2 within TLS, and nothing else.
    HTTP_2,
    /// Accepts, reads the beginning of TLS and never answers.
    TLS_HANGING,
    /// Answers the beginning of TLS with one octet each second.
    TLS_DRIPPING,
    /// Answers the beginning of TLS with an alert.
    TLS_ALERT,
    /// Ends the connection instead of answering the beginning of TLS.
    TLS_CLOSING,
    /// Proves to be another host.
    TLS_WRONG_NAME,
    /// Has a certificate whose time is over.
    TLS_EXPIRED;

    public boolean isSecure() {
        return this != HTTP;
    }

    /// Whether whoever wants to be sure of the host gets through to it.
    public boolean answers() {
        return this == HTTP || this == HTTPS || this == HTTP_2;
    }
}
