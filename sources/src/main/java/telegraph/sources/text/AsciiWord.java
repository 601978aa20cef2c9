package telegraph.sources.text;

/// Words of ASCII, compared without making strings of them.
final class AsciiWord {
    private AsciiWord() {}

    /// Whether the bytes spell `word`, which is in lower case, in any case.
    static boolean equalsIgnoreCase(byte[] bytes, int start, int end, String word) {
        if (end - start != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            int b = bytes[start + i];
            if (b >= 'A' && b <= 'Z') {
                b |= 0x20;
            }
            if (b != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
