package telegraph.server.postgres;

/// The client is gone, and with it the reason to go on.
final class Gone extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Gone() {
        super("the client closed the connection", null, false, false);
    }
}
