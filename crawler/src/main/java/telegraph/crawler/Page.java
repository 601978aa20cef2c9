package telegraph.crawler;

/// What a crawl found out about one URL, to be read and not to be kept.
public interface Page {
    String url();

    /// Where a redirect leads, else the URL itself.
    String finalUrl();

    /// Of the response, or 0 if none came.
    int status();

    Outcome outcome();

    /// Links from a seed to here.
    int depth();
}
