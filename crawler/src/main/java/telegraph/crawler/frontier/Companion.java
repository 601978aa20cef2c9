package telegraph.crawler.frontier;

/// What the crawl keeps with a site for as long as the site is in memory, such as its connection
/// and its robots.txt.
///
/// Threads: the frontier's.
public interface Companion {
    /// The site leaves memory, or the frontier closes; the next time it comes it has no companion.
    void left(VisitState site);
}
