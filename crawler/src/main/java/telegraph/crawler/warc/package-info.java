/// Responses as they came, in files that other archives read: WARC 1.1 (ISO 28500:2017).
package telegraph.crawler.warc;
