package telegraph.crawler;

import java.util.List;
import telegraph.engine.Column;

/// A user's part of a crawl: it can refuse URLs, pick out data from pages into columns, and receive
/// every page (Mercator's processing modules; Heydon and Najork, 1999).
///
/// A class that implements it, has a public constructor without parameters and lies in a jar is
/// named by an option of the crawl; or the jar names it in
/// `META-INF/services/telegraph.crawler.PageModule`. One instance serves a whole crawl.
///
/// What a module throws ends neither the crawl nor its page: the page's row has the error
/// `extension_failed` and the words of what was thrown.
///
/// Threads: [#wants] and [#extract] are called by many at once; [#receive] by one at a time.
public interface PageModule extends AutoCloseable {
    /// Whether a URL that a page leads to may enter the frontier.
    ///
    /// @param depth how many links lead there from a seed
    default boolean wants(String url, int depth) {
        return true;
    }

    /// Columns that this module adds to the rows of pages; the same at each call.
    default List<Column> columns() {
        return List.of();
    }

    /// Looks at a response and sets this module's columns. Called for every URL that got one, also
    /// by a module without columns.
    default void extract(Page page, Row row) {}

    /// Takes note of a page, in the order of the page log. The crawl waits until this returns. A
    /// page that was under way when the process was killed comes again.
    default void receive(Page page) {}

    /// Called once, at the end of the crawl.
    @Override
    default void close() {}
}
