package telegraph.bench.load;

import java.nio.charset.StandardCharsets;

/// The text of column b: 96 characters that begin with the row and its version.
final class Text {
    static final int LENGTH = 96;

    private Text() {}

    static String of(int a, int version) {
        StringBuilder text = new StringBuilder(LENGTH);
        text.append(a).append(' ').append(version).append(' ');
        while (text.length() < LENGTH) {
            text.append((char) ('a' + text.length() % 26));
        }
        return text.toString();
    }

    static byte[] bytes(int a, int version) {
        return of(a, version).getBytes(StandardCharsets.US_ASCII);
    }
}
