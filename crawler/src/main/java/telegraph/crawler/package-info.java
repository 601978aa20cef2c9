/// The web, crawled: as a command that fills a directory, and as a source of pages and links.
///
/// This package is the door of the module. One URL goes through the packages below it: `frontier`
/// (has it been seen, whose turn is it), `dns`, `robots`, `fetch`, `scan` and `url` (what does the
/// page say and where does it lead), `page` (what is kept), `run` (the loop that drives all that).
package telegraph.crawler;
