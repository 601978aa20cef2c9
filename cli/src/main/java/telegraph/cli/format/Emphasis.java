package telegraph.cli.format;

/// Marks in a line what is to stand out among fainter text.
///
/// The marks are two control characters without width, so lines can be measured and cut as they
/// are. No text that is shown has them by itself, because it is tamed before ([CellWidth#tame]).
public final class Emphasis {
    private static final String START = "\u0001";
    private static final String END = "\u0002";

    private Emphasis() {}

    static String of(String text) {
        return START + text + END;
    }

    /// The line with these texts in place of the marks.
    public static String render(String line, String start, String end) {
        return line.replace(START, start).replace(END, end);
    }
}
