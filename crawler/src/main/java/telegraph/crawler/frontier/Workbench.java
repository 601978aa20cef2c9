package telegraph.crawler.frontier;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import telegraph.crawler.mark.DueHeap;

/// The sites with a known address and a URL, by when both the site and its address may be asked.
///
/// ```
/// heap of addresses ──► 10.0.0.7, due at 5 ──► heap of sites: a due at 3, b due at 9
/// ```
///
/// Invariants:
///
/// 1. An address is in the heap if it may be asked once more at the same time and has a ready site,
///    at the later of its own time and its first site's; or if it has no sites, until its time has
///    passed, so that no site that comes to it asks too soon.
/// 2. There are no more addresses than active sites and sites that left since their address was
///    last due.
///
/// Threads: the frontier's. Paper: Boldi et al., *BUbiNG*, 2018.
final class Workbench {
    private final Map<InetAddress, WorkbenchEntry> entries = new HashMap<>();
    private final DueHeap<WorkbenchEntry> heap = new DueHeap<>();
    private final int requestsMax;

    Workbench(int requestsPerAddress) {
        this.requestsMax = requestsPerAddress;
    }

    /// A site gets an address.
    void join(VisitState site, InetAddress address, long now) {
        WorkbenchEntry entry = entries.computeIfAbsent(address, at -> new WorkbenchEntry(at, now));
        entry.sites++;
        site.address(Optional.of(address), entry);
        place(entry);
    }

    /// Sites of an address that have URLs.
    int busySites(InetAddress address) {
        WorkbenchEntry entry = entries.get(address);
        return entry == null ? 0 : entry.sites - entry.idle;
    }

    int addresses() {
        return entries.size();
    }

    /// A site is ready at its time.
    void put(VisitState site) {
        WorkbenchEntry entry = site.entry();
        entry.ready.put(site, site.due());
        place(entry);
    }

    /// Hands out a site that is due, or null.
    VisitState take(long now) {
        while (!heap.isEmpty() && heap.firstDue() <= now) {
            WorkbenchEntry entry = heap.first();
            if (entry.ready.isEmpty()) {
                heap.remove(entry);
                entries.remove(entry.address);
                continue;
            }
            VisitState site = entry.ready.first();
            entry.ready.remove(site);
            entry.out++;
            place(entry);
            return site;
        }
        return null;
    }

    /// A site that was handed out came back.
    void release(VisitState site, long addressDue) {
        WorkbenchEntry entry = site.entry();
        entry.out--;
        entry.due = Math.max(entry.due, addressDue);
        place(entry);
    }

    /// A site that is not handed out loses its address.
    void part(VisitState site) {
        WorkbenchEntry entry = site.entry();
        if (entry != null) {
            entry.ready.remove(site);
            entry.sites--;
            site.address(Optional.empty(), null);
            place(entry);
        }
    }

    private void place(WorkbenchEntry entry) {
        if (entry.out < requestsMax && !entry.ready.isEmpty()) {
            heap.put(entry, Math.max(entry.due, entry.ready.firstDue()));
        } else if (entry.sites == 0) {
            heap.put(entry, entry.due);
        } else {
            heap.remove(entry);
        }
    }

    /// When [#take] may find a site.
    long nextDue() {
        return heap.isEmpty() ? Long.MAX_VALUE : heap.firstDue();
    }
}
