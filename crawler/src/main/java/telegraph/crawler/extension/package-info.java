/// What users add to a crawl: their modules, loaded from jars, and the columns these fill.
package telegraph.crawler.extension;
