package telegraph.crawler.journal;

import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageLogReader;
import telegraph.crawler.page.PageView;

/// Does again what the journal says was done after the last checkpoint.
///
/// The frontier's state of that checkpoint still has the URLs of these rows: their hashes go into
/// `done`, so that they are passed over when they come out. The links of the pages are offered once
/// more, which changes nothing for those that were seen.
public final class JournalReplay {
    private JournalReplay() {}

    /// Replays all whole records that the reader finds before the log's tail; returns where they
    /// end.
    public static LogPosition run(
            PageLogReader reader, PageEffects effects, LongSet done, long now) {
        PageView view = new PageView();
        LogPosition end = reader.position();
        reader.leaveTail();
        while (reader.next()) {
            if (reader.isPage()) {
                reader.page(view);
                effects.apply(view, now);
                done.add(view.urlHash());
            }
            end = reader.position();
        }
        return end;
    }
}
