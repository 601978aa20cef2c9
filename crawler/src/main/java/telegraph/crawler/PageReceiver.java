package telegraph.crawler;

/// Gets every page of a crawl as it is appended to the page log.
///
/// Pages come one after another in the order of the log, on the crawl's own thread; a receiver that
/// takes its time holds up the crawl, which is how it is kept from running ahead. What the page
/// shows is gone when the method returns. A receiver that throws InterruptedException stops the
/// crawl; one that throws anything else fails it.
public interface PageReceiver {
    /// For those who only want the files.
    PageReceiver NONE = page -> {};

    void page(Page page) throws InterruptedException;
}
