package telegraph.crawler;

/// Gets every page of a crawl once it is sure to be kept.
///
/// Pages come one after another in the order of the page log, on the crawl's own thread; a receiver
/// that takes its time holds up the crawl, which is how it is kept from running ahead. What the
/// page shows is gone when the method returns.
public interface PageReceiver {
    /// For those who only want the files.
    PageReceiver NONE = page -> {};

    void page(Page page) throws InterruptedException;
}
