/// What is known and still to be fetched, and whose turn it is.
package telegraph.crawler.frontier;
