package telegraph.testkit.web;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import telegraph.testkit.model.Bytes;
import telegraph.testkit.model.PageKind;
import telegraph.testkit.model.PageText;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.Ref;
import telegraph.testkit.model.RobotsKind;
import telegraph.testkit.model.WebModel;

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

    /// After how many redirects a crawler gives up.
    private static final int REDIRECTS_MAX = 10;

    private static final int FOUND = 302;

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
        if (!model.nameKind(host).resolves()
                || !model.hostKind(host).answers()
                || !model.protocol(host).answers()) {
            visitor.found(ref, Fate.UNANSWERED, 0);
            return;
        }
        if (!model.isAllowed(ref)) {
            visitor.found(ref, Fate.DISALLOWED, 0);
            return;
        }
        if (reach.sitemaps() && model.robotsKind(host) == RobotsKind.SITEMAP) {
            for (int orphan = 0; orphan < WebModel.ORPHANS; orphan++) {
                later(Ref.of(Ref.ORPHAN, host, orphan));
            }
        }
        switch (Ref.what(ref)) {
            case Ref.PAGE -> page(ref, deeper, links, visitor);
            case Ref.LOOP -> redirect(ref, visitor);
            case Ref.CHAIN -> {
                if (Ref.number(ref) % Ref.STEPS < REDIRECTS_MAX) {
                    redirect(ref, visitor);
                } else {
                    visitor.found(ref, Fate.ANSWERED, FOUND);
                }
            }
            default -> visitor.found(ref, Fate.ANSWERED, 200);
        }
    }

    private void redirect(long ref, Visitor visitor) {
        visitor.found(ref, Fate.ANSWERED, FOUND);
        now(model.redirect(ref));
    }

    private void page(long ref, boolean deeper, long[] links, Visitor visitor) {
        int host = Ref.host(ref);
        int page = Ref.number(ref);
        PageKind kind = model.pageKind(host, page);
        visitor.found(ref, kind.status() == 0 ? Fate.UNANSWERED : Fate.ANSWERED, kind.status());
        long target = model.redirect(ref);
        if (target != Ref.NOTHING) {
            now(target);
        } else if (deeper && kind == PageKind.META_REFRESH) {
            later(model.refresh(ref));
        } else if (deeper && kind.isLinked()) {
            int count = model.links(host, page, links);
            for (int i = 0; i < count; i++) {
                later(links[i]);
            }
        }
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
