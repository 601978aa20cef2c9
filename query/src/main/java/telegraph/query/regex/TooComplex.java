package telegraph.query.regex;

/// That an expression has more states, colors or ways to match than there is room or time for.
final class TooComplex extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
