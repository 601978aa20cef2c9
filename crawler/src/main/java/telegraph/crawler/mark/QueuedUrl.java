package telegraph.crawler.mark;

import telegraph.http.url.Url;

/// A URL as it comes out of a site's queue, to be filled again and again.
///
/// Threads: one at a time; it may be handed over.
public final class QueuedUrl {
    /// The most tries that are counted.
    public static final int TRIES_MAX = 0xFF;

    private final Url url = new Url();
    private final Origin origin = new Origin();
    private int tries;

    public Url url() {
        return url;
    }

    public Origin origin() {
        return origin;
    }

    /// Fetches that failed so far.
    public int tries() {
        return tries;
    }

    public QueuedUrl tries(int failed) {
        tries = Math.clamp(failed, 0, TRIES_MAX);
        return this;
    }

    public QueuedUrl set(QueuedUrl other) {
        url.set(other.url);
        origin.set(other.origin);
        tries = other.tries;
        return this;
    }

    @Override
    public String toString() {
        return url + " tries=" + tries + " " + origin;
    }
}
