package telegraph.query.regex;

/// How an expression is to be read, by the letters that say so.
///
/// @param literal whether it stands for itself
/// @param expanded whether blanks and comments between its parts mean nothing
/// @param dotsStop whether `.` and `[^…]` leave out line ends
/// @param byLines whether `^` and `$` stand beside each line end
record Options(
        boolean anyCase, boolean literal, boolean expanded, boolean dotsStop, boolean byLines) {
    static final Options NONE = new Options(false, false, false, false, false);

    /// With one more letter; null for one that says nothing.
    Options with(char letter) {
        return switch (letter) {
            case 'c' -> new Options(false, literal, expanded, dotsStop, byLines);
            case 'i' -> new Options(true, literal, expanded, dotsStop, byLines);
            case 'm', 'n' -> lines(true, true);
            case 'p' -> lines(true, false);
            case 'w' -> lines(false, true);
            case 's' -> lines(false, false);
            case 't' -> new Options(anyCase, literal, false, dotsStop, byLines);
            case 'x' -> new Options(anyCase, literal, true, dotsStop, byLines);
            case 'q' -> new Options(anyCase, true, expanded, dotsStop, byLines);
            default -> null;
        };
    }

    /// For a text that stands for itself.
    Options quoted() {
        return new Options(anyCase, true, false, false, false);
    }

    private Options lines(boolean stop, boolean by) {
        return new Options(anyCase, literal, expanded, stop, by);
    }
}
