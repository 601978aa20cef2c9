/// The web, crawled: as a command that fills a directory, and as a source of pages and links.
///
/// This package is the door of the module. One URL goes through the packages below it: `frontier`
/// (has it been seen, whose turn is it), `dns`, `robots`, `fetch`, `scan`, `url` and `scope` (what
/// does the page say, where does it lead, may one go there), `page` (what is kept), `run` (the loop
/// that drives all that). Beside its way are `extension` (modules of users), `warc` and `table`
/// (what SQL reads).
package telegraph.crawler;
