/// What a crawl keeps so that a crash loses nothing: rows entered before their links, checkpoints,
/// and how a crawl that begins again reads them.
package telegraph.crawler.journal;
