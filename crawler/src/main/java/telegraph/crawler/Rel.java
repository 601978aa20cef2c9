package telegraph.crawler;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What is said of a link, as bits: the words of its `rel` that matter, and where it was found.
public final class Rel {
    public static final int NOFOLLOW = 1;
    public static final int SPONSORED = 1 << 1;
    public static final int UGC = 1 << 2;

    /// The bits that are words of the attribute.
    public static final int WORDS = NOFOLLOW | SPONSORED | UGC;

    /// Found in `<a>`.
    public static final int A = 1 << 3;

    public static final int AREA = 1 << 4;

    /// Found in `<frame>` or `<iframe>`.
    public static final int FRAME = 1 << 5;

    /// Found in `<link>`.
    public static final int LINK = 1 << 6;

    public static final int META_REFRESH = 1 << 7;
    public static final int IMG = 1 << 8;

    /// Found in a sitemap.
    public static final int SITEMAP = 1 << 9;

    /// Where links to pages are found.
    public static final int PAGES = A | AREA | FRAME | META_REFRESH;

    private static final List<String> NAMES =
            List.of(
                    "nofollow",
                    "sponsored",
                    "ugc",
                    "a",
                    "area",
                    "frame",
                    "link",
                    "meta_refresh",
                    "img",
                    "sitemap");

    private Rel() {}

    /// The names of the bits that are set, in small letters.
    public static Set<String> names(int rel) {
        Set<String> names = new LinkedHashSet<>();
        for (int bit = 0; bit < NAMES.size(); bit++) {
            if ((rel >>> bit & 1) != 0) {
                names.add(NAMES.get(bit));
            }
        }
        return names;
    }
}
