package telegraph.crawler.frontier;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import telegraph.crawler.Outcome;
import telegraph.crawler.mark.FrontierLimits;
import telegraph.crawler.mark.MarkReader;
import telegraph.crawler.mark.MarkWriter;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.memory.Region;

/// Which sites are in memory, and which of them is handed out next.
///
/// A site comes from the line when there is room, gets an address, and is handed out until it has
/// no URL left or had its turn while others wait; then it stands in line again. A site without URLs
/// stays in memory, with its companion, until its room is wanted. A site that was set aside keeps
/// its URLs in a line of its own, where its turn does not come before it is recalled.
///
/// Threads: the frontier's. Its memory is of the frontier's region.
final class SiteTurns implements AutoCloseable {
    /// A site that must wait longer than this does so in the line, if others are there.
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    /// Sites of the line that are looked at in one call.
    private static final int LOOKS_MAX = 64;

    private static final int HEAP_BYTES_OF_SITE = 1_024;

    private final SiteTable sites;
    private final SiteLine line;

    /// The sites that were set aside. For their slots they are in line, as they are to all who
    /// might put them there.
    private final SiteLine aside;

    private final Workbench workbench;
    private final FrontierLimits limits;
    private final VisitState[] states;
    private final int[] free;
    private int freeCount;
    private final ArrayDeque<VisitState> unresolved = new ArrayDeque<>();
    private final ArrayDeque<VisitState> givenUp = new ArrayDeque<>();
    private final LinkedHashSet<VisitState> idle = new LinkedHashSet<>();
    private final QueuedUrl spare = new QueuedUrl();
    private int resolving;
    private int out;

    /// Sites in the workbench.
    private int ready;

    private long queued;

    /// The earliest time of the sites that were left in the line because they must wait.
    private long lineDue = Long.MAX_VALUE;

    SiteTurns(Parts parts, SiteTable sites, Virtualizer log) {
        Region region = parts.region();
        Shares shares = parts.shares();
        this.sites = sites;
        this.line = new SiteLine(parts.files());
        this.aside = new SiteLine(parts.files());
        this.limits = parts.limits();
        this.workbench = new Workbench(limits.requestsPerAddress());
        int count = limits.sitesActive();
        MemorySegment windows = region.allocate((long) count * shares.windowBytes());
        region.charge((long) count * HEAP_BYTES_OF_SITE + 2 * SiteLine.heapBytes());
        this.states = new VisitState[count];
        this.free = new int[count];
        SiteQueue.Scratch scratch = new SiteQueue.Scratch();
        for (int i = 0; i < count; i++) {
            MemorySegment window =
                    windows.asSlice((long) i * shares.windowBytes(), shares.windowBytes());
            states[i] = new VisitState(this, i, new SiteQueue(log, scratch, window));
            free[freeCount++] = count - 1 - i;
        }
    }

    int active() {
        return states.length - freeCount;
    }

    /// A site in memory, or null.
    VisitState active(long hash) {
        int slot = sites.find(hash);
        int active = slot == SiteTable.NONE ? 0 : sites.getInt(slot, SiteTable.ACTIVE);
        return active == 0 ? null : states[active - 1];
    }

    /// When a site may be asked, in frontier's time: the largest `long` while it is out, the
    /// smallest if it was never seen.
    long dueOf(long hash) {
        VisitState site = active(hash);
        if (site != null) {
            return site.stand() == VisitState.Stand.OUT ? Long.MAX_VALUE : site.due();
        }
        int slot = sites.find(hash);
        return slot == SiteTable.NONE ? Long.MIN_VALUE : sites.getLong(slot, SiteTable.DUE);
    }

    /// URLs in queues, and those taken and not finished.
    long queued() {
        return queued;
    }

    /// Whether no site is anywhere on its way to a visit or back.
    boolean isIdle() {
        return line.isEmpty()
                && unresolved.isEmpty()
                && resolving == 0
                && givenUp.isEmpty()
                && ready == 0
                && out == 0;
    }

    /// Sites that were set aside.
    long aside() {
        return aside.size();
    }

    /// URLs came into queues or, if fewer than none, were finished.
    void queued(long more) {
        queued += more;
    }

