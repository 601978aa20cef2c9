package telegraph.crawler.scan;

import telegraph.crawler.Rel;

/// What a scan looks for.
///
/// @param linkKinds elements whose links are told, as bits of [Rel]
/// @param textMax the most octets of text that are kept; 0 for no text and no simhash
/// @param robot the name, in small letters, by which a `<meta>` may speak to this crawler alone
public record ScanOptions(int linkKinds, int textMax, String robot) {
    public static final int TEXT_MAX = 64 * 1024;

    /// Links to pages, and 64 KB of text.
    public static final ScanOptions USUAL = new ScanOptions(Rel.PAGES, TEXT_MAX);

    /// Only links to pages, for crawls that keep no text.
    public static final ScanOptions LINKS = new ScanOptions(Rel.PAGES, 0);

    /// For a crawler without a name.
    public ScanOptions(int linkKinds, int textMax) {
        this(linkKinds, textMax, "robots");
    }

    public ScanOptions {
        if (textMax < 0) {
            throw new IllegalArgumentException("a limit is not negative: textMax=" + textMax);
        }
    }
}
