package telegraph.crawler.scan;

import telegraph.crawler.Octets;

/// The bits that say what a link is: from which element it comes, and what its `rel` asks for.
///
/// Threads: any.
public final class Rel {
    public static final int NOFOLLOW = 1;
    public static final int SPONSORED = 1 << 1;
    public static final int UGC = 1 << 2;

    /// From `<a href>`.
    public static final int A = 1 << 3;

    /// From `<area href>`.
    public static final int AREA = 1 << 4;

    /// From `<frame src>` or `<iframe src>`.
    public static final int FRAME = 1 << 5;

    /// From `<link href>` whose `rel` is canonical, next, prev or alternate.
    public static final int LINK = 1 << 6;

    /// From `<meta http-equiv=refresh>`.
    public static final int META_REFRESH = 1 << 7;

    /// From `<img src>`.
    public static final int IMG = 1 << 8;

    /// The target of a redirect.
    public static final int REDIRECT = 1 << 9;

    /// From a sitemap.
    public static final int SITEMAP = 1 << 10;

    /// Elements whose links lead to pages.
    public static final int PAGES = A | AREA | FRAME | META_REFRESH;

    private static final String[] WORDS = {
        "nofollow",
        "sponsored",
        "ugc",
        "a",
        "area",
        "frame",
        "link",
        "refresh",
        "img",
        "redirect",
        "sitemap"
    };

    private Rel() {}

    /// Appends the bits as words, such as `a nofollow`: where from first.
    public static void words(int rel, Octets to) {
        int length = to.length();
        words(rel & -A, length, to);
        words(rel & A - 1, length, to);
    }

    private static void words(int rel, int from, Octets to) {
        for (int bit = 0; bit < WORDS.length; bit++) {
            if ((rel & 1 << bit) != 0) {
                if (to.length() > from) {
                    to.append((byte) ' ');
                }
                String word = WORDS[bit];
                for (int i = 0; i < word.length(); i++) {
                    to.append((byte) word.charAt(i));
                }
            }
        }
    }
}
