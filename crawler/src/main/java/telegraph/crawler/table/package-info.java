/// The tables of a crawl: its pages and its links, while it runs and afterwards.
package telegraph.crawler.table;
