/// What is kept of a page, and who reads it.
///
/// A fetcher fills a [telegraph.crawler.page.PageRecord]; the loop appends it to the
/// [telegraph.crawler.page.PageLog], which is the crawl's journal and its result at once; readers
/// (recovery, the tables of SQL, extensions, WARC) see it through a
/// [telegraph.crawler.page.PageView], which copies nothing.
package telegraph.crawler.page;
