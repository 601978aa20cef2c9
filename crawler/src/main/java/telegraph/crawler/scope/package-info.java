/// Which links a crawl follows: its scope, what users include and exclude, and what looks like a
/// trap.
package telegraph.crawler.scope;
