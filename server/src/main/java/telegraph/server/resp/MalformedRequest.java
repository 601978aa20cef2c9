package telegraph.server.resp;

/// Bytes that are not the protocol; the connection ends, since nobody knows where the next command
/// begins.
public final class MalformedRequest extends Exception {
    private static final long serialVersionUID = 1L;

    /// @param rule what was broken, in Redis' words
    MalformedRequest(String rule) {
        super("ERR Protocol error: " + rule, null, false, false);
    }
}
