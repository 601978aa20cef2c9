package telegraph.crawler;

import java.util.Set;

/// A link of a page, as extensions see it.
///
/// @param url where it leads, normalised
/// @param anchor its words
/// @param rel what its attribute says of it and where it was found, such as `nofollow`, `a`, `area`
/// @param followed whether the crawl may go there: neither its scope nor a filter cut it
public record Link(String url, String anchor, Set<String> rel, boolean followed) {
    public Link {
        rel = Set.copyOf(rel);
    }
}
