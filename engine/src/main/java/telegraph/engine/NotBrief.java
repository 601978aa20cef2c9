package telegraph.engine;

/// Says that a block has more to read than a few rows at hand, where nothing else was wanted;
/// nothing was done then that anybody can see.
public final class NotBrief extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// Caught by whoever asked, so that where it comes from is nobody's business.
    public static final NotBrief NOW = new NotBrief();

    private NotBrief() {
        super("more than a few rows at hand", null, false, false);
    }
}
