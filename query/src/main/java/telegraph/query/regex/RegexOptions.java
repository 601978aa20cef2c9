package telegraph.query.regex;

/// How an expression is to be read, by the letters that say so.
///
/// @param literal whether it stands for itself
/// @param expanded whether blanks and comments between its parts mean nothing
/// @param dotsStop whether `.` and `[^…]` leave out line ends
/// @param byLines whether `^` and `$` stand beside each line end
record RegexOptions(
        boolean anyCase, boolean literal, boolean expanded, boolean dotsStop, boolean byLines) {
    static final RegexOptions NONE = new RegexOptions(false, false, false, false, false);

    /// With one more letter; null for one that says nothing.
    RegexOptions with(char letter) {
        return switch (letter) {
            case 'c' -> new RegexOptions(false, literal, expanded, dotsStop, byLines);
            case 'i' -> new RegexOptions(true, literal, expanded, dotsStop, byLines);
            case 'm', 'n' -> lines(true, true);
            case 'p' -> lines(true, false);
            case 'w' -> lines(false, true);
            case 's' -> lines(false, false);
            case 't' -> new RegexOptions(anyCase, literal, false, dotsStop, byLines);
            case 'x' -> new RegexOptions(anyCase, literal, true, dotsStop, byLines);
            case 'q' -> new RegexOptions(anyCase, true, expanded, dotsStop, byLines);
            default -> null;
        };
    }

    /// For a text that stands for itself.
    RegexOptions quoted() {
        return new RegexOptions(anyCase, true, false, false, false);
    }

    private RegexOptions lines(boolean stop, boolean by) {
        return new RegexOptions(anyCase, literal, expanded, stop, by);
    }
}
