package telegraph.cli.format;

/// How a table for people looks.
///
/// @param nullText what stands for NULL
/// @param expanded whether each column of a row gets a line of its own
public record TableStyle(String nullText, boolean expanded) {
    public static final TableStyle PLAIN = new TableStyle("∅", false);
}
