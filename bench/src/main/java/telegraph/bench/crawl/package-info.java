/// Measures the crawler: processes that crawl a synthetic web, of which the web is one, and what
/// the system tells of them.
package telegraph.bench.crawl;
