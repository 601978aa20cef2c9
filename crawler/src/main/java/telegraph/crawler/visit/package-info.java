/// One visit of a site, as a fetcher carries it out: robots.txt, pages, and what is left for the
/// loop.
package telegraph.crawler.visit;
