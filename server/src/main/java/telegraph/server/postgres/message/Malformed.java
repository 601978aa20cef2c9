package telegraph.server.postgres.message;

/// A message that is none of the protocol: after it nobody knows where the next one begins, so the
/// connection ends.
public final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Malformed(String message) {
        super(message);
    }
}
