package telegraph.crawler.scan;

/// Looks for the charset that a page names in its first octets, before they are decoded (WHATWG,
/// *HTML*, section 13.2.3.2).
///
/// Threads: one.
final class Prescan {
    /// The standard reads 1,024 octets here and starts anew when it meets a later `<meta>`; to read
    /// some more at first comes to much the same.
    private static final int OCTETS = 4096;

    private final Tag tag = new Tag();

    /// The name of the charset; empty if none is named.
    String charset(byte[] a, int start, int length) {
        int end = Math.min(length, start + OCTETS);
        if (Ascii.startsWith(a, start, end, "<?xml")) {
            String declared = declared(a, start, RawText.bogusEnd(a, start, end));
            if (!declared.isEmpty()) {
                return declared;
            }
        }
        int at = Ascii.find(a, start, end, '<');
        while (at + 1 < end) {
            byte c = a[at + 1];
            int behind = at + 1;
            if (Ascii.isLetter(c)) {
                behind = tag.read(a, at + 1, end);
                if (behind < 0) {
                    return Charsets.NONE;
                }
                String named = tag.element() == Element.META ? named(a) : Charsets.NONE;
                if (!named.isEmpty()) {
                    return named;
                }
            } else if (c == '!') {
                behind = RawText.declarationEnd(a, at + 2, end);
            } else if (c == '?' || c == '/') {
                behind = RawText.bogusEnd(a, at, end);
            }
            at = Ascii.find(a, behind, end, '<');
        }
        return Charsets.NONE;
    }

    /// The charset of an XML declaration.
    private static String declared(byte[] a, int start, int end) {
        for (int at = start; at < end; at++) {
            if (a[at] == 'e' && Ascii.startsWith(a, at, end, "encoding")) {
                int equals = Ascii.find(a, at, end, '=');
                return readable(Charsets.of(a, Math.min(end, equals + 1), end));
            }
        }
        return Charsets.NONE;
    }

    private String named(byte[] a) {
        if (tag.has(Tag.CHARSET)) {
            return readable(Charsets.of(a, tag.start(Tag.CHARSET), tag.end(Tag.CHARSET)));
        }
        if (tag.is(Tag.HTTP_EQUIV, "content-type") && tag.has(Tag.CONTENT)) {
            int end = tag.end(Tag.CONTENT);
            int at = Charsets.parameter(a, tag.start(Tag.CONTENT), end);
            return at < 0 ? Charsets.NONE : readable(Charsets.of(a, at, end));
        }
        return Charsets.NONE;
    }

    /// A page whose `<meta>` can be read as ASCII is not in UTF-16, whatever it says.
    private static String readable(String name) {
        return name.startsWith("utf-16") ? Charsets.UTF_8 : name;
    }
}
