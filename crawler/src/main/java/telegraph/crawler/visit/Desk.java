package telegraph.crawler.visit;

import java.util.Arrays;
import telegraph.crawler.Outcome;
import telegraph.crawler.Rel;
import telegraph.crawler.extension.ModuleCalls;
import telegraph.crawler.journal.LinkRules;
import telegraph.crawler.journal.UrlRows;
import telegraph.crawler.mark.Origin;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.crawler.page.PageRecord;
import telegraph.crawler.page.Part;
import telegraph.crawler.robots.RobotsTag;
import telegraph.crawler.robots.Sitemaps;
import telegraph.crawler.scan.LinkSink;
import telegraph.crawler.scan.PageScanner;
import telegraph.crawler.scope.Cut;
import telegraph.http.Octets;
import telegraph.http.client.FetchSlot;
import telegraph.http.url.Url;

/// Where a response is read and its record written: links, words, digests, and which of the links
/// are followed.
///
/// Threads: one at a time.
public final class Desk implements LinkSink {
    private static final int REDIRECTS_FROM = 300;
    private static final int REDIRECTS_TO = 400;
    private static final int NOT_MODIFIED = 304;

    private final LinkRules rules;
    private final PageScanner scanner;
    private final Octets value = new Octets(256);
    private final MediaTypes mediaTypes = new MediaTypes();
    private final Url target = new Url();
    private final BodyDigest digest = new BodyDigest();
    private final UrlRows rows = new UrlRows();
    private final Sitemaps sitemap = new Sitemaps();
    private final ModuleCalls modules;
    private final int[] cuts = new int[Cut.values().length];
    private String charset = "";
    private PageRecord record;
    private int depth;

    public Desk(LinkRules rules) {
        this.rules = rules;
        this.scanner = new PageScanner(rules.scan());
        this.modules = new ModuleCalls(rules.modules());
    }

    /// Writes the row of a URL with the response in `exchange`.
    ///
    /// @return how many links were cut, by [Cut#ordinal]; valid until the next call
    public int[] writeResponse(PageRecord to, QueuedUrl queued, FetchSlot exchange) {
        record = to;
        rows.start(to, queued);
        Arrays.fill(cuts, 0);
        int status = exchange.status();
        Octets body = exchange.body();
        to.status(status).bytes(body.length(), exchange.wireBytes());
        if (exchange.truncated()) {
            to.flags(PageRecord.TRUNCATED);
        }
        if (body.length() > 0) {
            digest.read(body);
            to.digest(digest.high(), digest.low());
        }
        modules.start();
        if (rules.keepsHeads() || rules.hasReaders()) {
            to.put(Part.HEAD, exchange.rawHead());
        }
        boolean html = contentType(exchange, body);
        Outcome outcome = Outcome.of(exchange.outcome());
        String detail = exchange.detail();
        if (status >= REDIRECTS_FROM
                && status < REDIRECTS_TO
                && status != NOT_MODIFIED
                && exchange.header("location", value)) {
            Outcome redirect = redirect(queued);
            if (outcome.isResponse() && redirect != Outcome.FETCHED) {
                outcome = redirect;
                detail = "location=" + value;
            }
        }
        to.outcome(outcome);
        if (!detail.isEmpty()) {
            to.put(Part.DETAIL, detail);
        }
        read(queued, exchange, html);
        if (rules.keepsBodies() || rules.hasReaders()) {
            to.put(Part.BODY, body);
        }
        modules.extract(to);
        return cuts;
    }

    /// Puts the content type; says whether the body is to be read as HTML.
    private boolean contentType(FetchSlot exchange, Octets body) {
        charset = "";
        if (!exchange.header("content-type", value)) {
            return looksLikeHtml(body);
        }
        record.put(Part.CONTENT_TYPE, value);
        charset = mediaTypes.charset(value);
        return MediaTypes.isHtml(value);
    }

    private static boolean looksLikeHtml(Octets body) {
        int at = 0;
        while (at < body.length() && body.at(at) <= ' ' && body.at(at) >= 0) {
            at++;
        }
        return at < body.length() && body.at(at) == '<';
    }