    /// A site that is not in memory and has URLs goes to the end of the line; its slot says so.
    void standInLine(long site) {
        line.add(site);
    }

    /// The queue of a site in memory.
    SiteQueue queue(int number) {
        return states[number].queue;
    }

    /// A site in memory may have got URLs.
    void filled(int number) {
        VisitState site = states[number];
        if (site.stand() == VisitState.Stand.IDLE && site.queue.count() > 0) {
            idle.remove(site);
            countIdle(site, -1);
            ready(site);
        }
    }

    /// A site in memory that is nowhere gets where it belongs.
    private void ready(VisitState site) {
        if (site.queue.count() == 0) {
            site.stand(VisitState.Stand.IDLE);
            idle.add(site);
            countIdle(site, 1);
        } else if (site.givenUp().isPresent()) {
            site.stand(VisitState.Stand.GIVEN_UP);
            givenUp.add(site);
        } else if (site.entry() == null) {
            site.stand(VisitState.Stand.UNRESOLVED);
            unresolved.add(site);
        } else {
            site.stand(VisitState.Stand.READY);
            ready++;
            workbench.put(site);
        }
    }

    boolean isLineEmpty() {
        return line.isEmpty();
    }

    /// Whether no site with URLs waits for anything but its time or to come back, and fewer wait
    /// for their time than have none.
    boolean isStarving() {
        return line.isEmpty() && unresolved.isEmpty() && givenUp.isEmpty() && ready <= idle.size();
    }

    private static void countIdle(VisitState site, int more) {
        if (site.entry() != null) {
            site.entry().idle += more;
        }
    }

    VisitState due(long now) {
        VisitState site = givenUp.poll();
        if (site == null) {
            site = workbench.take(now);
            ready -= site == null ? 0 : 1;
        }
        if (site != null) {
            site.stand(VisitState.Stand.OUT);
            out++;
        }
        return site;
    }

    /// In frontier's time, which began at 0.
    long nextDue() {
        return givenUp.isEmpty() ? Math.min(lineDue, workbench.nextDue()) : 0;
    }

    VisitState unresolved(long now) {
        lineDue = Long.MAX_VALUE;
        if (resolving >= limits.resolving()) {
            return null;
        }
        for (int looks = 0; unresolved.isEmpty() && looks < LOOKS_MAX && hasRoom(); looks++) {
            bring(now);
        }
        VisitState site = unresolved.poll();
        if (site != null) {
            site.stand(VisitState.Stand.RESOLVING);
            resolving++;
        }
        return site;
    }

    /// Whether a site waits and can come into memory.
    private boolean hasRoom() {
        return !line.isEmpty() && (freeCount > 0 || !idle.isEmpty());
    }

    /// The first site of the line comes into memory, or goes to the end if it must wait for long
    /// and there are more sites than room.
    private void bring(long now) {
        long hash = line.remove();
        int slot = sites.find(hash);
        long due = sites.getLong(slot, SiteTable.DUE);
        boolean isAsked = sites.givenUp(slot) == 0;
        if (isAsked && due > now + PATIENCE_NANOS && isCrowded()) {
            line.add(hash);
            lineDue = Math.min(lineDue, due - PATIENCE_NANOS);
            return;
        }
        ready(load(slot));
    }

    private boolean isCrowded() {
        return line.size() > freeCount + idle.size();
    }

    private VisitState load(int slot) {
        if (freeCount == 0) {
            VisitState oldest = idle.removeFirst();
            countIdle(oldest, -1);
            long hash = sites.hash(slot);
            retire(oldest);
            return load(sites.find(hash));
        }
        VisitState site = states[free[--freeCount]];
        sites.setInt(slot, SiteTable.ACTIVE, site.number + 1);
        sites.inLine(slot, false);
        site.load(sites, slot, spare);
        return site;
    }

    /// A site that is nowhere leaves memory, for the line if it has URLs.
    private void retire(VisitState site) {
        retire(site, line);
    }

