package telegraph.crawler.visit;

import java.nio.charset.StandardCharsets;
import telegraph.http.Octets;

/// Reads the header Content-Type.
///
/// Threads: one.
public final class MediaTypes {
    private static final byte[] CHARSET = "charset=".getBytes(StandardCharsets.US_ASCII);
    private static final byte[][] HTML = {octets("text/html"), octets("application/xhtml+xml")};
    private static final byte[] TEXT = octets("text/plain");
    private static final int NAME_MAX = 40;

    /// Most pages have the charset of the one before, and need no new text for its name.
    private final Octets lastName = new Octets(NAME_MAX);

    private String last = "";

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    public static boolean isHtml(Octets value) {
        return is(value, HTML[0]) || is(value, HTML[1]);
    }

    public static boolean isPlainText(Octets value) {
        return is(value, TEXT);
    }

    private static boolean is(Octets value, byte[] type) {
        int start = 0;
        while (start < value.length() && isSpace(value.at(start))) {
            start++;
        }
        int end = start + type.length;
        if (!matches(value, start, type)) {
            return false;
        }
        return end == value.length() || value.at(end) == ';' || isSpace(value.at(end));
    }

    private static boolean matches(Octets value, int start, byte[] lowerCase) {
        if (start + lowerCase.length > value.length()) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            byte octet = value.at(start + i);
            if (lower(octet) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    private static int lower(byte octet) {
        return octet >= 'A' && octet <= 'Z' ? octet + ('a' - 'A') : octet;
    }

    private static boolean isSpace(byte octet) {
        return octet == ' ' || octet == '\t';
    }

    /// The charset that the value names, "" if it names none.
    public String charset(Octets value) {
        for (int at = 0; at < value.length(); at++) {
            if (value.at(at) == ';') {
                int name = at + 1;
                while (name < value.length() && isSpace(value.at(name))) {
                    name++;
                }
                if (matches(value, name, CHARSET)) {
                    return name(value, name + CHARSET.length);
                }
            }
        }
        return "";
    }

    private String name(Octets value, int from) {
        int start = from;
        while (start < value.length() && (isSpace(value.at(start)) || value.at(start) == '"')) {
            start++;
        }
        int end = start;
        while (end < value.length() && ";\" \t'".indexOf(value.at(end)) < 0) {
            end++;
        }
        if (end - start > NAME_MAX) {
            return "";
        }
        if (!lastName.isSame(value.array(), start, end)) {
            lastName.clear().append(value.array(), start, end);
            last = lastName.text(StandardCharsets.ISO_8859_1);
        }
        return last;
    }
}
