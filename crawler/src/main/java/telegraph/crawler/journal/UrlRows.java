package telegraph.crawler.journal;

import telegraph.crawler.Outcome;
import telegraph.crawler.mark.Origin;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.crawler.page.PageRecord;
import telegraph.crawler.page.Part;
import telegraph.http.url.Url;

/// Begins the rows of URLs: with what is known before anybody is asked.
///
/// Threads: one.
public final class UrlRows {
    private final long[] chain = new long[Origin.CHAIN_MAX];

    /// Begins the row of a URL.
    public void start(PageRecord record, QueuedUrl queued) {
        Url url = queued.url();
        Origin origin = queued.origin();
        record.start(url.array(), 0, url.length(), origin.depth());
        record.hashes(url.hash(), url.siteHash()).tries(queued.tries());
        record.put(Part.HOST, url.array(), url.hostStart(), url.hostEnd());
        if (!origin.referrer().isEmpty()) {
            record.put(Part.REFERRER, origin.referrer());
        }
        for (int i = 0; i < origin.chainLength(); i++) {
            chain[i] = origin.chain(i);
        }
        record.chain(chain, origin.chainLength());
    }

    /// Writes the whole row of a URL without a response.
    public void write(PageRecord record, QueuedUrl queued, Outcome outcome, String detail) {
        start(record, queued);
        record.outcome(outcome);
        if (!detail.isEmpty()) {
            record.put(Part.DETAIL, detail);
        }
    }
}
