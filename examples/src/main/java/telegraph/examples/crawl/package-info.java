/// Modules for the crawler, one of each kind: [telegraph.examples.crawl.NoCalendars] refuses URLs,
/// [telegraph.examples.crawl.WordCounts] adds columns, [telegraph.examples.crawl.TitleList]
/// receives pages. `docs/crawler.md` says how such a class gets into a crawl.
package telegraph.examples.crawl;
