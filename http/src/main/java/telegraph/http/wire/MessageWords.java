package telegraph.http.wire;

/// What others sent or threw, as words that can stand in a message.
public final class MessageWords {
    private static final int SHOWN_MAX = 60;
    private static final int REASON_MAX = 200;

    private MessageWords() {}

    /// Octets as printable ASCII, the first few.
    public static String shown(byte[] array, int start, int end) {
        StringBuilder shown = new StringBuilder();
        for (int i = start; i < Math.min(end, start + SHOWN_MAX); i++) {
            shown.append(array[i] >= ' ' && array[i] < 127 ? (char) array[i] : '?');
        }
        return shown.append(end - start > SHOWN_MAX ? "…" : "").toString();
    }

    /// Why an exception came, in one line.
    public static String reason(Exception e) {
        String text = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        String plain = text.replaceAll("\\p{Cntrl}+", " ");
        return plain.length() <= REASON_MAX ? plain : plain.substring(0, REASON_MAX) + "…";
    }
}