    private void retire(VisitState site, SiteLine to) {
        workbench.part(site);
        int slot = sites.find(site.hash());
        site.save(sites, slot);
        sites.setInt(slot, SiteTable.ACTIVE, 0);
        if (site.queue.count() > 0) {
            sites.inLine(slot, true);
            to.add(site.hash());
        }
        site.stand(VisitState.Stand.AWAY);
        free[freeCount++] = site.number;
        site.leave();
    }

    void resolved(VisitState site, InetAddress address, long now) {
        demand(site, VisitState.Stand.RESOLVING);
        resolving--;
        if (workbench.busySites(address) >= limits.sitesPerAddress() && isCrowded()) {
            site.due(Math.max(site.due(), now + 2 * PATIENCE_NANOS));
            retire(site);
            return;
        }
        workbench.join(site, address, now);
        ready(site);
    }

    void unresolvable(VisitState site, Outcome why) {
        demand(site, VisitState.Stand.RESOLVING);
        resolving--;
        site.giveUpForNow(why);
        ready(site);
    }

    void release(VisitState site, long siteDue, long addressDue, long now) {
        demand(site, VisitState.Stand.OUT);
        out--;
        site.queue.settle();
        site.due(siteDue);
        if (site.entry() != null) {
            workbench.release(site, addressDue);
            if (site.forgetsAddress() || site.givenUp().isPresent()) {
                workbench.part(site);
            }
        }
        boolean hadTurn = site.turn() >= limits.turnUrls() || siteDue > now + PATIENCE_NANOS;
        if (hadTurn
                && site.queue.count() > 0
                && !line.isEmpty()
                && freeCount == 0
                && idle.isEmpty()) {
            retire(site);
        } else {
            ready(site);
        }
    }

    void unresolved(VisitState site) {
        demand(site, VisitState.Stand.RESOLVING);
        resolving--;
        ready(site);
    }

    void setAside(VisitState site) {
        demand(site, VisitState.Stand.OUT);
        out--;
        site.queue.settle();
        if (site.entry() != null) {
            workbench.release(site, site.entry().due);
        }
        retire(site, aside);
    }

    void recall(long most, boolean isForgiven) {
        for (long left = Math.min(most, aside.size()); left > 0; left--) {
            long hash = aside.remove();
            if (isForgiven) {
                sites.givenUp(sites.find(hash), 0);
            }
            line.add(hash);
        }
    }

    private static void demand(VisitState site, VisitState.Stand stand) {
        if (site.stand() != stand) {
            throw new IllegalStateException(
                    "a site comes back once from where it went: site="
                            + site
                            + " expected="
                            + stand);
        }
    }

    /// Writes what is in memory of the active sites into their slots.
    void save() {
        for (VisitState site : states) {
            if (site.stand() != VisitState.Stand.AWAY) {
                site.save(sites, sites.find(site.hash()));
            }
        }
    }

    void mark(MarkWriter to) {
        to.putLong(queued);
        line.mark(to);
        aside.mark(to);
        to.putInt(active());
        for (VisitState site : states) {
            if (site.stand() != VisitState.Stand.AWAY) {
                to.putLong(site.hash());
                List<byte[]> putBack = site.queue.putBack();
                to.putInt(putBack.size());
                for (byte[] entry : putBack) {
                    to.putInt(entry.length);
                    to.putBytes(MemorySegment.ofArray(entry), 0, entry.length);
                }
            }
        }
    }

    void restartLine(MarkReader from) {
        queued = from.getLong();
        line.restart(from);
        if (from.hasAsides()) {
            aside.restart(from);
        }
    }

    void write() {
        line.write();
        aside.write();
    }

    /// The sites that were active stand in line.
    void restart(MarkReader from) {
        int count = from.getInt();
        for (int i = 0; i < count; i++) {
            long hash = from.getLong();
            List<byte[]> putBack = new ArrayList<>();
            for (int n = from.getInt(); n > 0; n--) {
                byte[] entry = new byte[from.getInt()];
                from.getBytes(MemorySegment.ofArray(entry), 0, entry.length);
                putBack.add(entry);
            }
            VisitState site = load(sites.find(hash));
            site.queue.restore(putBack);
            retire(site);
        }
    }

    @Override
    public void close() {
        for (VisitState site : states) {
            site.leave();
        }
    }
}
