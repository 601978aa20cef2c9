package telegraph.crawler.frontier;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// What a frontier should hold, in plain collections: of each site the URLs to come, in order.
/// Those that come again are in an order of their own, for which of the others were seen by then
/// depends on when the sieve was flushed.
final class ModelFrontier {
    final Set<String> seen = new HashSet<>();
    final Map<String, Site> sites = new LinkedHashMap<>();

    /// A site: what was put back in this visit, what is taken, what is to come; and until when it
    /// must not be asked.
    static final class Site {
        final ArrayDeque<String> putBack = new ArrayDeque<>();
        final ArrayDeque<String> taken = new ArrayDeque<>();
        final ArrayDeque<String> queue = new ArrayDeque<>();
        final ArrayDeque<String> again = new ArrayDeque<>();
        final Set<String> tried = new HashSet<>();
        long due;
        int fetched;
        int failures;
        long note;
        boolean givenUp;

        int unfinished() {
            return putBack.size() + taken.size() + queue.size() + again.size();
        }

        /// Where a URL waits.
        ArrayDeque<String> line(String url) {
            return tried.contains(url) ? again : queue;
        }

        void settle() {
            while (!taken.isEmpty()) {
                String last = taken.removeLast();
                line(last).addFirst(last);
            }
            tried.addAll(putBack);
            again.addAll(putBack);
            putBack.clear();
        }

        Site copy() {
            Site copy = new Site();
            copy.putBack.addAll(putBack);
            copy.taken.addAll(taken);
            copy.queue.addAll(queue);
            copy.again.addAll(again);
            copy.tried.addAll(tried);
            copy.settle();
            copy.due = due;
            copy.fetched = fetched;
            copy.failures = failures;
            copy.note = note;
            copy.givenUp = givenUp;
            return copy;
        }
    }

    /// Whether the URL is new.
    boolean offer(String url) {
        if (!seen.add(url)) {
            return false;
        }
        sites.computeIfAbsent(siteOf(url), _ -> new Site()).queue.add(url);
        return true;
    }

    static String siteOf(String url) {
        return url.substring(0, url.indexOf('/', "http://".length()));
    }

    long unfinished() {
        return sites.values().stream().mapToLong(Site::unfinished).sum();
    }

    /// What a restart from now has.
    ModelFrontier copy() {
        ModelFrontier copy = new ModelFrontier();
        copy.seen.addAll(seen);
        sites.forEach((name, site) -> copy.sites.put(name, site.copy()));
        return copy;
    }
}
