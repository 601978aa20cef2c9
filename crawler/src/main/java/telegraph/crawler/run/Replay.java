package telegraph.crawler.run;

import java.nio.file.Path;
import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageLogReader;
import telegraph.crawler.page.PageView;
import telegraph.memory.Disk;
import telegraph.memory.Region;

/// Does again what the journal says was done after the last checkpoint.
///
/// The frontier's state of that checkpoint still has the URLs of these rows: their hashes go into
/// `done`, so that they are passed over when they come out. The links of the pages are offered once
/// more, which changes nothing for those that were seen.
final class Replay {
    private Replay() {}

    /// Replays all whole records behind `from`; returns where they end.
    static LogPosition run(
            Disk disk,
            Path directory,
            LogPosition from,
            Region region,
            PageEffects effects,
            LongSet done,
            long now) {
        try (PageLogReader reader = PageLogReader.open(disk, directory, from, region)) {
            PageView view = new PageView();
            while (reader.next()) {
                if (reader.isPage()) {
                    reader.page(view);
                    effects.apply(view, now);
                    done.add(view.urlHash());
                }
            }
            return reader.position();
        }
    }
}
