package telegraph.crawler.journal;

import telegraph.crawler.CrawlOptions;
import telegraph.crawler.KeptParts;
import telegraph.crawler.Rel;
import telegraph.crawler.extension.Modules;
import telegraph.crawler.page.PageRecord;
import telegraph.crawler.page.Part;
import telegraph.crawler.robots.RobotsTag;
import telegraph.crawler.scan.ScanOptions;
import telegraph.crawler.scope.LinkFilter;

/// What decides which links are followed and what is kept of a page.
///
/// @param filter which links are in scope
/// @param scan what pages are scanned for
/// @param nofollow whether a link marked so is left alone
/// @param content what is kept of a page
/// @param keepsHeads whether the head of a response is kept
/// @param linksMax links of a page that are kept
/// @param sitemaps whether sitemaps are read, of which each listed URL is a link
/// @param agent the name that robots directives call us by
/// @param modules the user's extensions
public record LinkRules(
        LinkFilter filter,
        ScanOptions scan,
        boolean nofollow,
        KeptParts.Content content,
        boolean keepsHeads,
        int linksMax,
        boolean sitemaps,
        String agent,
        Modules modules) {
    public static LinkRules of(CrawlOptions options, LinkFilter filter, Modules modules) {
        boolean words =
                options.keeping().content() != KeptParts.Content.NOTHING || !modules.isEmpty();
        int kinds = Rel.PAGES | (options.scope().images() ? Rel.IMG : 0);
        return new LinkRules(
                filter,
                new ScanOptions(
                        kinds,
                        words ? options.limits().textBytes() : 0,
                        RobotsTag.token(options.manners().robotsName())),
                options.scope().nofollow(),
                options.keeping().content(),
                options.keeping().warc() || options.keeping().content() == KeptParts.Content.BODY,
                options.limits().linksMax(),
                options.scope().sitemaps(),
                options.manners().robotsName(),
                modules);
    }

    /// Whether the body is kept in the journal.
    public boolean keepsBodies() {
        return content == KeptParts.Content.BODY;
    }

    public boolean keepsText() {
        return content != KeptParts.Content.NOTHING;
    }

    /// Whether modules look at pages, so that these have to be whole until they did.
    public boolean hasReaders() {
        return !modules.isEmpty();
    }

    /// Takes out of a record what only modules needed.
    void dropUnkept(PageRecord record) {
        if (!hasReaders()) {
            return;
        }
        if (!keepsBodies()) {
            record.drop(Part.BODY);
        }
        if (!keepsHeads) {
            record.drop(Part.HEAD);
        }
        if (!keepsText()) {
            record.drop(Part.TEXT);
        }
    }
}
