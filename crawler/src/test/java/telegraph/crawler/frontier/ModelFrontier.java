package telegraph.crawler.frontier;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a frontier should hold, in plain collections: of each site the URLs to come, in order.
final class ModelFrontier {
    final Set<String> seen = new HashSet<>();
    final Map<String, Site> sites = new LinkedHashMap<>();

    /// A site: what was put back in this visit, what is taken, what is to come; and until when it
    /// must not be asked.
    static final class Site {
        final ArrayDeque<String> putBack = new ArrayDeque<>();
        final ArrayDeque<String> taken = new ArrayDeque<>();
        final ArrayDeque<String> queue = new ArrayDeque<>();
        long due;
        int fetched;
        int failures;
        long note;
        boolean givenUp;

        int unfinished() {
            return putBack.size() + taken.size() + queue.size();
        }

        void settle() {
            List<String> first = new ArrayList<>(putBack);
            first.addAll(taken);
            putBack.clear();
            taken.clear();
            for (int i = first.size() - 1; i >= 0; i--) {
                queue.addFirst(first.get(i));
            }
        }

        Site copy() {
            Site copy = new Site();
            copy.putBack.addAll(putBack);
            copy.taken.addAll(taken);
            copy.queue.addAll(queue);
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
