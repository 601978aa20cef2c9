package telegraph.server.resp;

/// A command cannot go on here without waiting for somebody; nothing was done of it.
public final class NotNow extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public static final NotNow NOT_NOW = new NotNow();

    private NotNow() {
        super("the command has to wait", null, false, false);
    }
}
