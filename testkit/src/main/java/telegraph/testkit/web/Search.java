package telegraph.testkit.web;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Finds all that a crawl must find, breadth first through the [WebModel].
///
/// Threads: one.
final class Search {
    /// What becomes of a URL.
    enum Fate {
        ANSWERED,
        UNANSWERED,
        DISALLOWED
    }

    /// Is told of each URL found, once.
    interface Visitor {
        /// @param status of the response, 0 if there is none
        void found(long ref, Fate fate, int status);
    }

    private final WebModel model;
    private final Reach reach;
    private final Set<Integer> seedHosts = new HashSet<>();
    private final BitSet seenPages = new BitSet();
    private final Set<Long> seenOthers = new HashSet<>();
    private long[] level = new long[64];
    private int levelCount;
    private long[] next = new long[64];
    private int nextCount;

    Search(WebModel model, Reach reach) {
        this.model = model;
        this.reach = reach;
    }

    void from(long[] seeds, Visitor visitor) {
        for (long seed : seeds) {
            seedHosts.add(Ref.host(seed));
        }
        for (long seed : seeds) {
            now(seed);
        }
        long[] links = new long[model.linksMax()];
        for (int depth = 0; levelCount > 0; depth++) {
            // Redirects make the level longer while it is gone through.
            for (int i = 0; i < levelCount; i++) {
                visit(level[i], depth < reach.depthMax(), links, visitor);
            }
            long[] done = level;
            level = next;
            levelCount = nextCount;
            next = done;
            nextCount = 0;
        }
    }

    private void visit(long ref, boolean deeper, long[] links, Visitor visitor) {
        int host = Ref.host(ref);
        if (model.nameKind(host) == NameKind.UNREGISTERED
                || model.hostKind(host) == HostKind.HANGING) {
            visitor.found(ref, Fate.UNANSWERED, 0);
            return;
        }
        if (!model.isAllowed(ref)) {
            visitor.found(ref, Fate.DISALLOWED, 0);
            return;
        }
        int page = Ref.number(ref);
        PageKind kind = model.pageKind(host, page);
        visitor.found(ref, Fate.ANSWERED, status(kind));
        switch (kind) {
            case HTML -> {
                int count = deeper ? model.links(host, page, links) : 0;
                for (int i = 0; i < count; i++) {
                    later(links[i]);
                }
            }
            case REDIRECT, REDIRECT_AWAY -> now(model.redirect(host, page, kind));
            case NOT_FOUND, SERVER_ERROR -> {}
        }
    }

    static int status(PageKind kind) {
        return switch (kind) {
            case HTML -> 200;
            case REDIRECT -> 301;
            case REDIRECT_AWAY -> 302;
            case NOT_FOUND -> 404;
            case SERVER_ERROR -> 500;
        };
    }

    private void now(long ref) {
        if (isNew(ref)) {
            if (levelCount == level.length) {
                level = Arrays.copyOf(level, 2 * levelCount);
            }
            level[levelCount++] = ref;
        }
    }

    private void later(long ref) {
        if (isNew(ref)) {
            if (nextCount == next.length) {
                next = Arrays.copyOf(next, 2 * nextCount);
            }
            next[nextCount++] = ref;
        }
    }

    private boolean isNew(long ref) {
        if (reach.sameHost() && !seedHosts.contains(Ref.host(ref))) {
            return false;
        }
        if (Ref.what(ref) != Ref.PAGE) {
            return seenOthers.add(ref);
        }
        int number = Math.toIntExact((long) Ref.host(ref) * model.pages + Ref.number(ref));
        boolean fresh = !seenPages.get(number);
        seenPages.set(number);
        return fresh;
    }

    /// How many URLs have each fate.
    Map<Fate, Integer> count(long[] seeds) {
        Map<Fate, Integer> counts = new HashMap<>();
        from(seeds, (ref, fate, status) -> counts.merge(fate, 1, Integer::sum));
        return counts;
    }

    /// All URLs by their fate.
    Expected collect(long[] seeds, PageText text) {
        Map<String, Integer> answered = new HashMap<>();
        Set<String> unanswered = new HashSet<>();
        Set<String> disallowed = new HashSet<>();
        Bytes url = new Bytes(128);
        from(
                seeds,
                (ref, fate, status) -> {
                    text.url(ref, url.clear());
                    switch (fate) {
                        case ANSWERED -> answered.put(url.toString(), status);
                        case UNANSWERED -> unanswered.add(url.toString());
                        case DISALLOWED -> disallowed.add(url.toString());
                    }
                });
        return new Expected(answered, unanswered, disallowed);
    }
}
