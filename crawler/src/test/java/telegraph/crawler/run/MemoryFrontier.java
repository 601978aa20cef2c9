package telegraph.crawler.run;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.crawler.Outcome;
import telegraph.crawler.frontier.Companion;
import telegraph.crawler.frontier.Frontier;
import telegraph.crawler.frontier.FrontierMark;
import telegraph.crawler.frontier.Origin;
import telegraph.crawler.frontier.QueuedUrl;
import telegraph.crawler.frontier.VisitState;
import telegraph.crawler.url.Url;

/// A frontier in plain collections, of which every site is active.
final class MemoryFrontier implements Frontier {
    private final Set<Long> seen = new HashSet<>();
    private final Map<Long, Site> sites = new LinkedHashMap<>();
    private final Map<InetAddress, Long> addressDue = new LinkedHashMap<>();

    private static final class Site implements VisitState {
        final long hash;
        final String host;
        final int port;
        final boolean https;
        final Deque<QueuedUrl> queue = new ArrayDeque<>();
        final Deque<QueuedUrl> taken = new ArrayDeque<>();
        InetAddress address;
        boolean out;
        long due = Long.MIN_VALUE;
        Outcome givenUp;
        int failures;
        int fetched;
        long note;
        Companion companion;

        Site(Url url) {
            hash = url.siteHash();
            host = url.host();
            port = url.port();
            https = url.isHttps();
        }

        @Override
        public long hash() {
            return hash;
        }

        @Override
        public String host() {
            return host;
        }

        @Override
        public int port() {
            return port;
        }

        @Override
        public boolean isHttps() {
            return https;
        }

        @Override
        public Optional<InetAddress> address() {
            return Optional.ofNullable(address);
        }

        @Override
        public boolean next(QueuedUrl to) {
            if (queue.isEmpty()) {
                return false;
            }
            taken.add(queue.poll());
            to.set(taken.getLast());
            return true;
        }

        @Override
        public void finished() {
            taken.remove();
            fetched++;
        }

        @Override
        public void putBack(QueuedUrl url) {
            taken.remove();
            queue.addFirst(new QueuedUrl().set(url));
        }

        @Override
        public int queued() {
            return queue.size();
        }

        @Override
        public int fetched() {
            return fetched;
        }

        @Override
        public int failures() {
            return failures;
        }

        @Override
        public void failures(int inARow) {
            failures = inARow;
        }

        @Override
        public long note() {
            return note;
        }

        @Override
        public void note(long to) {
            note = to;
        }

        @Override
        public void giveUp(Outcome why) {
            givenUp = why;
        }

        @Override
        public Optional<Outcome> givenUp() {
            return Optional.ofNullable(givenUp);
        }

        @Override
        public void forgetAddress() {
            address = null;
        }

        @Override
        public Optional<Companion> companion() {
            return Optional.ofNullable(companion);
        }

        @Override
        public void keep(Companion kept) {
            companion = kept;
        }
    }

    @Override
    public boolean offer(Url url, Origin origin) {
        if (!seen.add(url.hash())) {
            return false;
        }
        QueuedUrl queued = new QueuedUrl();
        queued.url().set(url);
        queued.origin().set(origin);
        sites.computeIfAbsent(url.siteHash(), h -> new Site(url)).queue.add(queued);
        return true;
    }

    private long due(Site site) {
        return site.givenUp != null
                ? Long.MIN_VALUE
                : Math.max(site.due, addressDue.getOrDefault(site.address, Long.MIN_VALUE));
    }

    private boolean isReady(Site site) {
        return !site.out && !site.queue.isEmpty() && (site.address != null || site.givenUp != null);
    }

    private boolean isAddressFree(Site site) {
        return site.givenUp != null
                || sites.values().stream()
                        .noneMatch(other -> other.out && site.address.equals(other.address));
    }

    @Override
    public Optional<VisitState> due(long now) {
        for (Site site : sites.values()) {
            if (isReady(site) && due(site) <= now && isAddressFree(site)) {
                site.out = true;
                return Optional.of(site);
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<VisitState> unresolved() {
        for (Site site : sites.values()) {
            if (!site.out
                    && site.address == null
                    && site.givenUp == null
                    && !site.queue.isEmpty()) {
                site.out = true;
                return Optional.of(site);
            }
        }
        return Optional.empty();
    }

    @Override
    public void resolved(VisitState state, InetAddress address) {
        ((Site) state).address = address;
        ((Site) state).out = false;
    }

    @Override
    public void unresolvable(VisitState state, Outcome why) {
        ((Site) state).givenUp = why;
        ((Site) state).out = false;
    }

    @Override
    public void release(VisitState state, long siteDue, long address) {
        Site site = (Site) state;
        while (!site.taken.isEmpty()) {
            site.queue.addFirst(site.taken.removeLast());
        }
        site.out = false;
        site.due = siteDue;
        if (site.address != null) {
            addressDue.put(site.address, address);
        }
    }

    @Override
    public long nextDueNanos() {
        return sites.values().stream()
                .filter(this::isReady)
                .mapToLong(this::due)
                .min()
                .orElse(Long.MAX_VALUE / 2);
    }

    @Override
    public boolean isEmpty() {
        return sites.values().stream().allMatch(s -> s.queue.isEmpty() && !s.out);
    }

    @Override
    public void hungry() {}

    @Override
    public void flush() {}

    @Override
    public FrontierMark mark() {
        return new FrontierMark(1);
    }

    @Override
    public void forget(FrontierMark older) {}

    @Override
    public long seen() {
        return seen.size();
    }

    @Override
    public long queued() {
        return sites.values().stream().mapToLong(s -> s.queue.size() + s.taken.size()).sum();
    }

    @Override
    public long pending() {
        return 0;
    }

    @Override
    public long sites() {
        return sites.size();
    }

    @Override
    public int activeSites() {
        return sites.size();
    }

    @Override
    public long dropped() {
        return 0;
    }

    @Override
    public void close() {
        sites.values().stream().filter(s -> s.companion != null).forEach(s -> s.companion.left(s));
    }
}