    /// Puts where the response leads; FETCHED if that can be followed.
    private Outcome redirect(QueuedUrl queued) {
        Origin origin = queued.origin();
        if (target.resolve(queued.url(), value.array(), 0, value.length()) != Url.Verdict.OK) {
            return Outcome.BAD_REDIRECT;
        }
        record.put(Part.FINAL_URL, target.array(), 0, target.length());
        long hash = target.hash();
        if (hash == queued.url().hash() || origin.isInChain(hash)) {
            return Outcome.REDIRECT_LOOP;
        }
        if (origin.chainLength() >= Origin.CHAIN_MAX) {
            return Outcome.TOO_MANY_REDIRECTS;
        }
        if (origin.depth() == 0 && (origin.referrer().isEmpty() || origin.chainLength() > 0)) {
            rules.filter().widen(target);
        }
        Cut cut = judge(target, origin.depth());
        if (cut == Cut.KEEP) {
            record.flags(PageRecord.FOLLOWED);
        } else {
            cuts[cut.ordinal()]++;
        }
        return Outcome.FETCHED;
    }

    private void read(QueuedUrl queued, FetchSlot exchange, boolean html) {
        boolean words =
                html || exchange.header("content-type", value) && MediaTypes.isPlainText(value);
        RobotsTag said =
                exchange.headers("x-robots-tag", value)
                        ? RobotsTag.parse(value.toString(), rules.agent())
                        : RobotsTag.NONE;
        boolean noindex = said.noindex();
        boolean nofollow = said.nofollow();
        Octets body = exchange.body();
        depth = queued.origin().depth() + 1;
        boolean named = rules.sitemaps() && SitemapOffers.isOffered(queued.origin());
        if (rules.sitemaps()
                && (named || !html)
                && Sitemaps.isSitemap(
                        body.array(), body.length(), named || Sitemaps.saysSitemap(queued.url()))) {
            words = false;
            sitemap.read(queued.url(), body.array(), body.length(), this::listed);
        }
        if (words && body.length() > 0) {
            scanner.scan(body.array(), body.length(), charset, html, queued.url(), this);
            noindex |= html && scanner.noindex();
            nofollow |= html && scanner.nofollow();
            record.put(Part.CHARSET, scanner.charset());
            record.simhash(scanner.simhash());
            if (html) {
                record.flags(PageRecord.HTML);
            }
        }
        if (nofollow) {
            record.flags(PageRecord.NOFOLLOW);
        }
        if (noindex) {
            record.flags(PageRecord.NOINDEX);
        } else if (words && body.length() > 0) {
            keepWords();
        }
    }

    private void keepWords() {
        if (!scanner.title().isEmpty()) {
            record.put(Part.TITLE, scanner.title());
        }
        if ((rules.keepsText() || rules.hasReaders()) && !scanner.text().isEmpty()) {
            record.put(Part.TEXT, scanner.text());
        }
    }

    private void listed(Url to) {
        Cut cut = judge(to, depth);
        if (cut != Cut.KEEP) {
            cuts[cut.ordinal()]++;
        }
        record.link(to.array(), 0, to.length(), to.hash(), Rel.SITEMAP, cut == Cut.KEEP);
    }

    @Override
    public void link(Url to, int rel, byte[] anchor, int start, int end) {
        if (record.links() >= rules.linksMax()) {
            cuts[Cut.TOO_LONG.ordinal()]++;
            return;
        }
        boolean shunned = rules.nofollow() && (rel & Rel.NOFOLLOW) != 0;
        Cut cut = shunned ? Cut.NOFOLLOW : judge(to, depth);
        if (cut != Cut.KEEP) {
            cuts[cut.ordinal()]++;
        }
        record.link(to.array(), 0, to.length(), to.hash(), rel, cut == Cut.KEEP);
        record.anchor(anchor, start, end);
    }

    private Cut judge(Url url, int atDepth) {
        Cut cut = rules.filter().judge(url, atDepth);
        return cut != Cut.KEEP || modules.wants(url.array(), 0, url.length(), atDepth)
                ? cut
                : Cut.EXTENSION;
    }
}
