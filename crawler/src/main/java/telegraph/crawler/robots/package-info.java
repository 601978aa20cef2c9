/// What sites ask of crawlers: robots.txt and its sitemaps, X-Robots-Tag and the robots of a page's
/// meta elements.
package telegraph.crawler.robots;
