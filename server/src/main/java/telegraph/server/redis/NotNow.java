package telegraph.server.redis;

/// A command cannot go on here without waiting for somebody; nothing was done of it.
final class NotNow extends RuntimeException {
    private static final long serialVersionUID = 1L;

    static final NotNow NOT_NOW = new NotNow();

    private NotNow() {
        super("the command has to wait", null, false, false);
    }
}
