package telegraph.query.value;

/// Finds a text in another, listening between pieces of work to whether anybody still wants to
/// know: two long texts may be compared at so many places that nobody can wait for it.
public final class TextSearch {
    /// Comparisons of characters between two looks.
    private static final int PACE = 1 << 24;

    private TextSearch() {}

    /// As [String#indexOf(String, int)].
    public static int indexOf(String text, String wanted, int from) {
        long places = (long) text.length() - from - wanted.length() + 1;
        if (places * wanted.length() <= PACE) {
            return text.indexOf(wanted, from);
        }
        int step = Math.max(1, PACE / wanted.length());
        for (int start = from; places > 0; start += step, places -= step) {
            Interrupts.check();
            int last = (int) Math.min(step, places) - 1;
            int at = text.indexOf(wanted, start, start + last + wanted.length());
            if (at >= 0) {
                return at;
            }
        }
        return -1;
    }
}
