package telegraph.crawler.scan;

import java.util.List;

/// The elements that a scan tells apart.
enum Element {
    A("a"),
    AREA("area"),
    BASE("base"),
    FRAME("frame"),
    IFRAME("iframe"),
    IMG("img", "image"),
    LINK("link"),
    META("meta"),
    SOURCE("source"),
    SVG("svg"),
    TITLE("title"),
    TEMPLATE("template"),
    SCRIPT("script"),
    /// What is in it is for nobody to read.
    RAW("style", "noembed", "noframes", "textarea"),
    /// What is in it is text and no markup.
    SAMPLE("xmp"),
    /// All that comes behind is text.
    PLAINTEXT("plaintext"),
    /// Does not part words.
    INLINE(
            "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
            "font", "i", "ins", "kbd", "label", "mark", "nobr", "q", "s", "samp", "small", "span",
            "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"),
    /// All others.
    BLOCK;

    private static final int SLOTS_BITS = 8;
    private static final int SLOTS = 1 << SLOTS_BITS;
    private static final long[] NAMES = new long[SLOTS];
    private static final Element[] ELEMENTS = new Element[SLOTS];

    static {
        for (Element element : values()) {
            for (String name : element.names) {
                int slot = slot(Ascii.name(name));
                NAMES[slot] = Ascii.name(name);
                ELEMENTS[slot] = element;
            }
        }
    }

    private final List<String> names;

    Element(String... names) {
        this.names = List.of(names);
    }

    /// The element with a name as [Ascii#name] makes it.
    static Element of(long name) {
        int slot = slot(name);
        return NAMES[slot] == name && name != 0 ? ELEMENTS[slot] : BLOCK;
    }

    /// Where the name is, or else the empty slot where it would be.
    private static int slot(long name) {
        int slot = (int) (name * 0x9E3779B97F4A7C15L >>> 64 - SLOTS_BITS);
        while (NAMES[slot] != 0 && NAMES[slot] != name) {
            slot = slot + 1 & SLOTS - 1;
        }
        return slot;
    }
}
