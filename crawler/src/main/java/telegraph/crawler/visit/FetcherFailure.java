package telegraph.crawler.visit;

/// What a fetcher could not go on after: it ends the crawl, which would wait for it forever.
///
/// Threads: handed over through the [LoopInbox].
public final class FetcherFailure extends LoopInbox.Letter {
    private final Throwable thrown;

    public FetcherFailure(Throwable thrown) {
        this.thrown = thrown;
    }

    /// Throws what was thrown, in the thread of who calls.
    public void rethrow() {
        switch (thrown) {
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            default -> throw new IllegalStateException("a fetcher failed", thrown);
        }
    }
}
