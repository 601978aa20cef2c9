package telegraph.crawler.journal;

import java.util.LinkedHashMap;
import java.util.Map;
import telegraph.crawler.CrawlLimits;
import telegraph.memory.Region;

/// Why hosts that were set aside did not answer, for the rows of their URLs.
///
/// Of the last [#HOSTS_MAX] at most, and fewer in little memory: who was set aside before them has
/// no words.
///
/// Threads: the loop's. Memory: charged to the crawl's region, which is closed with it.
public final class LastWords {
    private static final int HOSTS_MAX = 4_096;
    private static final int HOSTS_MIN = 64;
    private static final int LENGTH_MAX = 160;
    private static final int ENTRY_BYTES = 512;

    private final Map<Long, String> words = new LinkedHashMap<>();
    private final int hostsMax;

    public LastWords(CrawlLimits limits, Region region) {
        hostsMax = Math.clamp(limits.memoryBytes() >> 15, HOSTS_MIN, HOSTS_MAX);
        region.charge((long) hostsMax * ENTRY_BYTES);
    }

    public void keep(long site, String said) {
        words.remove(site);
        words.put(site, said.length() > LENGTH_MAX ? said.substring(0, LENGTH_MAX) + "…" : said);
        if (words.size() > hostsMax) {
            words.remove(words.keySet().iterator().next());
        }
    }

    /// What was kept of a site, or nothing in words.
    public String of(long site) {
        return words.getOrDefault(site, "");
    }
}
